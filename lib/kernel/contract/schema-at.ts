import {
  ZodArray,
  ZodDefault,
  ZodNullable,
  ZodObject,
  ZodOptional,
  ZodPipe,
  ZodRecord,
  ZodTransform,
  ZodUnion,
  type z,
} from 'zod';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** A schema without its wrappers: optional, nullable, default, transformation. */
function unwrapped(schema: unknown): unknown {
  if (schema instanceof ZodOptional || schema instanceof ZodNullable || schema instanceof ZodDefault)
    return unwrapped(schema.def.innerType);
  if (!(schema instanceof ZodPipe)) return schema;
  // A transform before a schema says nothing about the accepted values.
  return unwrapped(schema.def.in instanceof ZodTransform ? schema.def.out : schema.def.in);
}

/** Cached alternatives by schema: schemas are constants, and each fault of a request needs the alternatives of its whole path. */
const found = new WeakMap<object, readonly unknown[]>();

/** The schemas that a value can have: the alternatives of a union, else the schema itself. */
export function alternativesOfSchema(schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return [schema];
  const known = found.get(schema);
  if (known) return known;
  const own = unwrapped(schema);
  const all = own instanceof ZodUnion ? own.options.flatMap(alternativesOfSchema) : [own];
  found.set(schema, all);
  return all;
}

function inside(schema: unknown, part: PropertyKey): unknown[] {
  if (schema instanceof ZodObject)
    return Object.hasOwn(schema.shape, part) ? [ownPropertyValue(schema.shape, String(part))] : [];
  if (schema instanceof ZodArray) return [schema.element];
  return schema instanceof ZodRecord ? [schema.valueType] : [];
}

/** The schemas that the value at a path can have; unions are replaced by their alternatives. */
export const schemasAtPath = (schema: z.ZodType, path: readonly PropertyKey[]): readonly unknown[] =>
  path.reduce<readonly unknown[]>(
    (schemas, part) => schemas.flatMap((one) => inside(one, part)).flatMap(alternativesOfSchema),
    alternativesOfSchema(schema),
  );

/** The names of the fields that an object at a path can have. */
export const fieldNamesAtPath = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(schemasAtPath(schema, path).flatMap((one) => (one instanceof ZodObject ? Object.keys(one.shape) : []))),
];

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  null: '`null`',
};

/** A schema in words for a client: `{upload_id, alt?}` for an object; undefined for other types. */
function shapeOf(schema: unknown): string | undefined {
  if (!(schema instanceof ZodObject)) {
    const type = typeof schema === 'object' && schema !== null && 'type' in schema ? String(schema.type) : '';
    return ownPropertyValue(TYPE_NAMES, type);
  }
  const fields = Object.entries(schema.shape).map(([name, field]) =>
    field instanceof ZodOptional || field instanceof ZodDefault ? `${name}?` : name,
  );
  return `\`{${fields.join(', ')}}\``;
}

/** The possible shapes of a value at a path, each once. */
export const valueShapesAtPath = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(schemasAtPath(schema, path).flatMap((one) => shapeOf(one) ?? [])),
];
