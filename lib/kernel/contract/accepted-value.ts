import { toJSONSchema, type z } from 'zod';
import { ownValue } from '#kernel/shared/own-value.ts';

/** The parts of a JSON Schema that are read. */
interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  $ref?: string;
  $defs?: Record<string, Shape>;
}

/** A longer list of alternatives is cut: a refusal is read by people. */
const MAX_SHOWN = 24;

/** An object of more fields is cut. */
const MAX_FIELDS = 10;

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['uri', 'an absolute address such as `https://example.com/hook`'],
  ['date-time', 'a time such as `2026-11-20T09:30:00Z`'],
]);

/** Units by the last word of a field's name. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['seconds', 'seconds'],
  ['bytes', 'bytes'],
  ['width', 'pixels'],
  ['height', 'pixels'],
]);

/** `a`, `a or b`, `a, b or c`. */
function either(parts: readonly string[]): string {
  const shown = parts.length > MAX_SHOWN ? [...parts.slice(0, MAX_SHOWN), 'another one'] : parts;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** zod bounds each whole number by what JavaScript counts exactly, which is no bound of a field. */
const boundOf = (value: number | undefined): string | undefined =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value.toLocaleString('en');

/** @param between what stands before two bounds: "from" of a range, "of" of a size */
function bounded(
  what: string,
  min: string | undefined,
  max: string | undefined,
  between: string,
  unit: string,
): string {
  if (min !== undefined && max !== undefined)
    return min === max ? `${what} of ${min}${unit}` : `${what} ${between} ${min} to ${max}${unit}`;
  if (min !== undefined) return `${what} of at least ${min}${unit}`;
  return max === undefined ? what : `${what} of at most ${max}${unit}`;
}

const ranged = (what: string, { minimum, maximum }: Shape, unit: string | undefined): string =>
  `${bounded(what, boundOf(minimum), boundOf(maximum), 'from', '')}${unit === undefined ? '' : `, in ${unit}`}`;

/** A smallest size of 0 is none. */
const sized = (what: string, min: number | undefined, max: number | undefined, unit: string): string =>
  bounded(what, boundOf(min || undefined), boundOf(max), 'of', ` ${unit}`);

function objectWords({ properties, required = [], additionalProperties, maxProperties }: Shape): string {
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? ` with ${wordsOf(additionalProperties)} for each name` : '';
    return `${sized('an object', undefined, maxProperties, 'names')}${values}`;
  }
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  const shown = names.length > MAX_FIELDS ? [...names.slice(0, MAX_FIELDS), '…'] : names;
  return `\`{${shown.join(', ')}}\``;
}

function listWords({ items, minItems, maxItems }: Shape): string {
  const list = sized('a list', minItems, maxItems, 'entries');
  return items === undefined ? list : `${list}, each ${wordsOf(items)}`;
}

/** @param field the name of the field, which tells its unit */
function wordsOf(shape: Shape, field = ''): string {
  const values = shape.enum ?? (shape.const === undefined ? undefined : [shape.const]);
  if (values !== undefined) return either(values.map((value) => `\`${String(value)}\``));
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches !== undefined) return either([...new Set(branches.map((branch) => wordsOf(branch, field)))]);
  const unit = UNITS.get(field.split('_').at(-1) ?? '');
  switch (shape.type) {
    case 'string':
      return FORMATS.get(shape.format ?? '') ?? sized('a text', shape.minLength, shape.maxLength, 'characters');
    case 'integer':
      return ranged('a whole number', shape, unit);
    case 'number':
      return ranged('a number', shape, unit);
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return '`null`';
    case 'array':
      return listWords(shape);
    default:
      return objectWords(shape);
  }
}

/** A shape with its references replaced by what they name. Schemas of requests do not contain themselves. */
function whole(value: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => whole(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string')
    return whole(ownValue(definitions, value.$ref.slice('#/$defs/'.length)) ?? {}, definitions);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, whole(each, definitions)]));
}

/**
 * Describes the values that a schema accepts: "a number from 1 to 300, in seconds", "`h264`, `vp9` or `av1`". For refusals only: it takes
 * some milliseconds for a large schema.
 * @param field the name of the field that it is the schema of
 */
export function acceptedValue(schema: z.core.$ZodType, field: string): string {
  const { $defs = {}, ...shape } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return wordsOf(whole(shape, $defs) as Shape, field);
}
