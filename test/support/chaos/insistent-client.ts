import { setTimeout as wait } from 'node:timers/promises';

/** What a customer of a service that is being broken does: every request again, until it has its answer. */
export interface InsistentClient {
  accountId: string;
  /**
   * The body of the answer.
   * @param key an idempotency key, for requests that make something
   * @throws Error for a refusal that another attempt does not correct; its `code` is that of the answer
   */
  send<Body>(method: string, path: string, body?: object | Uint8Array, key?: string): Promise<Body>;
  /** The answer of GET, as it is written. @throws Error as `send` does */
  sendText(path: string): Promise<string>;
}

/** An answer that is final. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** What the clients of a run met. */
export interface Refusals {
  /** By status; `none`: the connection broke, or was refused. */
  counts: Record<string, number>;
  /** Answers that no client should see, whatever is killed: 500, and 503 without the time after which to come back. */
  wrong: string[];
}

/** Bad gateway: the process of the API was killed. Conflict: the key of a request that broke off is held for some seconds. */
const PASSING: readonly number[] = [409, 429, 502, 503, 504];
const PAUSE_MS = 500;
const REQUEST_MS = 45_000;
/** Seconds for which a request is made again. */
const PATIENCE_SECONDS = 300;
/** The codes of a 409 that passes. */
const UNDER_WAY: readonly string[] = ['idempotency_in_progress', 'version_conflict'];

/** A client that insists. @param refusals is added to */
export function insistentClient(
  { baseUrl, accountId, apiKey }: { baseUrl: string; accountId: string; apiKey: string },
  refusals: Refusals,
): InsistentClient {
  const note = (status: string) => {
    refusals.counts[status] = (refusals.counts[status] ?? 0) + 1;
  };
  const answerOf = async (method: string, path: string, body?: object | Uint8Array, key?: string): Promise<string> => {
    const bytes = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
    const headers: Record<string, string> = {
      'x-api-key': apiKey,
      ...(body === undefined ? {} : { 'content-type': body instanceof Uint8Array ? 'image/png' : 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    const end = performance.now() + PATIENCE_SECONDS * 1000;
    for (;;) {
      const what = `${method} ${path}`;
      let seconds = PAUSE_MS / 1000;
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers,
          ...(bytes === undefined ? {} : { body: bytes }),
          signal: AbortSignal.timeout(REQUEST_MS),
        });
        const text = await response.text();
        if (response.status === 200) return text;
        note(String(response.status));
        const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
        const after = Number(response.headers.get('retry-after') ?? Number.NaN);
        const isUnderWay = response.status !== 409 || UNDER_WAY.includes(error?.code ?? '');
        if (response.status === 500 || (response.status === 503 && error?.code === 'unavailable' && !(after > 0)))
          refusals.wrong.push(`${what}: ${response.status} ${text}`);
        else if (!PASSING.includes(response.status) || !isUnderWay)
          throw new Refused(`${what}: ${response.status} ${text}`, error?.code ?? '');
        if (after > 0) seconds = after;
      } catch (error) {
        if (error instanceof Refused) throw error;
        note('none');
      }
      if (performance.now() > end) throw new Error(`${what} had no answer for ${PATIENCE_SECONDS} s`);
      await wait(seconds * 1000);
    }
  };
  return {
    accountId,
    send: async <Body>(method: string, path: string, body?: object | Uint8Array, key?: string): Promise<Body> =>
      JSON.parse(await answerOf(method, path, body, key)) as Body,
    sendText: (path) => answerOf('GET', path),
  };
}
