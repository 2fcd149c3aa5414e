import type { OpenApiDocument } from '#front/api/openapi/document.ts';
import type { JsonSchema } from '#front/api/openapi/json-schema.ts';

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The description with every answer closed: published, an answer may get further fields; here, one that the description
 * does not have is to be found, and so is a code that the operation does not have. What a client sends is strict already.
 */
export function closeAnswers(description: OpenApiDocument): OpenApiDocument {
  const closed = structuredClone(description);
  const { schemas = {}, responses = {} } = closed.components;
  const requests = new Set(schemasOfRequests(closed));
  for (const [name, schema] of Object.entries(schemas)) if (!requests.has(name)) close(schema);
  for (const response of Object.values(responses)) {
    close(response);
    narrow(response);
  }
  for (const path of Object.values(closed.paths))
    for (const operation of Object.values(path)) close(operation.responses);
  return closed;
}

/** Closes every object with listed properties; one that only narrows another schema (no `type`) is not one of them. */
function close(value: unknown): void {
  if (Array.isArray(value)) value.forEach(close);
  if (!isObject(value)) return;
  const listed = value.type === 'object' && isObject(value.properties);
  if (listed && value.additionalProperties === undefined && Object.keys(value.properties as object).length > 0)
    value.additionalProperties = false;
  Object.values(value).forEach(close);
}

/** Lets a failure have only the codes that its response has examples of. */
function narrow({ content }: JsonSchema): void {
  const json = isObject(content) ? content['application/json'] : undefined;
  if (!isObject(json) || !isObject(json.schema) || !isObject(json.examples)) return;
  const code = { enum: Object.keys(json.examples) };
  json.schema = { allOf: [json.schema, { properties: { error: { properties: { code } } } }] };
}

/** Names of the components that describe what a client sends, directly or not. */
function schemasOfRequests({ paths, components }: OpenApiDocument): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    if (typeof value.$ref === 'string') {
      const name = value.$ref.split('/').at(-1) ?? '';
      if (found.has(name)) return;
      found.add(name);
      visit(components.schemas?.[name]);
    }
    Object.values(value).forEach(visit);
  };
  for (const path of Object.values(paths)) for (const operation of Object.values(path)) visit(operation.requestBody);
  return [...found];
}
