import type { Limits } from '#features/accounts/public.ts';
import type { RateClass } from '#kernel/contract/rate-class.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import type { Log } from '#kernel/shared/log.ts';

export type Counts = Partial<Record<RateClass, number>>;

export const WINDOW_SECONDS = 60;

/** A fixed window of time. */
export interface Window {
  /** Its number since the epoch; all processes agree on it without asking one another. */
  number: number;
  /** Whole seconds until it ends, 1–60. */
  remaining_seconds: number;
}

/** The window that a time is in. */
export function windowAt(now: Date): Window {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    number: Math.floor(seconds / WINDOW_SECONDS),
    remaining_seconds: WINDOW_SECONDS - (seconds % WINDOW_SECONDS),
  };
}

/** Counts requests. One write a call, however many classes it counts. */
export interface RateCounter {
  /** Adds one to each of the classes in this account's window; answers their counts, this request included. */
  count(accountId: string, window: number, classes: readonly RateClass[]): Promise<Counts>;
}

export interface RequestAdmission {
  /** The class whose limit this request is beyond; none: it may continue. */
  exceeded?: RateClass | undefined;
  retry_after_seconds: number;
  /** For the answer, whatever it is. */
  headers: Readonly<Record<string, string>>;
}

const limitFor = (limits: Limits, counted: RateClass): number =>
  counted === 'requests' ? limits.requests_per_minute : limits.render_creations_per_minute;

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: structured fields, one member a class. `q` is the quota of a
 * window of `w` seconds, `r` what is left of it, `t` the seconds until it is whole again.
 */
function headersOf(limits: Limits, counts: Counts, classes: readonly RateClass[], window: Window) {
  const members = classes.map((counted) => {
    const quota = limitFor(limits, counted);
    const left = Math.max(0, quota - (counts[counted] ?? 0));
    return {
      policy: `"${counted}";q=${quota};w=${WINDOW_SECONDS}`,
      state: `"${counted}";r=${left};t=${window.remaining_seconds}`,
    };
  });
  return {
    'ratelimit-policy': members.map(({ policy }) => policy).join(', '),
    ratelimit: members.map(({ state }) => state).join(', '),
  };
}

/**
 * Counts a request and says whether it is within the limits of its account. Never rejects: when the counter cannot be
 * written, the request proceeds uncounted and without the headers. The limits keep one client from crowding out the
 * others. They guard no secret and no money (renders have their own limits), so a fault of the counter must not become
 * an outage. The gateway's own throttle, which needs no table, still limits all requests together.
 */
export async function countAgainstLimits(
  { counter, clock, log }: { counter: RateCounter; clock: Clock; log: Log },
  accountId: string,
  limits: Limits,
  classes: readonly RateClass[],
): Promise<RequestAdmission> {
  const window = windowAt(clock());
  try {
    const counts = await counter.count(accountId, window.number, classes);
    return {
      exceeded: classes.find((counted) => (counts[counted] ?? 0) > limitFor(limits, counted)),
      retry_after_seconds: window.remaining_seconds,
      headers: headersOf(limits, counts, classes, window),
    };
  } catch (error) {
    log.warn('request not counted', { accountId, error });
    return { retry_after_seconds: 0, headers: {} };
  }
}

/** The 429 of a request that is beyond a limit. */
export function rateLimitError({ exceeded, retry_after_seconds }: RequestAdmission): ServiceError | undefined {
  if (exceeded === undefined) return undefined;
  const what = exceeded === 'requests' ? 'Too many requests' : 'Too many new renders';
  return new ServiceError('rate_limited', `${what} in this minute. Try again in ${retry_after_seconds} s.`, {
    headers: { 'retry-after': String(retry_after_seconds) },
  });
}
