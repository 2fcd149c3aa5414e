import { readJson } from './read-json.ts';
import type { components } from './schema.ts';

/** Content of `error` in an answer. */
type Refusal = components['schemas']['Error']['error'];

/** The refusal in a body; undefined in one that is not in the error shape of the service. */
function refusalIn(body: unknown): Refusal | undefined {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof error !== 'object' || error === null) return undefined;
  return 'code' in error && typeof error.code === 'string' && 'message' in error ? (error as Refusal) : undefined;
}

export interface Operation {
  method: string;
  /** With the ids filled in, relative to the base address. */
  path: string;
}

/** The code of an answer whose body is not in the service's error shape: something else may have answered. */
export const UNREADABLE_ANSWER = 'unreadable_answer';

/** The service refused a request, or failed at it. The message shows code, message and request id, and each fault. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** `error.code`; `unreadable_answer` when the body is not in the service's error shape. */
  readonly code: string;
  /** Reason that the service gives: `error.message`, or the beginning of a body that is not in its error shape. */
  readonly reason: string;
  readonly requestId: string | undefined;
  /** The address of the page that explains the code. */
  readonly docUrl: string | undefined;
  /** The field or limit that it is about, as in `slides[0].title`. */
  readonly param: string | undefined;
  /** Each fault of the request, where it has several. */
  readonly faults: readonly { param: string; message: string }[];

  /** Seconds after which the same request may succeed; undefined when the answer is not a rate limit that says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ method, path }: Operation, status: number, body: string, headers: Headers | null) {
    const error = refusalIn(readJson(body));
    const code = error?.code ?? UNREADABLE_ANSWER;
    const requestId = error?.request_id ?? headers?.get('x-request-id') ?? undefined;
    const said = error?.message ?? (body.trim().slice(0, 200) || 'an empty body');
    const faults = error?.errors ?? [];
    super(
      [
        `${method} ${path} answered ${status} ${code}: ${said}${requestId === undefined ? '' : ` (${requestId})`}`,
        // A single fault is already in the message.
        ...(faults.length > 1 ? faults.map(({ param, message }) => `  ${param}: ${message}`) : []),
      ].join('\n'),
    );
    this.status = status;
    this.code = code;
    this.reason = said;
    this.requestId = requestId;
    this.docUrl = error?.doc_url;
    this.param = error?.param;
    this.faults = faults;
    this.retryAfterSeconds = status === 429 ? secondsIn(headers?.get('retry-after')) : undefined;
  }
}

/** A whole or broken number of seconds; undefined for anything else. */
function secondsIn(text: string | null | undefined): number | undefined {
  const seconds = Number(text ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}

/** No whole answer came: nothing listens there, the connection broke, or it took too long. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor({ method, path }: Operation, baseUrl: string, cause: unknown) {
    super(`${method} ${path}: no answer from ${baseUrl} (${reasonOf(cause)})`, { cause });
  }
}

/** `fetch` hides what happened in the cause of a "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || cause.name;
}
