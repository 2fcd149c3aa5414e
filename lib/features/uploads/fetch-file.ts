import { ServiceError } from '#kernel/shared/errors.ts';
import { type ResolveHostName, SsrfGuardedRequestError, sendSsrfGuardedRequest } from '#platform/egress/public.ts';
import type { FetchFile, SendSsrfGuardedGet } from './ports.ts';
import { fileTooLargeError, type SentFileRules } from './sent-file-rules.ts';

/** The maximum duration of a request for a file. */
const TIMEOUT_MS = 15_000;

/** Settings of the connections to other hosts. */
export interface FetchConnectionSettings {
  /** True only in tests, whose servers run on the same machine. */
  allowLoopback?: boolean;
  /** Resolves names instead of the name servers of this machine. */
  resolve?: ResolveHostName;
}

/** The error for a file that could not be fetched. @param reason the reason, as a sentence */
export const fileNotFetchedError = (rules: SentFileRules, reason: string, cause?: unknown): ServiceError =>
  new ServiceError(rules.invalid_code, `The ${rules.noun} could not be fetched: ${reason}`, { param: 'url', cause });

/** Makes requests over the guarded connection that webhooks also use. */
export const createSsrfGuardedGet =
  ({ allowLoopback = false, resolve }: FetchConnectionSettings = {}): SendSsrfGuardedGet =>
  async (url, rules, timeoutMs = TIMEOUT_MS) => {
    try {
      return await sendSsrfGuardedRequest(url, {
        method: 'GET',
        headers: { accept: rules.accepted_media.join(', '), 'user-agent': 'Video-Timeline-Render-Service-Import/1.0' },
        allowLoopback,
        resolve,
        timeoutMs,
        maxBytes: rules.max_bytes,
      });
    } catch (error) {
      if (!(error instanceof SsrfGuardedRequestError)) throw error;
      if (error.isRefused)
        throw new ServiceError('url_forbidden', `url: ${error.message}`, { param: 'url', cause: error });
      throw fileNotFetchedError(rules, error.message, error);
    }
  };

/** Fetches a file with one request; redirects are not followed. */
export const createHttpFileFetcher = (settings: FetchConnectionSettings = {}): FetchFile => {
  const get = createSsrfGuardedGet(settings);
  return async (url, rules) => {
    const answer = await get(url, rules, rules.fetch_ms);
    if (answer.status !== 200) throw fileNotFetchedError(rules, `the server answered ${answer.status}, not 200.`);
    if (answer.isCut) throw fileTooLargeError(rules, 'url');
    return answer.bytes;
  };
};
