import { GuardedFault } from '../egress/guarded-fault.ts';
import { type GuardedAnswer, guardedRequest } from '../egress/guarded-request.ts';
import type { ResolveName } from '../egress/resolve-name.ts';
import { ServiceError } from '../shared/errors.ts';
import { type FileKind, tooLarge } from './file-kind.ts';
import type { FetchFile } from './ports.ts';

const TIMEOUT_MS = 15_000;

export interface FetchSettings {
  /** Never in the service: its tests have no other host than this machine. */
  allowLoopback?: boolean;
  /** Other name servers than this machine's. */
  resolve?: ResolveName;
}

/** Fetches a file once, over the connection that also posts to receivers. */
export const httpFetchFile = (kind: FileKind, { allowLoopback = false, resolve }: FetchSettings = {}): FetchFile => {
  const unfetched = (why: string, cause?: unknown) =>
    new ServiceError(kind.invalid, `The ${kind.noun} could not be fetched: ${why}`, { param: 'url', cause });
  return async (url) => {
    let answer: GuardedAnswer;
    try {
      answer = await guardedRequest(url, {
        method: 'GET',
        headers: { accept: kind.accept, 'user-agent': 'Video-Timeline-Render-Service-Import/1.0' },
        allowLoopback,
        resolve,
        timeoutMs: TIMEOUT_MS,
        maxBytes: kind.max_bytes,
      });
    } catch (error) {
      if (!(error instanceof GuardedFault)) throw error;
      if (error.isRefused)
        throw new ServiceError('url_forbidden', `url: ${error.message}`, { param: 'url', cause: error });
      throw unfetched(error.message, error);
    }
    if (answer.status !== 200) throw unfetched(`it was answered with ${answer.status}, not 200.`);
    if (answer.isCut) throw tooLarge(kind, 'url');
    return answer.bytes;
  };
};
