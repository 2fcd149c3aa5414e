import type { EventContract, OperationContract } from '#kernel/contract/operation-contract.ts';
import { OPENAPI_ANSWER_HEADERS, SECURITY_SCHEMES, SHARED_HEADER_PARAMETERS } from './components.ts';
import { errorExamples } from './error-answers.ts';
import { ERROR_BODY_SCHEMA } from './error-body.ts';
import { openApiEventObject } from './event.ts';
import { OPENAPI_INFO, OPERATION_TAGS } from './info.ts';
import { createSchemaWriter, type JsonSchema } from './json-schema.ts';
import { OPENAPI_ENUM_COMPONENTS } from './openapi-enum-components.ts';
import { openApiOperationObject } from './operation.ts';
import { moveResponsesToComponents } from './shared-responses.ts';
import { operationWithDescriptions, schemaWithDescriptions } from './words/add-words.ts';

/** An OpenAPI 3.1 document, with types for the parts that this project reads. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: JsonSchema & { version: string };
  servers: { url: string; description?: string }[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, JsonSchema>>;
  webhooks: Record<string, JsonSchema>;
  components: Record<string, Record<string, JsonSchema>>;
}

/** The sources of an OpenAPI document. */
export interface OpenApiDocumentSource {
  contracts: readonly OperationContract[];
  events: readonly EventContract[];
  /** The base address, with the version. */
  baseUrl: string;
}

/** The OpenAPI document of the public API, generated from its contracts and events. */
export function openApiDocument({ contracts, events, baseUrl }: OpenApiDocumentSource): OpenApiDocument {
  const writer = createSchemaWriter(OPENAPI_ENUM_COMPONENTS);
  writer.output(ERROR_BODY_SCHEMA);
  const paths: OpenApiDocument['paths'] = {};
  for (const contract of contracts) {
    const path = paths[contract.path] ?? {};
    paths[contract.path] = path;
    path[contract.method.toLowerCase()] = operationWithDescriptions(
      openApiOperationObject(contract, writer),
      contract.path,
    );
  }
  const responses = moveResponsesToComponents(Object.values(paths).flatMap((path) => Object.values(path)));
  const webhooks = Object.fromEntries(
    events.map((event) => [event.event, { post: openApiEventObject(event, writer) }]),
  );
  const schemas = Object.fromEntries(
    Object.entries(writer.components)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, schemaWithDescriptions(schema, name) as JsonSchema]),
  );
  return {
    openapi: '3.1.1',
    info: OPENAPI_INFO,
    servers: [{ url: baseUrl }],
    tags: OPERATION_TAGS,
    security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    paths,
    webhooks,
    components: {
      schemas,
      parameters: SHARED_HEADER_PARAMETERS,
      responses,
      headers: OPENAPI_ANSWER_HEADERS,
      examples: errorExamples(baseUrl),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
