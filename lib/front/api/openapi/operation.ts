import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import {
  errorCodesOf,
  hasNotModifiedAnswer,
  openApiAnswerHeaders,
  openApiErrorResponse,
  takesIdempotencyKey,
} from './error-answers.ts';
import type { JsonSchema, SchemaWriter } from './json-schema.ts';

/** The prefix of the names of an operation's components, such as `CreateTimeline`. */
const componentPrefix = ({ operation }: OperationContract): string =>
  operation.charAt(0).toUpperCase() + operation.slice(1);

/** The OpenAPI operation object of a contract. */
export function openApiOperationObject(contract: OperationContract, writer: SchemaWriter): JsonSchema {
  return {
    operationId: contract.operation,
    tags: [contract.tag],
    summary: contract.summary,
    ...(contract.description === undefined ? {} : { description: contract.description }),
    ...(contract.open ? { security: [] } : {}),
    ...parametersField(contract, writer),
    ...(contract.body ? { requestBody: requestBodyObject(contract, contract.body, writer) } : {}),
    responses: {
      200: successResponseObject(contract, writer),
      ...(hasNotModifiedAnswer(contract)
        ? {
            304: {
              description: 'Not modified: the answer is the same as the one whose `etag` was sent.',
              headers: openApiAnswerHeaders(contract, 304),
            },
          }
        : {}),
      ...Object.fromEntries(
        [...errorCodesOf(contract)].map(([status, codes]) => [status, openApiErrorResponse(contract, status, codes)]),
      ),
    },
  };
}

/** The field `parameters` of an operation object; no field without parameters. */
function parametersField(contract: OperationContract, writer: SchemaWriter): { parameters?: JsonSchema[] } {
  const parameters = [
    ...parametersOf(contract.params, 'path', writer),
    ...parametersOf(contract.query, 'query', writer),
    ...(takesIdempotencyKey(contract) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(contract.conditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(hasNotModifiedAnswer(contract) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function parametersOf(
  schema: OperationContract['params'],
  place: 'path' | 'query',
  writer: SchemaWriter,
): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = writer.input(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    // A path parameter cannot be empty, because the path would then be another one.
    schema: place === 'path' && property.type === 'string' ? { minLength: 1, ...property } : property,
  }));
}

function requestBodyObject(
  contract: OperationContract,
  body: NonNullable<OperationContract['body']>,
  writer: SchemaWriter,
): JsonSchema {
  const examples = Object.entries(contract.examples ?? {}).map(([name, value]) => [name, { value }]);
  const json = {
    schema: writer.named(`${componentPrefix(contract)}Body`, writer.input(body)),
    ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
  };
  return {
    required: !contract.body_optional,
    content: {
      'application/json': json,
      ...(contract.upload ? uploadContent(contract, contract.upload, writer) : {}),
    },
  };
}

/** The media types in which an operation takes a file: as a field of a form, or as the whole body. */
function uploadContent(
  contract: OperationContract,
  { field, second_field, form, types }: NonNullable<OperationContract['upload']>,
  writer: SchemaWriter,
): JsonSchema {
  const bytesSchema = { type: 'string', format: 'binary' };
  const { properties = {} } = form ? writer.input(form) : {};
  return {
    'multipart/form-data': {
      schema: writer.named(`${componentPrefix(contract)}Form`, {
        type: 'object',
        properties: {
          [field]: bytesSchema,
          ...(second_field === undefined ? {} : { [second_field]: bytesSchema }),
          ...(properties as JsonSchema),
        },
        required: [field],
        additionalProperties: false,
      }),
    },
    ...Object.fromEntries(types.map((type) => [type, { schema: bytesSchema }])),
  };
}

/** The content of an answer that is a file, or a text. */
const fileContent = (media: string): JsonSchema => ({
  [media]: { schema: media.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } },
});

function successResponseObject(contract: OperationContract, writer: SchemaWriter): JsonSchema {
  const { media, answer } = contract;
  const json = media === undefined ? answer : contract.json_file;
  const content = {
    ...(media === undefined ? {} : fileContent(media)),
    ...(json && {
      'application/json': { schema: writer.named(`${componentPrefix(contract)}Answer`, writer.output(json)) },
    }),
    ...Object.assign({}, ...Object.values(contract.text_media ?? {}).map(fileContent)),
  };
  return { description: 'Success.', headers: openApiAnswerHeaders(contract, 200), content };
}
