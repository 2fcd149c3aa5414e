import { z } from 'zod';

/** A JSON Schema (draft 2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown };

const COMPONENTS_PATH = '#/components/schemas/';

/**
 * Converts zod schemas to JSON Schemas with a common set of components: a schema with `meta({ id })` becomes the component of
 * that name, and each use of it a `$ref`.
 */
export interface SchemaWriter {
  /** Converts a schema of values that a client may send. */
  input(schema: z.ZodType): JsonSchema;
  /** Converts a schema of values that the service answers. The result allows further fields, which a later version may add. */
  output(schema: z.ZodType): JsonSchema;
  /** Makes an object schema or a union the component of this name, and returns a reference to it. Returns any other schema as it is. */
  named(name: string, schema: JsonSchema): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/**
 * Creates a writer without components.
 * @param enums values of enums, by the name of their component: each enum with exactly these values becomes a reference to it
 * @throws Error if two different schemas, or input and output of one schema, have the same name
 */
export function createSchemaWriter(enums: Readonly<Record<string, readonly unknown[]>> = {}): SchemaWriter {
  const enumNames = new Map(Object.entries(enums).map(([name, values]) => [JSON.stringify(values), name]));
  const components: Record<string, JsonSchema> = {};

  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // The schema is wrapped in an object, because zod makes references only for inner schemas.
    const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      override: ({ jsonSchema }) => simplify(jsonSchema, io),
    });
    for (const [name, definition] of Object.entries($defs))
      addComponent(name, withEnumReferences(withReferences(definition)) as JsonSchema);
    return withEnumReferences(withReferences(properties.it)) as JsonSchema;
  }

  function addComponent(name: string, schema: JsonSchema): JsonSchema {
    const existingSchema = components[name];
    if (existingSchema !== undefined && JSON.stringify(existingSchema) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are called ${name}`);
    components[name] = schema;
    return { $ref: `${COMPONENTS_PATH}${name}` };
  }

  /** Replaces enums that have a component by references to it. Other keywords of the field, such as its description, stay. */
  function withEnumReferences(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withEnumReferences);
    if (typeof value !== 'object' || value === null) return value;
    const rewrittenSchema: JsonSchema = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === 'default' ? inner : withEnumReferences(inner)]),
    );
    const name = enumNames.get(JSON.stringify(rewrittenSchema.enum));
    if (name === undefined) return rewrittenSchema;
    const { type, enum: values, ...otherKeywords } = rewrittenSchema;
    return { ...addComponent(name, { type, enum: values }), ...otherKeywords };
  }

  return {
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
    named: (name, schema) => ('properties' in schema || 'anyOf' in schema ? addComponent(name, schema) : schema),
    components,
  };
}

/** Changes a schema that zod wrote: removes keywords that are wrong for answers, repeat others, or break generators of clients. */
function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  if (io === 'output') {
    if (schema.additionalProperties === false) delete schema.additionalProperties;
    // The limits of safe integers in JavaScript are not limits of the value.
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  }
  omitItemsOfTuple(schema);
  // The pattern repeats, in an unreadable form, what the format says.
  if (schema.format === 'date-time') delete schema.pattern;
}

/**
 * Removes `items: false` from a tuple whose `maxItems` says the same: some generators of clients do not know it and refuse the
 * whole document.
 */
function omitItemsOfTuple(schema: JsonSchema): void {
  const { prefixItems, items, maxItems } = schema;
  if (Array.isArray(prefixItems) && items === false && maxItems === prefixItems.length) delete schema.items;
}

/** Replaces references to `$defs`, as zod writes them, by references to the components of OpenAPI. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', COMPONENTS_PATH)]
        : [key, withReferences(inner)],
    ),
  );
}
