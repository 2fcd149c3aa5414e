import type { LeaseClaim, PostponementCounts } from '#platform/leases/public.ts';
import type { ListDueEntries } from '#platform/recovery/public.ts';
import type { ImageFetch, ImageFetchRef } from './image-fetch.ts';

/** An image fetch that is not done, for the sweeper to check. */
export interface UnfinishedImageFetch {
  fetch: ImageFetch;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
}

/** Store of image fetches. A change whose condition is no longer met throws WriteConflictError. */
export interface ImageFetchStore {
  /** Adds a fetch. @returns false when one with its id exists already */
  insert(fetch: ImageFetch): Promise<boolean>;
  /** Strongly consistent. */
  find(ref: ImageFetchRef): Promise<ImageFetch | undefined>;
  /** Claims a fetch that no worker has, unless it was claimed `claims_allowed` times, or `max_claims` times if it has no such number. */
  claim(ref: ImageFetchRef, claim: LeaseClaim & { max_claims: number }): Promise<ImageFetch>;
  /** Extends the lease of the last claim. */
  renew(fetch: ImageFetch, leaseUntil: string): Promise<void>;
  /** Stores the outcomes of the last claim so far. */
  record(fetch: ImageFetch, outcomes: ImageFetch['outcomes']): Promise<void>;
  /** Ends the last claim with its outcomes. */
  complete(fetch: ImageFetch, outcomes: ImageFetch['outcomes']): Promise<void>;
  /**
   * Completes a fetch whose last worker died; otherwise like `complete`.
   * @throws WriteConflictError when that worker has renewed its lease since
   */
  completeAbandoned(readFetch: ImageFetch, outcomes: ImageFetch['outcomes']): Promise<void>;
  /** Returns a fetch for another attempt, after a failure. */
  release(fetch: ImageFetch): Promise<void>;
  /** Returns a fetch for a later attempt, without counting a failure. @param at time at which its next message is sent */
  postpone(
    fetch: ImageFetch,
    at: string,
    counts: { claims_allowed: number; postponed: PostponementCounts },
  ): Promise<void>;
  listDue: ListDueEntries<UnfinishedImageFetch>;
  /**
   * Sets the time of the next check. @param sentAt time at which another message is sent, which is counted; absent: none is sent
   * @throws WriteConflictError when another sweeper or a worker was first
   */
  noteCheck(due: UnfinishedImageFetch, next: string, sentAt?: string): Promise<void>;
}

/** Sends the messages of image fetches. */
export interface ImageFetchQueue {
  send(ref: ImageFetchRef, delaySeconds?: number): Promise<void>;
}
