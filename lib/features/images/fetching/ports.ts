import type { LeaseClaim, Postponements } from '#platform/leases/public.ts';
import type { ListDue } from '#platform/recovery/public.ts';
import type { ImageFetch, ImageFetchRef } from './image-fetch.ts';

/** An image fetch that is not done, for the sweeper to check. */
export interface DueImageFetch {
  fetch: ImageFetch;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Image fetches. A change that no longer applies throws WriteConflict. */
export interface ImageFetchStore {
  /** @returns whether it was added; false: one with its id is there already */
  insert(fetch: ImageFetch): Promise<boolean>;
  /** Strongly consistent. */
  find(ref: ImageFetchRef): Promise<ImageFetch | undefined>;
  /** Takes one that no worker has, unless it was claimed `max_claims` times, or `claims_allowed` times where it says so. */
  claim(ref: ImageFetchRef, claim: LeaseClaim & { max_claims: number }): Promise<ImageFetch>;
  /** Extends the lease of the last claim. */
  renew(fetch: ImageFetch, leaseUntil: string): Promise<void>;
  /** Keeps what the last claim has fetched so far. */
  record(fetch: ImageFetch, outcomes: ImageFetch['outcomes']): Promise<void>;
  /** Ends the last claim with its outcomes. */
  complete(fetch: ImageFetch, outcomes: ImageFetch['outcomes']): Promise<void>;
  /** The same for one whose last worker died. @throws WriteConflict when that worker has renewed its lease since, too */
  completeAbandoned(seen: ImageFetch, outcomes: ImageFetch['outcomes']): Promise<void>;
  /** Gives it back for another attempt, after a failure. */
  release(fetch: ImageFetch): Promise<void>;
  /** Gives it back for a later attempt, without a failure; `at` is when the message for it is sent. */
  postpone(fetch: ImageFetch, at: string, counts: { claims_allowed: number; postponed: Postponements }): Promise<void>;
  listDue: ListDue<DueImageFetch>;
  /**
   * Sets the time of the next check, and records and counts another message where one is sent.
   * @throws WriteConflict when another sweeper or a worker was first
   */
  noteCheck(due: DueImageFetch, next: string, sentAt?: string): Promise<void>;
}

export interface ImageFetchQueue {
  send(ref: ImageFetchRef, delaySeconds?: number): Promise<void>;
}
