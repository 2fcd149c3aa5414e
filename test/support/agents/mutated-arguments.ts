import type { InlinedJsonSchema } from '#front/agents/inlined-json-schema.ts';
import { schemaWithoutAlternatives } from '#front/agents/repair-value.ts';

/** Arguments of a call that are wrong in one place. */
export interface Mutation {
  /** What was done, and where. */
  name: string;
  kind: 'renamed' | 'retyped' | 'unknown value' | 'unknown name';
  given: Record<string, unknown>;
}

type Path = readonly (string | number)[];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], root);

/** A copy in which the container at a path was changed. */
function changed(
  root: object,
  path: Path,
  change: (container: Record<string | number, unknown>) => void,
): Record<string, unknown> {
  const copy = structuredClone(root) as Record<string, unknown>;
  change(at(copy, path) as Record<string | number, unknown>);
  return copy;
}

/** Ways in which a name comes wrong. */
const misspelt = (name: string): string[] => [
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  name.replaceAll('_', '-'),
  `${name.slice(0, 2)}${name.slice(3)}`,
  `${name.slice(0, -2)}${name.slice(-1)}${name.slice(-2, -1)}`,
  `${name}s`,
];

/** Other types that a value of a shape comes in. */
function retyped(value: unknown, { type }: InlinedJsonSchema): unknown[] {
  if (type === 'number' || type === 'integer' || type === 'boolean') return [String(value)];
  if (type === 'string' && typeof value === 'string') return [[value], { text: value }];
  if (type === 'array' && Array.isArray(value)) {
    const [first] = value;
    if (value.every((item) => typeof item === 'string'))
      return [value.join('\n'), value.map((text) => `- ${text}`).join('\n')];
    return value.length === 1 ? [first] : [];
  }
  return isObject(value) ? [[value]] : [];
}

/** Everything that can be wrong in one place of good arguments. Pure, and always in the same order. */
export function mutationsOf(good: object, schema: InlinedJsonSchema): Mutation[] {
  const found: Mutation[] = [];
  const visit = (value: unknown, around: InlinedJsonSchema | undefined, path: Path): void => {
    const shape = schemaWithoutAlternatives(around);
    const place = path.join('.') || 'the arguments';
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, shape?.items, [...path, index]);
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      const field = schemaWithoutAlternatives(shape?.properties?.[name]);
      visit(inner, field, [...path, name]);
      // Names that a client chooses cannot be wrong.
      if (!field) continue;
      for (const wrong of new Set(misspelt(name)))
        if (wrong !== name && !Object.hasOwn(shape?.properties ?? {}, wrong))
          found.push({
            name: `${place}: ${name} as ${wrong}`,
            kind: 'renamed',
            given: changed(good, path, (container) => {
              container[wrong] = container[name];
              delete container[name];
            }),
          });
      for (const other of field.enum ? [] : retyped(inner, field))
        found.push({
          name: `${place}: ${name} as ${JSON.stringify(other)}`,
          kind: 'retyped',
          given: changed(good, path, (container) => {
            container[name] = other;
          }),
        });
      for (const word of field.enum ? ['zzzzzzzzzz', 'Quux of nothing'] : [])
        found.push({
          name: `${place}: ${name} is ${word}`,
          kind: 'unknown value',
          given: changed(good, path, (container) => {
            container[name] = word;
          }),
        });
    }
    if (shape?.properties)
      found.push({
        name: `${place} with a field of nothing`,
        kind: 'unknown name',
        given: changed(good, path, (container) => {
          container.qqqqqqqqqqqq = 'Said in a field that there is not';
        }),
      });
  };
  visit(good, schema, []);
  return found;
}

/** Every text, number and truth value of a value. */
export const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];
