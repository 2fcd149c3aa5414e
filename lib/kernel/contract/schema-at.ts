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

/** Returns a schema without its wrappers: optional, nullable, default, transformation. */
function unwrapSchema(schema: unknown): unknown {
  if (schema instanceof ZodOptional || schema instanceof ZodNullable || schema instanceof ZodDefault)
    return unwrapSchema(schema.def.innerType);
  if (!(schema instanceof ZodPipe)) return schema;
  // A transform before a schema says nothing about the accepted values.
  return unwrapSchema(schema.def.in instanceof ZodTransform ? schema.def.out : schema.def.in);
}

/** Caches the result of `alternativesOfSchema`: schemas are constants, and each fault of a request needs the alternatives of its whole path. */
const alternativesBySchema = new WeakMap<object, readonly unknown[]>();

/** The schemas that a value can have: the alternatives of a union, else the schema itself. */
export function alternativesOfSchema(schema: unknown): readonly unknown[] {
  if (typeof schema !== 'object' || schema === null) return [schema];
  const cachedAlternatives = alternativesBySchema.get(schema);
  if (cachedAlternatives) return cachedAlternatives;
  const innerSchema = unwrapSchema(schema);
  const alternatives =
    innerSchema instanceof ZodUnion ? innerSchema.options.flatMap(alternativesOfSchema) : [innerSchema];
  alternativesBySchema.set(schema, alternatives);
  return alternatives;
}

/** The schemas of a field of an object, an entry of a list or a value of a record; empty if the schema has no such part. */
function partSchemasOf(schema: unknown, part: PropertyKey): unknown[] {
  if (schema instanceof ZodObject)
    return Object.hasOwn(schema.shape, part) ? [ownPropertyValue(schema.shape, String(part))] : [];
  if (schema instanceof ZodArray) return [schema.element];
  return schema instanceof ZodRecord ? [schema.valueType] : [];
}

/** The schemas that the value at a path can have; unions are replaced by their alternatives. */
export const schemasAtPath = (schema: z.ZodType, path: readonly PropertyKey[]): readonly unknown[] =>
  path.reduce<readonly unknown[]>(
    (schemas, part) => schemas.flatMap((alternative) => partSchemasOf(alternative, part)).flatMap(alternativesOfSchema),
    alternativesOfSchema(schema),
  );

/** The names of the fields that an object at a path can have. */
export const fieldNamesAtPath = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(
    schemasAtPath(schema, path).flatMap((alternative) =>
      alternative instanceof ZodObject ? Object.keys(alternative.shape) : [],
    ),
  ),
];

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  null: '`null`',
};

/** Describes a schema for a client: `{upload_id, alt?}` for an object, the name of a simple type; undefined for all other types. */
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
  ...new Set(schemasAtPath(schema, path).flatMap((alternative) => shapeOf(alternative) ?? [])),
];
