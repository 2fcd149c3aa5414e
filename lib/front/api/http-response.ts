import type { CompleteHttpAnswer, OperationContract } from '#kernel/contract/operation-contract.ts';
import { TextAnswer } from '#kernel/contract/text-answer.ts';
import {
  DependencyUnavailableError,
  type ErrorCode,
  ServiceError,
  serviceUnavailableError,
} from '#kernel/shared/errors.ts';
import { errorDocUrlOf } from './doc-url.ts';

/** Response of a handler to API Gateway (REST, Lambda proxy). */
export interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

/** A JSON response that must not be cached. */
export const jsonResponse = (
  statusCode: number,
  body: object,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => uncachedJsonHttpResponse(statusCode, JSON.stringify(body), requestId, headers);

/** A JSON response that must not be cached. @param json the body as text */
export const uncachedJsonHttpResponse = (
  statusCode: number,
  json: string,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  statusCode,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...headers,
  },
  body: json,
});

/** The response of an operation that speaks another protocol, such as OAuth or MCP, and sets status, headers and body itself. */
export const toCompleteHttpResponse = (
  { status, headers, body }: CompleteHttpAnswer,
  requestId: string,
): HttpResponse => ({
  statusCode: status,
  headers: { ...headers, 'x-request-id': requestId, 'cache-control': 'no-store' },
  body,
});

/**
 * A success as the contract describes it: JSON, another form of it, a file, or a response of another protocol.
 * @param answer for a file its bytes
 */
export const createSuccessResponse = (
  { media, file_name, whole_answer }: Pick<OperationContract, 'media' | 'file_name' | 'whole_answer'>,
  answer: unknown,
  requestId: string,
): HttpResponse => {
  if (answer instanceof TextAnswer) return textResponse(answer, requestId);
  if (whole_answer) return toCompleteHttpResponse(answer as CompleteHttpAnswer, requestId);
  return media === undefined
    ? jsonResponse(200, answer as object, requestId)
    : bytesResponse(media, answer as Uint8Array, requestId, file_name);
};

/** A success with a text in another format than JSON. A browser must not take a text that a client wrote for HTML. */
const textResponse = ({ media, text }: TextAnswer, requestId: string): HttpResponse => ({
  statusCode: 200,
  headers: {
    'content-type': media,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: text,
});

/** The response to a repetition of a request with an idempotency key. @param json the body of the first response */
export const replayedResponse = (json: string, requestId: string): HttpResponse =>
  uncachedJsonHttpResponse(200, json, requestId, { 'idempotent-replayed': 'true' });

/**
 * The 304 for a client that has this version of the resource already.
 * @param unsentResponse the response that it replaces, whose headers it has, other than the media type
 * @param etag the entity tag of the resource, in quotes
 */
export const notModifiedResponse = (unsentResponse: HttpResponse, etag: string): HttpResponse => {
  const { 'content-type': _, ...otherHeaders } = unsentResponse.headers;
  return { statusCode: 304, headers: { ...otherHeaders, etag }, body: '' };
};

/** A success whose body is a file, in base64 as API Gateway requires. @param fileName absent: browsers show the file instead of saving it */
export const bytesResponse = (
  mediaType: string,
  bytes: Uint8Array,
  requestId: string,
  fileName?: string,
): HttpResponse => ({
  statusCode: 200,
  headers: {
    'content-type': mediaType,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...(fileName === undefined ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }),
  },
  body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  isBase64Encoded: true,
});

/** The error that a client sees. Errors other than `ServiceError` become `unavailable` or `internal_error`, which reveal no details. */
function clientErrorOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof DependencyUnavailableError)
    return serviceUnavailableError('The service is not available at the moment; try again shortly.', error);
  return new ServiceError('internal_error', 'Something went wrong on our side.');
}

/** A response in the one error shape of the service. @param baseUrl the base address of the API, without a slash at its end */
export function errorResponse(error: unknown, requestId: string, baseUrl: string): HttpResponse {
  const clientError = clientErrorOf(error);
  const { param, faults, unlistedFaults, headers } = clientError.details;
  return jsonResponse(
    clientError.status,
    {
      error: {
        type: clientError.type,
        code: clientError.code satisfies ErrorCode,
        message: clientError.message,
        ...(param === undefined ? {} : { param }),
        ...(faults === undefined ? {} : { errors: faults }),
        ...(unlistedFaults === undefined ? {} : { more_errors: unlistedFaults }),
        doc_url: errorDocUrlOf(baseUrl, clientError.code),
        request_id: requestId,
      },
    },
    requestId,
    headers,
  );
}
