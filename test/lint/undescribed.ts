import { createServiceOpenApiDocument } from '#front/api/openapi/description.ts';
import type { JsonSchema } from '#front/api/openapi/json-schema.ts';

const document = createServiceOpenApiDocument('http://localhost:3000/v1');

/** The operation objects of the description. */
export const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

/** A field or a parameter, and where it is: `Component.field`, `operation.parameter`. */
export interface Place {
  at: string;
  field: JsonSchema;
}

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Every field in a schema, with where it is. */
function fieldsIn(schema: unknown, at: string): Place[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsIn(one, at));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (['examples', 'example', 'default', 'enum', 'const'].includes(keyword) || !isObject(value)) return [];
    if (keyword !== 'properties') return fieldsIn(value, at);
    return Object.entries(value).flatMap(([name, field]) => [
      { at: `${at}.${name}`, field: field as JsonSchema },
      ...fieldsIn(field, `${at}.${name}`),
    ]);
  });
}

/** Every field of a component. */
export const fields = Object.entries(document.components.schemas ?? {}).flatMap(([name, schema]) =>
  fieldsIn(schema, name),
);
/** Every parameter of an operation. */
export const parameters = operations.flatMap(({ operationId, parameters: list = [] }) =>
  (list as JsonSchema[]).flatMap((parameter): Place[] =>
    parameter.$ref === undefined ? [{ at: `${operationId}.${parameter.name}`, field: parameter }] : [],
  ),
);

/** The schemas that a value can have, references followed. */
export function shapesOf(schema: JsonSchema): JsonSchema[] {
  if (typeof schema.$ref === 'string')
    return shapesOf((document.components.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}) as JsonSchema);
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  return alternatives ? alternatives.flatMap(shapesOf) : [schema];
}

/** Whether a reader can see what a value looks like: by its kind, its values, its default or an example. */
function isShown(schema: JsonSchema): boolean {
  if (['example', 'examples', 'default', 'const', 'enum'].some((keyword) => keyword in schema)) return true;
  return shapesOf(schema).every((shape) => {
    if (['enum', 'const', 'properties', 'examples'].some((keyword) => keyword in shape)) return true;
    if (shape.type === 'array') return isObject(shape.items) && isShown(shape.items as JsonSchema);
    return shape.type === 'boolean' || shape.type === 'null' || shape.format === 'binary';
  });
}

/** What the description does not say: operations and fields without a sentence, values that no example shows. */
export function undescribed(): { at: string; lacks: string }[] {
  const silent = operations.filter(({ summary, description }) => !summary || !description);
  const schemas = [...fields, ...parameters.map(({ at, field }) => ({ at, field: field.schema as JsonSchema }))];
  return [
    ...silent.map(({ operationId }) => ({ at: String(operationId), lacks: 'a sentence' })),
    ...[...fields, ...parameters].flatMap(({ at, field }) => (field.description ? [] : [{ at, lacks: 'a sentence' }])),
    ...schemas.flatMap(({ at, field }) => (isShown(field) ? [] : [{ at, lacks: 'an example' }])),
  ];
}
