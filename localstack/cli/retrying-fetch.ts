import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, NoAnswer, type Operation } from './api-error.ts';

/** Retries after a 429 with `retry-after`, and the longest wait in seconds that is accepted. */
const RATE_LIMIT_RETRIES = 5;
const RATE_LIMIT_SECONDS = 60;

export interface PatientFetchOptions {
  /** With the version, without a slash at its end. */
  baseUrl: string;
  /** Ends requests and waits. */
  signal?: AbortSignal | undefined;
  /** For one request, in milliseconds. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/**
 * Makes requests again that were rate limited, and resolves to successes with a JSON body only. Throws `ApiError` for
 * any other answer, `NoAnswer` where none came, and `signal`'s reason.
 */
export function retryingFetch(options: PatientFetchOptions): (request: Request) => Promise<Response> {
  const { baseUrl, signal, timeoutMs = 30_000, fetch: send = fetch } = options;

  async function attempt(operation: Operation, url: string, init: RequestInit) {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url, {
        ...init,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      return { response, text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw new NoAnswer(operation, baseUrl, error);
    }
  }

  return async (request) => {
    const operation: Operation = { method: request.method, path: request.url.slice(baseUrl.length) };
    const body = await request.text();
    const init: RequestInit = {
      method: request.method,
      headers: request.headers,
      ...(body === '' ? {} : { body }),
    };
    for (let retries = 0; ; retries++) {
      const { response, text } = await attempt(operation, request.url, init);
      const wait = retryAfter(response);
      if (wait !== undefined && retries < RATE_LIMIT_RETRIES) {
        await sleep(wait * 1000, undefined, { signal });
        continue;
      }
      if (!response.ok || !isJson(text))
        throw new ApiError(operation, response.status, text, response.headers.get('x-request-id'));
      return new Response(text, { status: response.status, headers: response.headers });
    }
  };
}

/** Seconds to wait before the same request may succeed; undefined when the answer is not a rate limit that says so. */
function retryAfter({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return status === 429 && seconds >= 0 && seconds <= RATE_LIMIT_SECONDS ? seconds : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
