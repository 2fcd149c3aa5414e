import { toJSONSchema, type z } from 'zod';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** The keywords of JSON Schema that are read. */
interface JsonSchema {
  /** An array: a union of types without bounds. Absent: any value. */
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  /** The schemas of the first entries of a list, by position; `items` is the schema of all later entries. */
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

/** The maximum number of alternatives in a message. A longer list is shortened, because people read the message. */
const MAX_SHOWN_ALTERNATIVES = 24;

/** The maximum number of an object's fields in a message; a longer list is shortened. */
const MAX_SHOWN_FIELDS = 10;

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
  const shownParts =
    parts.length > MAX_SHOWN_ALTERNATIVES ? [...parts.slice(0, MAX_SHOWN_ALTERNATIVES), 'another one'] : parts;
  return shownParts.length < 2 ? shownParts.join('') : `${shownParts.slice(0, -1).join(', ')} or ${shownParts.at(-1)}`;
}

/** A bound as text; undefined for the bounds of exact integers in JavaScript, which zod sets for each whole number. */
const boundOf = (value: number | undefined): string | undefined =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value.toLocaleString('en');

/** A noun with its bounds. @param rangeWord the word before two bounds: "from" for a range, "of" for a size */
function withBounds(
  noun: string,
  min: string | undefined,
  max: string | undefined,
  rangeWord: string,
  unit: string,
): string {
  if (min !== undefined && max !== undefined)
    return min === max ? `${noun} of ${min}${unit}` : `${noun} ${rangeWord} ${min} to ${max}${unit}`;
  if (min !== undefined) return `${noun} of at least ${min}${unit}`;
  return max === undefined ? noun : `${noun} of at most ${max}${unit}`;
}

const withRange = (noun: string, { minimum, maximum }: JsonSchema, unit: string | undefined): string =>
  `${withBounds(noun, boundOf(minimum), boundOf(maximum), 'from', '')}${unit === undefined ? '' : `, in ${unit}`}`;

/** A noun with the bounds of its size; a minimum of 0 is left out. */
const withSizeBounds = (noun: string, min: number | undefined, max: number | undefined, unit: string): string =>
  withBounds(noun, boundOf(min || undefined), boundOf(max), 'of', ` ${unit}`);

function describeObject({ properties, required = [], additionalProperties, maxProperties }: JsonSchema): string {
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? ` with ${describe(additionalProperties)} for each name` : '';
    return `${withSizeBounds('an object', undefined, maxProperties, 'names')}${values}`;
  }
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  const shownNames = names.length > MAX_SHOWN_FIELDS ? [...names.slice(0, MAX_SHOWN_FIELDS), '…'] : names;
  return `\`{${shownNames.join(', ')}}\``;
}

function describeList({ prefixItems, items, minItems, maxItems }: JsonSchema): string {
  const list = withSizeBounds('a list', minItems, maxItems, 'entries');
  const laterItems = typeof items === 'object' ? describe(items) : undefined;
  if (prefixItems === undefined) return laterItems === undefined ? list : `${list}, each ${laterItems}`;
  const firstEntries = prefixItems.map((item) => describe(item));
  return `${list}: ${[...firstEntries, ...(laterItems === undefined ? [] : [`then each ${laterItems}`])].join(', ')}`;
}

/** Describes the values that a schema accepts. @param field the name of the field, whose last word gives the unit */
function describe(shape: JsonSchema, field = ''): string {
  const values = shape.enum ?? (shape.const === undefined ? undefined : [shape.const]);
  if (values !== undefined) return alternatives(values.map((value) => `\`${String(value)}\``));
  const { type } = shape;
  const typeBranches = Array.isArray(type) ? type.map((singleType) => ({ ...shape, type: singleType })) : undefined;
  const branches = shape.anyOf ?? shape.oneOf ?? typeBranches;
  if (branches !== undefined) return alternatives([...new Set(branches.map((branch) => describe(branch, field)))]);
  const unit = UNITS.get(field.split('_').at(-1) ?? '');
  switch (type) {
    case 'string':
      return (
        FORMATS.get(shape.format ?? '') ?? withSizeBounds('a text', shape.minLength, shape.maxLength, 'characters')
      );
    case 'integer':
      return withRange('a whole number', shape, unit);
    case 'number':
      return withRange('a number', shape, unit);
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
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string')
    return withoutReferences(ownPropertyValue(definitions, value.$ref.slice('#/$defs/'.length)) ?? {}, definitions);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutReferences(member, definitions)]),
  );
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
