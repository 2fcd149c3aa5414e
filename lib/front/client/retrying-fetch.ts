import { ApiError, NoAnswer, type RequestInErrorMessage } from './api-error.ts';
import { parseJsonOrUndefined } from './parse-json-or-undefined.ts';

const NOT_MODIFIED = 304;

/** Number of retries after a 429 with `retry-after`, and the longest `retry-after`, in seconds, that the client waits for. */
const RATE_LIMIT_RETRIES = 5;
const RATE_LIMIT_SECONDS = 60;

/** Milliseconds before the first retry after a temporary failure; each further delay is twice as long, up to the longest one. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Statuses of temporary failures. */
const TEMPORARY_STATUSES: readonly number[] = [500, 502, 503, 504];

/** Options of retries. */
export interface RetryOptions {
  /** Aborts requests and delays. */
  signal?: AbortSignal | undefined;
  /**
   * Number of repetitions of a request without an answer, or with a 5xx; by default 0. Repetitions have no second effect: a POST has
   * an idempotency key, and the other methods are idempotent.
   */
  retries?: number | undefined;
  /** Waits; rejects with the signal's reason after an abort. */
  sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** A random number from 0 to 1, which spreads the retries of clients that failed at the same time. */
  random?: (() => number) | undefined;
}

/** Options of `retryingFetch`. */
export interface RetryingFetchOptions extends RetryOptions {
  /** With the version, without a slash at its end. */
  baseUrl: string;
  /** Time-out of one request, in milliseconds. */
  timeoutMs?: number | undefined;
  /** All called operations answer JSON: a success with another body counts as an error. */
  onlyJson?: boolean | undefined;
  fetch?: typeof fetch | undefined;
}

/** Waits with a timer. @throws the reason of the signal, when it is aborted */
export function sleepFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal?.aborted) return Promise.reject(signal.reason);
  const onAbort = (): void => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', onAbort);
    resolve();
  }, milliseconds);
  signal?.addEventListener('abort', onAbort, { once: true });
  return promise;
}

/** Repeats an attempt that was rate limited or failed temporarily. @throws the error of the last attempt, or the reason of the signal */
export async function withRetries<Answer>(
  attempt: () => Promise<Answer>,
  { retries = 0, signal, sleep = sleepFor, random = Math.random }: RetryOptions,
): Promise<Answer> {
  for (let limited = 0, failed = 0; ; ) {
    let wait: number;
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
        if (error.retryAfterSeconds > RATE_LIMIT_SECONDS || limited++ >= RATE_LIMIT_RETRIES) throw error;
        wait = error.retryAfterSeconds * 1000;
      } else {
        if (!isTemporaryError(error) || failed >= retries) throw error;
        wait = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failed++) * (0.5 + random() / 2);
      }
    }
    await sleep(wait, signal);
  }
}

/**
 * A `fetch` that repeats requests that were rate limited or failed temporarily, and resolves only to successes and 304. It throws
 * `ApiError` for any other answer and for malformed JSON, `NoAnswer` if there is none, and the reason of the signal.
 */
export function retryingFetch(options: RetryingFetchOptions): (request: Request) => Promise<Response> {
  const { baseUrl, signal, timeoutMs = 30_000, onlyJson = false, fetch: send = fetch } = options;

  async function attempt(operation: RequestInErrorMessage, url: string, init: RequestInit): Promise<Response> {
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let bytes: ArrayBuffer;
    try {
      response = await send(url, {
        ...init,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      bytes = await response.arrayBuffer();
    } catch (error) {
      signal?.throwIfAborted();
      throw new NoAnswer(operation, baseUrl, error);
    }
    // A 304 is a valid answer to a request with `if-none-match`.
    if (response.status === NOT_MODIFIED) return new Response(null, response);
    if (response.ok && (!(onlyJson || claimsJson(response)) || isJson(bytes)))
      return new Response(bytes.byteLength === 0 ? null : bytes, response);
    throw new ApiError(operation, response.status, textOf(bytes), response.headers);
  }

  return async (request) => {
    const operation: RequestInErrorMessage = { method: request.method, path: request.url.slice(baseUrl.length) };
    // The body is read into memory, because a stream could be sent only once.
    const body = await request.arrayBuffer();
    const init: RequestInit = {
      method: request.method,
      headers: request.headers,
      ...(body.byteLength === 0 ? {} : { body }),
    };
    return withRetries(() => attempt(operation, request.url, init), options);
  };
}

/** Reports whether an error is temporary: the same request may succeed later. */
export const isTemporaryError = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiError && TEMPORARY_STATUSES.includes(error.status));

const claimsJson = ({ headers }: Response): boolean => /\bjson\b/.test(headers.get('content-type') ?? '');

const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

const isJson = (bytes: ArrayBuffer): boolean => parseJsonOrUndefined(textOf(bytes)) !== undefined;
