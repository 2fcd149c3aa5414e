import { z } from 'zod';

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown };

const COMPONENTS = '#/components/schemas/';

/**
 * Turns zod schemas into JSON Schemas that share one set of components: every schema with a `meta({ id })` becomes the
 * component of that name, and each use of it a `$ref`.
 */
export interface SchemaWriter {
  /** What a client may send. */
  input(schema: z.ZodType): JsonSchema;
  /** What the service answers. Objects stay open: a later version may add fields. */
  output(schema: z.ZodType): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** @throws when two different schemas, or the two sides of one, claim the same name. */
export function schemaWriter(): SchemaWriter {
  const components: Record<string, JsonSchema> = {};

  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Within an object, so that a schema with a name of its own becomes a reference too.
    const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      override: ({ jsonSchema }) => simplify(jsonSchema, io),
    });
    for (const [name, definition] of Object.entries($defs)) {
      const written = withReferences(definition) as JsonSchema;
      const known = components[name];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written))
        throw new Error(`Two different schemas are called ${name}`);
      components[name] = written;
    }
    return withReferences(properties.it) as JsonSchema;
  }

  return {
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
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
  // The pattern spells out the calendar; the format says the same, and people can read it.
  if (schema.format === 'date-time') delete schema.pattern;
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
