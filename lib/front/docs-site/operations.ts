import { z } from 'zod';
import type { OpenApiDocument } from '#front/api/openapi/document.ts';
import { parseJson } from '#kernel/shared/parse-json.ts';

const refSchema = z.object({ $ref: z.string() });
const openApiSchemaSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  examples: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});
/** A schema in the OpenAPI document of the API. */
export type OpenApiSchema = z.infer<typeof openApiSchemaSchema>;

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: openApiSchemaSchema,
});
/** A parameter of an operation in the OpenAPI document. */
export type OpenApiParameter = z.infer<typeof parameterSchema>;

const contentSchema = z.record(
  z.string(),
  z.object({
    schema: openApiSchemaSchema.optional(),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
  }),
);
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  tags: z.tuple([z.string()]),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.union([refSchema, parameterSchema])).default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: contentSchema }).optional(),
  responses: z.object({ 200: z.object({ content: contentSchema }) }),
});

/** The parts of an operation that the reference shows. */
export interface DescribedOperation {
  id: string;
  tag: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  summary: string;
  description: string | undefined;
  /** True if the operation needs no credentials. */
  needsNoCredentials: boolean;
  parameters: OpenApiParameter[];
  /** Undefined for an operation without a body. */
  body: { required: boolean; mediaTypes: string[]; schema: OpenApiSchema | undefined; example: unknown } | undefined;
  answer: { mediaType: string; schema: OpenApiSchema | undefined };
}

const methodSchema = z.enum(['get', 'post', 'put', 'patch', 'delete']);

/** The component that a `$ref` names. @throws Error for a component that the document does not have */
function resolveComponent(document: OpenApiDocument, ref: string): unknown {
  const [, , componentType = '', name = ''] = ref.split('/');
  const component = (document.components as unknown as Record<string, Record<string, unknown>>)[componentType]?.[name];
  if (component === undefined) throw new Error(`The description has no ${ref}`);
  return component;
}

/** A schema with its `$ref`, if it has one, resolved. Keywords next to `$ref` have precedence over those of the named schema. */
export function resolveSchemaRef(document: OpenApiDocument, schemaValue: unknown): OpenApiSchema {
  const schema = openApiSchemaSchema.parse(schemaValue);
  if (schema.$ref === undefined) return schema;
  const { $ref, ...siblings } = schema;
  return { ...resolveSchemaRef(document, resolveComponent(document, $ref)), ...siblings };
}

function describeOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  operationObject: unknown,
): DescribedOperation {
  const operation = operationSchema.parse(operationObject);
  const [[mediaType, answer] = ['', { schema: undefined }]] = Object.entries(operation.responses[200].content);
  const content = operation.requestBody?.content;
  const [example] = Object.values(content?.['application/json']?.examples ?? {});
  return {
    id: operation.operationId,
    tag: operation.tags[0],
    method: methodSchema.parse(method),
    path,
    summary: operation.summary,
    description: operation.description,
    needsNoCredentials: operation.security?.length === 0,
    parameters: operation.parameters.map((parameter) =>
      parameterSchema.parse('$ref' in parameter ? resolveComponent(document, parameter.$ref) : parameter),
    ),
    body: operation.requestBody && {
      required: operation.requestBody.required,
      mediaTypes: Object.keys(content ?? {}),
      schema: content?.['application/json']?.schema,
      example: example?.value,
    },
    answer: { mediaType, schema: answer.schema },
  };
}

const documentSchema = z.custom<OpenApiDocument>(
  (value) => typeof value === 'object' && value !== null && 'paths' in value,
);

/** An OpenAPI document as it is after serialization to JSON: without undefined fields. */
export const toOpenApiWithoutUndefined = (document: OpenApiDocument): OpenApiDocument =>
  parseJson(documentSchema, JSON.stringify(document));

/** The operations of an OpenAPI document, in its order. */
export function describeOperations(document: OpenApiDocument): DescribedOperation[] {
  const plainDocument = toOpenApiWithoutUndefined(document);
  return Object.entries(plainDocument.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => methodSchema.safeParse(method).success)
      .map(([method, object]) => describeOperation(plainDocument, path, method, object)),
  );
}

/** The depth below which examples have no fields and items. */
const MAX_DEPTH = 6;

/** One example of the examples of schemas that all apply: the fields of all objects; else the first example. */
const mergedExample = ([firstExample, ...otherExamples]: readonly unknown[]): unknown =>
  typeof firstExample === 'object' && firstExample !== null
    ? Object.assign({}, firstExample, ...otherExamples)
    : firstExample;

/** An example value of a schema, composed of the examples of its parts; null below a depth of MAX_DEPTH. */
export function exampleOfSchema(document: OpenApiDocument, schemaValue: unknown, depth = 0): unknown {
  const schema = resolveSchemaRef(document, schemaValue);
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (depth > MAX_DEPTH) return null;
  const exampleOfPart = (part: unknown): unknown => exampleOfSchema(document, part, depth + 1);
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch !== undefined) return exampleOfPart(branch);
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, exampleOfPart(part)] as const);
  if (schema.allOf !== undefined)
    return mergedExample([...schema.allOf.map(exampleOfPart), Object.fromEntries(fields)]);
  if (schema.properties !== undefined) return Object.fromEntries(fields);
  if (schema.items !== undefined) return [exampleOfPart(schema.items)];
  if (schema.default !== undefined) return schema.default;
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type === 'object') return {};
  return type === 'string' ? 'text' : null;
}
