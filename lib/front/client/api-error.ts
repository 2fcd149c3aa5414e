import { parseJsonOrUndefined } from './parse-json-or-undefined.ts';
import type { components } from './schema.ts';

/** The content of `error` in an answer. */
type ErrorDetails = components['schemas']['Error']['error'];

/** The error in a body; undefined for a body that does not have the error shape of the service. */
function errorDetailsIn(body: unknown): ErrorDetails | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof error !== 'object' || error === null) return undefined;
  return 'code' in error && typeof error.code === 'string' && 'message' in error ? (error as ErrorDetails) : undefined;
}

/** The method and path of a request, as error messages name them. */
export interface RequestInErrorMessage {
  method: string;
  /** With the ids of the request, relative to the base address. */
  path: string;
}

/** The code of an error whose body does not have the error shape of the service: it may come from a proxy. */
export const UNREADABLE_ANSWER_CODE = 'unreadable_answer';

/** An error answer. Its message has the request, the status, the code, the reason, the request id, and each fault if there are several. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** `error.code`; `unreadable_answer` if the body does not have the error shape of the service. */
  readonly code: string;
  /** `error.message`, or the first 200 characters of a body without the error shape. */
  readonly reason: string;
  readonly requestId: string | undefined;
  /** The address of the page that explains the code. */
  readonly docUrl: string | undefined;
  /** The field or limit that caused the error, such as `slides[0].title`. */
  readonly param: string | undefined;
  /** All faults of the request; empty if the answer lists none. */
  readonly faults: readonly { param: string; message: string }[];

  /** Seconds after which the same request may succeed; only of a 429 with `retry-after`. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ method, path }: RequestInErrorMessage, status: number, body: string, headers: Headers | null) {
    const error = errorDetailsIn(parseJsonOrUndefined(body));
    const code = error?.code ?? UNREADABLE_ANSWER_CODE;
    const requestId = error?.request_id ?? headers?.get('x-request-id') ?? undefined;
    const reason = error?.message ?? (body.trim().slice(0, 200) || 'an empty body');
    const faults = error?.errors ?? [];
    super(
      [
        `${method} ${path} answered ${status} ${code}: ${reason}${requestId === undefined ? '' : ` (${requestId})`}`,
        // A single fault is already in the message.
        ...(faults.length > 1 ? faults.map(({ param, message }) => `  ${param}: ${message}`) : []),
      ].join('\n'),
    );
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.requestId = requestId;
    this.docUrl = error?.doc_url;
    this.param = error?.param;
    this.faults = faults;
    this.retryAfterSeconds = status === 429 ? secondsIn(headers?.get('retry-after')) : undefined;
  }
}

/** A number of seconds in a header; undefined for any other text. */
function secondsIn(text: string | null | undefined): number | undefined {
  const seconds = Number(text ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}

/** There is no complete answer: the connection was refused or broke, or the request timed out. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor({ method, path }: RequestInErrorMessage, baseUrl: string, cause: unknown) {
    super(`${method} ${path}: no answer from ${baseUrl} (${reasonOf(cause)})`, { cause });
  }
}

/** The reason of a failed `fetch`, which is in the cause of the error: a system code such as ECONNREFUSED, or a message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || cause.name;
}
