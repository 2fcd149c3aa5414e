import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { API_ERRORS, type ErrorCode, type ErrorStatus } from '#kernel/shared/errors.ts';
import { errorDocUrlOf } from '../doc-url.ts';
import { canAnswersHaveEntityTag } from '../entity-tag.ts';
import { allErrorRows, type ErrorRow } from '../error-texts.ts';
import type { JsonSchema } from './json-schema.ts';

/** The parts of a contract on which the errors of its operation depend. */
type OperationShape = Pick<OperationContract, 'method' | 'path' | 'open' | 'query' | 'body' | 'errors' | 'conditional'>;

/** The parts of a contract on which the headers of its answers depend. */
type AnswerShape = Pick<OperationContract, 'method' | 'open' | 'media' | 'whole_answer' | 'written'>;

const takesCredentials = ({ open }: OperationShape): boolean => open !== true;
const takesBody = ({ body }: OperationShape): boolean => body !== undefined;
const hasParameters = ({ path }: OperationShape): boolean => path.includes('{');
/** Reports whether an operation takes an idempotency key: each POST with credentials does. */
export const takesIdempotencyKey = ({ method, open }: Pick<OperationContract, 'method' | 'open'>): boolean =>
  method === 'POST' && open !== true;

/** Reports whether an operation is a GET whose answers have an entity tag, and which can be answered by 304. */
export const hasNotModifiedAnswer = ({ method, ...contract }: AnswerShape): boolean =>
  method === 'GET' && canAnswersHaveEntityTag(contract);

/** Error codes that many operations can answer, each group with a test of the operations that can. */
const COMMON_ERRORS: readonly (readonly [
  applies: (contract: OperationShape) => boolean,
  codes: readonly ErrorCode[],
])[] = [
  [() => true, ['malformed_request', 'rate_limited', 'internal_error', 'bad_gateway', 'unavailable', 'timed_out']],
  [(contract) => contract.query !== undefined || takesBody(contract), ['validation_failed', 'unknown_field']],
  [hasParameters, ['validation_failed', 'route_not_found', 'method_not_allowed']],
  [takesIdempotencyKey, ['validation_failed', 'idempotency_in_progress', 'idempotency_key_reused']],
  // A GET answers it for a condition that it does not take.
  [({ method, open }) => method === 'GET' && open !== true, ['validation_failed']],
  [({ conditional }) => conditional === true, ['validation_failed', 'precondition_failed']],
  [takesBody, ['invalid_json', 'body_too_large', 'unsupported_media_type']],
  [
    takesCredentials,
    [
      'credentials_missing',
      'api_key_invalid',
      'token_invalid',
      'token_expired',
      'session_invalid',
      'plan_not_allowed',
      'scope_not_allowed',
      'request_blocked',
    ],
  ],
];

/** The codes of all errors that an operation can answer, by status; statuses and codes are sorted. */
export function errorCodesOf(contract: OperationShape): Map<ErrorStatus, ErrorCode[]> {
  const codes = new Set([
    ...COMMON_ERRORS.flatMap(([applies, groupCodes]) => (applies(contract) ? groupCodes : [])),
    ...contract.errors,
  ]);
  const codesByStatus = new Map<ErrorStatus, ErrorCode[]>();
  for (const code of [...codes].sort()) {
    const status = API_ERRORS[code][1];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  return new Map([...codesByStatus].sort(([a], [b]) => a - b));
}

const STATUS_TEXTS: Readonly<Record<ErrorStatus, string>> = {
  400: 'The request is not valid.',
  401: 'Credentials are missing or invalid.',
  403: 'The plan of the account, the scope of the key, or the firewall of the service does not allow this.',
  404: 'The resource does not exist, or belongs to another account.',
  405: 'The path does not take this method.',
  409: 'The request conflicts with the current state.',
  412: 'The resource is not in the state that `if-match` names, or is in one that `if-none-match` names.',
  413: 'The body is too large.',
  415: 'The content type is not supported.',
  422: 'The request is valid, but cannot be carried out.',
  429: 'Too many requests, or a quota is used up.',
  500: 'Something went wrong on our side.',
  502: 'The service failed while it handled the request.',
  503: 'The service is not available at the moment.',
  504: 'The service did not answer in time.',
};

const headerRefs = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an answer with a status, as references to components. */
export function openApiAnswerHeaders(contract: AnswerShape, status: number): JsonSchema {
  return headerRefs([
    'x-request-id',
    ...(status < 400 && (hasNotModifiedAnswer(contract) || contract.written) ? ['etag'] : []),
    ...(hasRateLimitHeaders(contract, status) ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(status === 409 || status === 429 || status === 503 ? ['retry-after'] : []),
    ...(status === 405 ? ['allow'] : []),
    ...(takesIdempotencyKey(contract) && (status === 200 || status === 422) ? ['idempotent-replayed'] : []),
  ]);
}

// Only a request whose account is known is counted and has these headers.
const hasRateLimitHeaders = ({ open }: Pick<OperationContract, 'open'>, status: number): boolean =>
  open !== true &&
  (status === 200 || status === 304 || (status >= 400 && status < 500 && status !== 401 && status !== 405));

const errorExampleOf = (baseUrl: string, { code, type, meaning }: ErrorRow): JsonSchema => ({
  summary: meaning,
  value: {
    error: {
      type,
      code,
      message: meaning,
      doc_url: errorDocUrlOf(baseUrl, code),
      request_id: 'req_01JD7XK3ZV5Q8W9R2T4Y6B0C1E',
      ...(code === 'validation_failed'
        ? { param: 'title', errors: [{ param: 'title', message: 'From 1 to 200 characters.' }] }
        : {}),
    },
  },
});

/** An example error for each code, to which the responses refer. @param baseUrl without a slash at its end */
export const errorExamples = (baseUrl: string): Record<string, JsonSchema> =>
  Object.fromEntries(allErrorRows().map((row) => [row.code, errorExampleOf(baseUrl, row)]));

/** The OpenAPI response object of an error status. Its examples are named for its codes. */
export function openApiErrorResponse(
  contract: AnswerShape,
  status: ErrorStatus,
  codes: readonly ErrorCode[],
): JsonSchema {
  return {
    description: `${STATUS_TEXTS[status]} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: openApiAnswerHeaders(contract, status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
