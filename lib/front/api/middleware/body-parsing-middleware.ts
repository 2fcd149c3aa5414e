import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { OperationContract } from '#kernel/contract/operation-contract.ts';
import { invalidValueError, ServiceError } from '#kernel/shared/errors.ts';
import { isFileUploadContentType, readFileOfRequest } from '../upload.ts';
import { headerValue } from './headers.ts';
import { jsonFault } from './json-fault.ts';
import { type EndpointMiddleware, requireRequestState } from './request-state.ts';

const isJson = (contentType: string): boolean => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType.trim());

/**
 * The key for which the parser refused a body, such as `__proto__`, which could change the prototype of an object; undefined for other
 * errors.
 */
function forbiddenKeyOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !error.message.startsWith('Forbidden key')) return undefined;
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'data' in cause ? String(cause.data) : undefined;
}

function invalidJsonError(text: string, cause: unknown): ServiceError {
  const fault = jsonFault(text);
  return new ServiceError('invalid_json', `The body is not valid JSON.${fault === undefined ? '' : ` ${fault}`}`, {
    cause,
  });
}

/** The ServiceError for an error of the body parser; other errors as they are. */
function bodyErrorOf(
  error: unknown,
  { body, isBase64Encoded }: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>,
): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 415)
    return new ServiceError('unsupported_media_type', 'Send the body as content-type: application/json.', {
      cause: error,
    });
  const forbiddenKey = forbiddenKeyOf(error);
  if (forbiddenKey !== undefined)
    return new ServiceError('invalid_json', `The body has a key that is not allowed: ${forbiddenKey}.`, {
      cause: error,
    });
  if (status === 422 || status === 400)
    return invalidJsonError(isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? ''), error);
  return error;
}

/** Parses the body: JSON, or a file if the contract takes files. An operation without a body ignores it. */
export function bodyParsingMiddleware({ body, body_optional, upload }: OperationContract): EndpointMiddleware {
  const parser = httpJsonBodyParser<APIGatewayProxyEvent>();
  return {
    before: async (request) => {
      const { event } = request;
      if (!body) return;
      const contentType = headerValue(event, 'content-type');
      if (event.body === null || event.body === '') {
        if (upload && contentType !== undefined && isFileUploadContentType(contentType, upload))
          throw invalidValueError('body', 'The body is empty. Send the file as the body, or as a field of a form.');
        if (!body_optional)
          throw new ServiceError(
            'invalid_json',
            'This operation needs a JSON body. Send an object with content-type: application/json.',
          );
        Object.assign(event, { body: {} });
        return;
      }
      if (upload && contentType !== undefined && !isJson(contentType)) {
        requireRequestState(event).file = await readFileOfRequest(event, contentType, upload);
        return;
      }
      // The parser looks for two spellings of this header name; clients may send it in any case.
      if (contentType !== undefined) event.headers = { ...event.headers, 'content-type': contentType };
      const unparsedBody = { body: event.body, isBase64Encoded: event.isBase64Encoded };
      try {
        await parser.before?.(request);
      } catch (error) {
        throw bodyErrorOf(error, unparsedBody);
      }
    },
  };
}
