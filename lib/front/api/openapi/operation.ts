import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import {
  errorCodesOf,
  isGetWithEntityTag,
  openApiAnswerHeaders,
  openApiErrorResponse,
  takesIdempotencyKey,
} from './error-answers.ts';
import type { JsonSchema, SchemaWriter } from './json-schema.ts';

/** The prefix of the component names of an operation, such as `CreateTimeline`. */
const componentName = ({ operation }: OperationContract): string =>
  operation.charAt(0).toUpperCase() + operation.slice(1);

/** The OpenAPI operation object of a contract. */
export function openApiOperationObject(contract: OperationContract, write: SchemaWriter): JsonSchema {
  return {
    operationId: contract.operation,
    tags: [contract.tag],
    summary: contract.summary,
    ...(contract.description === undefined ? {} : { description: contract.description }),
    ...(contract.open ? { security: [] } : {}),
    ...withParameters(contract, write),
    ...(contract.body ? { requestBody: requestBody(contract, contract.body, write) } : {}),
    responses: {
      200: successObject(contract, write),
      ...(isGetWithEntityTag(contract)
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

function withParameters(contract: OperationContract, write: SchemaWriter): { parameters?: JsonSchema[] } {
  const parameters = [
    ...parametersOf(contract.params, 'path', write),
    ...parametersOf(contract.query, 'query', write),
    ...(takesIdempotencyKey(contract) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(contract.conditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(isGetWithEntityTag(contract) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ];
  return parameters.length === 0 ? {} : { parameters };
}

function parametersOf(schema: OperationContract['params'], place: 'path' | 'query', write: SchemaWriter): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = write.input(schema) as {
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

function requestBody(
  contract: OperationContract,
  body: NonNullable<OperationContract['body']>,
  write: SchemaWriter,
): JsonSchema {
  const examples = Object.entries(contract.examples ?? {}).map(([name, value]) => [name, { value }]);
  const json = {
    schema: write.named(`${componentName(contract)}Body`, write.input(body)),
    ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
  };
  return {
    required: !contract.body_optional,
    content: {
      'application/json': json,
      ...(contract.upload ? uploadContent(contract, contract.upload, write) : {}),
    },
  };
}

/** The media types in which an operation takes a file: as a field of a form, or as the whole body. */
function uploadContent(
  contract: OperationContract,
  { field, second_field, form, types }: NonNullable<OperationContract['upload']>,
  write: SchemaWriter,
): JsonSchema {
  const bytes = { type: 'string', format: 'binary' };
  const { properties = {} } = form ? write.input(form) : {};
  return {
    'multipart/form-data': {
      schema: write.named(`${componentName(contract)}Form`, {
        type: 'object',
        properties: {
          [field]: bytes,
          ...(second_field === undefined ? {} : { [second_field]: bytes }),
          ...(properties as JsonSchema),
        },
        required: [field],
        additionalProperties: false,
      }),
    },
    ...Object.fromEntries(types.map((type) => [type, { schema: bytes }])),
  };
}

const fileContent = (media: string): JsonSchema => ({
  [media]: { schema: media.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } },
});

function successObject(contract: OperationContract, write: SchemaWriter): JsonSchema {
  const { media, answer } = contract;
  const json = media === undefined ? answer : contract.json_file;
  const content = {
    ...(media === undefined ? {} : fileContent(media)),
    ...(json && {
      'application/json': { schema: write.named(`${componentName(contract)}Answer`, write.output(json)) },
    }),
    ...Object.assign({}, ...Object.values(contract.text_media ?? {}).map(fileContent)),
  };
  return { description: 'Success.', headers: openApiAnswerHeaders(contract, 200), content };
}
