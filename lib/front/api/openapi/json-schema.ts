import { z } from 'zod';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown };

const COMPONENTS = '#/components/schemas/';

/**
 * Turns zod schemas into JSON Schemas that share one set of components: every schema with a `meta({ id })` becomes the
 * component of that name, and each use of it a `$ref`.
 */
export interface SchemaWriter {
  /** Schema of values that a client may send. */
  input(schema: z.ZodType): JsonSchema;
  /** Schema of values that the service answers. Objects stay open: a later version may add fields. */
  output(schema: z.ZodType): JsonSchema;
  /** Makes a schema without its own name the component of this name. Gives a schema that has one back as it is. */
  named(name: string, schema: JsonSchema): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/**
 * @param enums by the name of their component: every enum with these values becomes a reference to it
 * @throws Error when two different schemas, or the two sides of one, claim the same name.
 */
export function schemaWriter(enums: Readonly<Record<string, readonly unknown[]>> = {}): SchemaWriter {
  const enumNames = new Map(Object.entries(enums).map(([name, values]) => [JSON.stringify(values), name]));
  const components: Record<string, JsonSchema> = {};

  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Within an object, so that a schema with its own name becomes a reference too.
    const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      override: ({ jsonSchema }) => simplify(jsonSchema, io),
    });
    for (const [name, definition] of Object.entries($defs))
      add(name, shareEnums(withReferences(definition)) as JsonSchema);
    return shareEnums(withReferences(properties.it)) as JsonSchema;
  }

  function add(name: string, schema: JsonSchema): JsonSchema {
    const known = components[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are called ${name}`);
    components[name] = schema;
    return { $ref: `${COMPONENTS}${name}` };
  }

  /** Puts references in the place of enums that have a name. What else is said of such a field stays next to the reference. */
  function shareEnums(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shareEnums);
    if (typeof value !== 'object' || value === null) return value;
    const written: JsonSchema = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === 'default' ? inner : shareEnums(inner)]),
    );
    const name = enumNames.get(JSON.stringify(written.enum));
    if (name === undefined) return written;
    const { type, enum: values, ...rest } = written;
    return { ...add(name, { type, enum: values }), ...rest };
  }

  return {
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
    named: (name, schema) => ('properties' in schema || 'anyOf' in schema ? add(name, schema) : schema),
    components,
  };
}

function simplify(schema: JsonSchema, io: 'input' | 'output'): void {
  if (io === 'output') {
    if (schema.additionalProperties === false) delete schema.additionalProperties;
    // That a whole number is exact in JavaScript says nothing about the thing that is counted.
    if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  }
  shortenTuple(schema);
  // The pattern spells out the calendar; the format says the same, and people can read it.
  if (schema.format === 'date-time') delete schema.pattern;
}

/**
 * Leaves out that a tuple has no further items where its largest length says so: generators of clients that do not know
 * `items: false` refuse the whole description.
 */
function shortenTuple(schema: JsonSchema): void {
  const { prefixItems, items, maxItems } = schema;
  if (Array.isArray(prefixItems) && items === false && maxItems === prefixItems.length) delete schema.items;
}

/** Points what zod calls `$defs` at the components. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', COMPONENTS)]
        : [key, withReferences(inner)],
    ),
  );
}
