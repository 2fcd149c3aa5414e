import { z } from 'zod';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** A JSON Schema without references: many clients of models do not follow them. */
export interface InlinedJsonSchema {
  type?: string | readonly string[] | undefined;
  properties?: Record<string, InlinedJsonSchema>;
  items?: InlinedJsonSchema;
  anyOf?: InlinedJsonSchema[];
  oneOf?: InlinedJsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  required?: readonly string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  [keyword: string]: unknown;
}

/** Keywords whose values contain schemas of fields and items. */
export const SUBSCHEMA_KEYWORDS: ReadonlySet<string> = new Set(['properties', 'items']);

type Definitions = Record<string, unknown>;
/** The start of references to definitions. */
const DEFINITION = '#/$defs/';

/** Keywords that a model does not need: names of schemas and definitions. */
const OMITTED_KEYWORDS = new Set(['$schema', '$defs', 'id', '$id']);

/** A schema, or a part of it, whose references are replaced by the definitions that they name, without patterns. */
function withInlinedReferences(value: unknown, definitions: Definitions): unknown {
  if (Array.isArray(value)) return value.map((inner) => withInlinedReferences(inner, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...keywords } = value as Record<string, unknown>;
  const definition = typeof $ref === 'string' ? ownPropertyValue(definitions, $ref.replace(DEFINITION, '')) : undefined;
  const mergedSchema = { ...(definition as object | undefined), ...keywords } as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(mergedSchema)
      .filter(([key, inner]) => !(OMITTED_KEYWORDS.has(key) && typeof inner !== 'object') && key !== '$defs')
      .filter(([key]) => key !== 'pattern')
      .map(([key, inner]) => [
        key,
        key === 'properties' ? inlinedProperties(inner, definitions) : withInlinedReferences(inner, definitions),
      ]),
  );
}

const inlinedProperties = (value: unknown, definitions: Definitions): unknown =>
  Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [name, withInlinedReferences(inner, definitions)]),
  );

/** The JSON Schema of the input of a zod schema (values before defaults and transformations), without references and patterns. */
export function toInlinedInputSchema(schema: z.ZodType): InlinedJsonSchema {
  const fullSchema = z.toJSONSchema(schema, { io: 'input' });
  return withInlinedReferences(fullSchema, (fullSchema.$defs ?? {}) as Definitions) as InlinedJsonSchema;
}
