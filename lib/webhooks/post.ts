import { lookup as resolveAll } from 'node:dns/promises';
import { GuardedFault, guardedRequest } from '../http/guarded-request.ts';
import { PostFault, type PostToReceiver, type Resolve } from './ports.ts';

const TIMEOUT_MS = 15_000;
const EXCERPT_BYTES = 2048;

function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Posts to a receiver within 15 s; of its answer at most 2 KB are kept. */
export const httpPost =
  (allowLoopback: boolean): PostToReceiver =>
  async (url, headers, body) => {
    try {
      const answer = await guardedRequest(url, {
        method: 'POST',
        headers,
        body,
        allowLoopback,
        timeoutMs: TIMEOUT_MS,
        maxBytes: EXCERPT_BYTES,
      });
      return {
        status: answer.status,
        retry_after_seconds: retryAfterOf(answer.headers['retry-after'], Date.now()),
        excerpt: answer.bytes.toString('utf8'),
      };
    } catch (error) {
      if (!(error instanceof GuardedFault)) throw error;
      throw new PostFault(error.message, { cause: error });
    }
  };

/** The addresses of a name as this machine sees them now. */
export const resolveName: Resolve = async (hostname) => {
  try {
    return (await resolveAll(hostname, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};
