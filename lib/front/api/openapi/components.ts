import type { JsonSchema } from './json-schema.ts';

/** The ways to send credentials, in order of precedence. */
export const SECURITY_SCHEMES: Record<string, JsonSchema> = {
  ApiKeyAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Recommended for automation. Takes precedence over all other credentials.',
  },
  BearerAuth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'For interactive flows. Used only without an API key.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'A JWT in a cookie, for browsers. Used only without an API key and a bearer token. Requests that change data also need an allowed `Origin`.',
  },
};

/** Header parameters that several operations share. */
export const SHARED_HEADER_PARAMETERS: Record<string, JsonSchema> = {
  IdempotencyKey: {
    name: 'idempotency-key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe: for 24 hours, the same key and body return the first answer. 1 to 255 visible ASCII characters.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7E]{1,255}$', minLength: 1, maxLength: 255 },
    // It has no example: the documentation page would send it as the key of each request, and the second one would get a 422.
  },
  IfMatch: {
    name: 'if-match',
    in: 'header',
    required: false,
    description:
      'The change is made only while the resource is as this tag names it; otherwise the answer is 412 `precondition_failed`. One or more `etag` values, or `*`. Weak tags never match.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'if-none-match',
    in: 'header',
    required: false,
    description:
      'The `etag` of an answer that the client has: the answer is 304, without a body, while it is the same.',
    schema: { type: 'string' },
  },
};

/** The description of a header whose value is a string. */
const textHeader = (description: string, example: string): JsonSchema => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Headers of answers. */
export const OPENAPI_ANSWER_HEADERS: Record<string, JsonSchema> = {
  'x-request-id': textHeader('Id of this request; equal to `error.request_id`.', 'req_01JD7XK3ZV5Q8W9R2T4Y6B0C1E'),
  'RateLimit-Policy': textHeader('The limits of the account for this class of operations.', '"requests";q=300;w=60'),
  RateLimit: textHeader('Remaining requests (`r`) and seconds until the limit resets (`t`).', '"requests";r=299;t=60'),
  'retry-after': {
    description: 'Seconds to wait before sending the request again.',
    schema: { type: 'integer', minimum: 0 },
    example: 7,
  },
  etag: textHeader(
    'Tag of the resource as this answer shows it: for `if-match` of a change and `if-none-match` of a GET.',
    '"5.2jmj7l5rSw0yVb_vlWAYkK"',
  ),
  allow: textHeader('The methods that the path takes.', 'GET, HEAD, POST'),
  'idempotent-replayed': {
    description: '`true` on an answer that was given before for this idempotency key.',
    schema: { type: 'string', const: 'true' },
  },
};
