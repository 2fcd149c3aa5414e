import { ApiError, NoAnswer, type Operation } from './api-error.ts';
import { readJson } from './read-json.ts';

const NOT_MODIFIED = 304;

/** Retries after a 429 with `retry-after`, and the longest wait in seconds that is accepted. */
const RATE_LIMIT_RETRIES = 5;
const RATE_LIMIT_SECONDS = 60;

/** The wait before the first retry of a fault that passes, in milliseconds; each further one is twice as long, up to the most. */
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 8_000;

/** Answers of a gateway that may be another one a moment later. */
const PASSING: readonly number[] = [500, 502, 503, 504];

export interface RetryOptions {
  /** Ends requests and waits. */
  signal?: AbortSignal | undefined;
  /**
   * Number of times that a request is repeated that was not answered, or with a 5xx. This makes nothing twice: a POST has an idempotency
   * key, and the other methods may be repeated. By default 0.
   */
  retries?: number | undefined;
  /** Waits; rejects with the signal's reason after an abort. */
  sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** 0 to 1, so that clients that failed together do not come back together. */
  random?: (() => number) | undefined;
}

export interface RetryingFetchOptions extends RetryOptions {
  /** With the version, without a slash at its end. */
  baseUrl: string;
  /** For one request, in milliseconds. */
  timeoutMs?: number | undefined;
  /** Only operations that answer JSON are called: a success with any other body is not one. */
  onlyJson?: boolean | undefined;
  fetch?: typeof fetch | undefined;
}

/** Waits by the clock. */
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

/** Makes an attempt again that was rate limited or failed in passing. @throws what the last attempt throws, and `signal`'s reason */
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
        if (!isPassing(error) || failed >= retries) throw error;
        wait = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** failed++) * (0.5 + random() / 2);
      }
    }
    await sleep(wait, signal);
  }
}

/**
 * Makes requests again that were rate limited or failed in passing, and resolves to successes only. Throws `ApiError` for any other
 * answer, also for JSON that is none, `NoAnswer` where none came, and `signal`'s reason.
 */
export function retryingFetch(options: RetryingFetchOptions): (request: Request) => Promise<Response> {
  const { baseUrl, signal, timeoutMs = 30_000, onlyJson = false, fetch: send = fetch } = options;

  async function attempt(operation: Operation, url: string, init: RequestInit): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let bytes: ArrayBuffer;
    try {
      response = await send(url, {
        ...init,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      bytes = await response.arrayBuffer();
    } catch (error) {
      signal?.throwIfAborted();
      throw new NoAnswer(operation, baseUrl, error);
    }
    // Asked for by `if-none-match`, it is an answer and no refusal.
    if (response.status === NOT_MODIFIED) return new Response(null, response);
    if (response.ok && (!(onlyJson || claimsJson(response)) || isJson(bytes)))
      return new Response(bytes.byteLength === 0 ? null : bytes, response);
    throw new ApiError(operation, response.status, textOf(bytes), response.headers);
  }

  return async (request) => {
    const operation: Operation = { method: request.method, path: request.url.slice(baseUrl.length) };
    // Read once: a body that is a stream could not be sent again.
    const body = await request.arrayBuffer();
    const init: RequestInit = {
      method: request.method,
      headers: request.headers,
      ...(body.byteLength === 0 ? {} : { body }),
    };
    return withRetries(() => attempt(operation, request.url, init), options);
  };
}

/** Reports whether the same request may well be answered a moment later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiError && PASSING.includes(error.status));

const claimsJson = ({ headers }: Response): boolean => /\bjson\b/.test(headers.get('content-type') ?? '');

const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

const isJson = (bytes: ArrayBuffer): boolean => readJson(textOf(bytes)) !== undefined;
