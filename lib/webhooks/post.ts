import type { Loopback } from '../egress/address-rules.ts';
import { GuardedFault } from '../egress/guarded-fault.ts';
import { guardedRequest } from '../egress/guarded-request.ts';
import type { ResolveName } from '../egress/resolve-name.ts';
import { excerptOf } from './excerpt.ts';
import { PostFault, type PostToReceiver } from './ports.ts';

/** For a try over all: name, connection, TLS, headers and body. */
export const TIMEOUT_MS = 15_000;
/** Of an answer no more is read. */
const READ_BYTES = 2048;

/** Names the service to whoever finds a delivery in a log, and says where to read on. */
export const userAgent = (baseUrl: string | undefined): string =>
  `Video-Timeline-Render-Service-Webhooks/1.0 (+${baseUrl === undefined ? 'https://www.standardwebhooks.com' : `${baseUrl}/docs`})`;

export interface PostSettings {
  allowLoopback: Loopback;
  /** Of the API, with the version: its documentation is named in the user agent. */
  baseUrl?: string | undefined;
  /** Other name servers than this machine's. */
  resolve?: ResolveName | undefined;
  /** PEM of the authorities that are trusted instead of those of Node. */
  ca?: string | undefined;
}

function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Posts to a receiver within 15 s; of its answer at most 2 KB are kept and the rest is not read. */
export const httpPost =
  ({ baseUrl, ...settings }: PostSettings): PostToReceiver =>
  async (url, headers, body) => {
    try {
      const answer = await guardedRequest(url, {
        ...settings,
        method: 'POST',
        headers: { 'user-agent': userAgent(baseUrl), ...headers },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: READ_BYTES,
      });
      return {
        status: answer.status,
        retry_after_seconds: retryAfterOf(answer.headers['retry-after'], Date.now()),
        excerpt: excerptOf(answer.bytes),
      };
    } catch (error) {
      if (!(error instanceof GuardedFault)) throw error;
      throw new PostFault(error.message, { isTimeout: error.isTimeout, cause: error });
    }
  };
