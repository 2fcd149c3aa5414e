import { toJSONSchema, type z } from 'zod';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** The keywords of JSON Schema that are read. */
interface JsonSchema {
  /** Several: a union of types without bounds. Absent: any value. */
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  /** The first entries of a list, by their places; `items` are those after them. */
  prefixItems?: JsonSchema[];
  items?: JsonSchema | boolean;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** A longer list of alternatives is shortened, because people read the message. */
const MAX_SHOWN = 24;

/** The list of an object's fields is shortened after this number. */
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
function alternatives(parts: readonly string[]): string {
  const shown = parts.length > MAX_SHOWN ? [...parts.slice(0, MAX_SHOWN), 'another one'] : parts;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** A bound as text; undefined for the bounds of exact integers in JavaScript, which zod sets for each whole number. */
const boundOf = (value: number | undefined): string | undefined =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value.toLocaleString('en');

/** A noun with its bounds. @param between the word before two bounds: "from" for a range, "of" for a size */
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

const ranged = (what: string, { minimum, maximum }: JsonSchema, unit: string | undefined): string =>
  `${bounded(what, boundOf(minimum), boundOf(maximum), 'from', '')}${unit === undefined ? '' : `, in ${unit}`}`;

/** A noun with the bounds of its size; a minimum of 0 is left out. */
const sized = (what: string, min: number | undefined, max: number | undefined, unit: string): string =>
  bounded(what, boundOf(min || undefined), boundOf(max), 'of', ` ${unit}`);

function describeObject({ properties, required = [], additionalProperties, maxProperties }: JsonSchema): string {
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? ` with ${describe(additionalProperties)} for each name` : '';
    return `${sized('an object', undefined, maxProperties, 'names')}${values}`;
  }
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  const shown = names.length > MAX_FIELDS ? [...names.slice(0, MAX_FIELDS), '…'] : names;
  return `\`{${shown.join(', ')}}\``;
}

function describeList({ prefixItems, items, minItems, maxItems }: JsonSchema): string {
  const list = sized('a list', minItems, maxItems, 'entries');
  const rest = typeof items === 'object' ? describe(items) : undefined;
  if (prefixItems === undefined) return rest === undefined ? list : `${list}, each ${rest}`;
  const places = prefixItems.map((each) => describe(each));
  return `${list}: ${[...places, ...(rest === undefined ? [] : [`then each ${rest}`])].join(', ')}`;
}

/** Describes the values that a schema accepts. @param field the name of the field, whose last word gives the unit */
function describe(shape: JsonSchema, field = ''): string {
  const values = shape.enum ?? (shape.const === undefined ? undefined : [shape.const]);
  if (values !== undefined) return alternatives(values.map((value) => `\`${String(value)}\``));
  const { type } = shape;
  const ofTypes = Array.isArray(type) ? type.map((each) => ({ ...shape, type: each })) : undefined;
  const branches = shape.anyOf ?? shape.oneOf ?? ofTypes;
  if (branches !== undefined) return alternatives([...new Set(branches.map((branch) => describe(branch, field)))]);
  const unit = UNITS.get(field.split('_').at(-1) ?? '');
  switch (type) {
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
      return describeList(shape);
    case 'object':
      return describeObject(shape);
    default:
      return 'any value';
  }
}

/** A schema whose references are replaced by their definitions. Schemas of requests are not recursive. */
function withoutReferences(value: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutReferences(each, definitions));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string')
    return withoutReferences(ownPropertyValue(definitions, value.$ref.slice('#/$defs/'.length)) ?? {}, definitions);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutReferences(each, definitions)]));
}

/**
 * Describes the values that a schema accepts: "a number from 1 to 300, in seconds", "`h264`, `vp9` or `av1`". For error messages only: it
 * takes some milliseconds for a large schema.
 * @param field the name of the field with this schema
 */
export function describeAcceptedValues(schema: z.core.$ZodType, field: string): string {
  const { $defs = {}, ...shape } = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return describe(withoutReferences(shape, $defs) as JsonSchema, field);
}
