import { innerSchemas, type Keyword, ownKeywords } from './bounds.ts';
import type { Resolve, Schema } from './schema.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const characters = (value: unknown): number => (typeof value === 'string' ? [...value].length : -1);

/** Whether a value is as large, or for a minimum as small, as a bound lets it be. */
const IS_REACHED: Readonly<Record<Keyword, (schema: Schema, value: unknown) => boolean>> = {
  maxLength: ({ maxLength }, value) => characters(value) === maxLength,
  maxItems: ({ maxItems }, value) => Array.isArray(value) && value.length === maxItems,
  maxProperties: ({ maxProperties }, value) => isObject(value) && Object.keys(value).length === maxProperties,
  maximum: ({ maximum }, value) => value === maximum,
  minimum: ({ minimum }, value) => value === minimum,
  enum: ({ enum: values = [] }, value) => value === values.at(-1),
  pattern: ({ pattern = '' }, value) => typeof value === 'string' && isLongest(value, pattern),
};

/** Whether a text fits a pattern and, where the pattern bounds its length, would not with a character more. */
function isLongest(value: string, pattern: string): boolean {
  const matches = new RegExp(pattern, 'u');
  return matches.test(value) && (pattern.includes('+') || !matches.test(`${value}${value.at(-1)}`));
}

/** Whether a value can be one of a branch of a union, by its kind and the fields that it has to have. */
function canBe({ type, required = [], properties = {} }: Schema, value: unknown): boolean {
  if (type === 'null' || value === null) return type === 'null' && value === null;
  if (type === 'array') return Array.isArray(value);
  if (type !== 'object') return !isObject(value) && !Array.isArray(value);
  return (
    isObject(value) && required.every((name) => name in value) && Object.keys(value).every((name) => name in properties)
  );
}

/** The bounds that a value reaches, by their ids. It looks at nothing but the value and the schema. */
export function reachedBounds(root: Schema, name: string, value: unknown, resolve: Resolve): Set<string> {
  const reached = new Set<string>();
  const visit = (outer: Schema, at: string, inner: unknown): void => {
    const { schema, component = at } = resolve(outer);
    for (const keyword of ownKeywords(schema))
      if (IS_REACHED[keyword](schema, inner)) reached.add(`${component} ${keyword}`);
    for (const { step, name: part, schema: next } of innerSchemas(schema)) {
      const place = `${component}${part}`;
      if ('branch' in step) {
        const branch = resolve(next).schema;
        if (branch.anyOf !== undefined ? inner !== null : canBe(branch, inner)) visit(next, place, inner);
      } else if ('property' in step) {
        if (isObject(inner) && step.property in inner) visit(next, place, inner[step.property]);
      } else if (step.within === 'item') {
        if (Array.isArray(inner)) for (const item of inner) visit(next, place, item);
      } else if (isObject(inner)) {
        for (const [key, item] of Object.entries(inner)) visit(next, place, step.within === 'key' ? key : item);
      }
    }
  };
  visit(root, name, value);
  return reached;
}
