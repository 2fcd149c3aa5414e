import type { RequestRateLimits } from '#features/accounts/public.ts';
import type { RateLimitClass } from '#kernel/contract/rate-class.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';

/** Numbers of requests in a window, by class. */
export type RateCounts = Partial<Record<RateLimitClass, number>>;

/** Length of a window in seconds. */
export const RATE_LIMIT_WINDOW_SECONDS = 60;

/** A fixed window of time, in which requests are counted. */
export interface RateLimitWindow {
  /** Number of windows since the epoch, which all processes compute equally. */
  number: number;
  /** Whole seconds until the window ends, 1–60. */
  remaining_seconds: number;
}

/** The window that contains a time. */
export function rateLimitWindowAt(now: Date): RateLimitWindow {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    number: Math.floor(seconds / RATE_LIMIT_WINDOW_SECONDS),
    remaining_seconds: RATE_LIMIT_WINDOW_SECONDS - (seconds % RATE_LIMIT_WINDOW_SECONDS),
  };
}

/** Counts requests, with one write for each call. */
export interface RateCounter {
  /** Adds 1 to each of the classes in a window of the account. @returns the new counts, this request included */
  count(accountId: string, window: number, classes: readonly RateLimitClass[]): Promise<RateCounts>;
}

/** The result of counting a request. */
export interface RateLimitResult {
  /** The class whose limit this request exceeds; undefined: the request is admitted. */
  exceeded?: RateLimitClass | undefined;
  /** Seconds until the window ends; 0 if the request could not be counted. */
  retry_after_seconds: number;
  /** Headers that all answers get, errors included. */
  headers: Readonly<Record<string, string>>;
}

const limitFor = (limits: RequestRateLimits, rateClass: RateLimitClass): number =>
  rateClass === 'requests' ? limits.requests_per_minute : limits.render_creations_per_minute;

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: structured fields with a member for each class. `q` is the quota of a
 * window of `w` seconds, `r` the rest of it, `t` the seconds until the next window.
 */
function rateLimitHeaders(
  limits: RequestRateLimits,
  counts: RateCounts,
  classes: readonly RateLimitClass[],
  window: RateLimitWindow,
) {
  const members = classes.map((rateClass) => {
    const quota = limitFor(limits, rateClass);
    const remaining = Math.max(0, quota - (counts[rateClass] ?? 0));
    return {
      policy: `"${rateClass}";q=${quota};w=${RATE_LIMIT_WINDOW_SECONDS}`,
      state: `"${rateClass}";r=${remaining};t=${window.remaining_seconds}`,
    };
  });
  return {
    'ratelimit-policy': members.map(({ policy }) => policy).join(', '),
    ratelimit: members.map(({ state }) => state).join(', '),
  };
}

/**
 * Counts a request and reports whether it is within the limits of its account. Never rejects: if the counter cannot be written, the request
 * is admitted without the headers. The limits prevent one client from using up the capacity that all share. They protect neither secrets
 * nor costs (renders have separate limits). So requests are admitted while the counter fails. The throttle of the gateway, which needs no
 * table, still limits the sum of all requests.
 */
export async function countAgainstRateLimits(
  { counter, clock, log }: { counter: RateCounter; clock: Clock; log: Log },
  accountId: string,
  limits: RequestRateLimits,
  classes: readonly RateLimitClass[],
): Promise<RateLimitResult> {
  const window = rateLimitWindowAt(clock());
  try {
    const counts = await counter.count(accountId, window.number, classes);
    return {
      exceeded: classes.find((rateClass) => (counts[rateClass] ?? 0) > limitFor(limits, rateClass)),
      retry_after_seconds: window.remaining_seconds,
      headers: rateLimitHeaders(limits, counts, classes, window),
    };
  } catch (error) {
    log.warn('request not counted', { accountId, error });
    return { retry_after_seconds: 0, headers: {} };
  }
}

/** The 429 for a request that exceeds a limit; undefined for an admitted one. */
export function rateLimitErrorIfExceeded({ exceeded, retry_after_seconds }: RateLimitResult): ServiceError | undefined {
  if (exceeded === undefined) return undefined;
  const subject = exceeded === 'requests' ? 'Too many requests' : 'Too many new renders';
  return new ServiceError('rate_limited', `${subject} in this minute. Try again in ${retry_after_seconds} s.`, {
    headers: { 'retry-after': String(retry_after_seconds) },
  });
}
