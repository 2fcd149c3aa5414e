import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';

/** The first answer to a request, as it is stored. */
export interface StoredIdempotentAnswer {
  status: number;
  /** For a success: the body, byte for byte. For a failure: the client-visible fields, without `request_id`. */
  text: string;
}

/** A request with an idempotency key. */
export interface IdempotentRequest {
  account_id: string;
  /** SHA-256 of method, path and key. */
  scope: string;
  /** SHA-256 of the body and the query. */
  fingerprint: string;
  /** True if the stored answer is encrypted, because it shows a secret. */
  sealed: boolean;
}

/** A key that this request has claimed under a lease: no other request can store an answer for it until the lease has lapsed. */
export interface ClaimedIdempotencyKey {
  /**
   * Prepares the answer to be stored by the write that commits the work. That write fails with `idempotency_in_progress` if the lease
   * has lapsed and another request has the key.
   */
  prepare(answer: StoredIdempotentAnswer): Promise<PreparedIdempotentAnswer>;
  /** Stores the answer, unless a prepared one was committed. @throws ServiceError `idempotency_in_progress` if another request has the key. */
  answer(answer: StoredIdempotentAnswer): Promise<void>;
  /** Releases the key for another attempt, unless an answer is stored. */
  release(): Promise<void>;
}

/** The result of claiming a key. */
export type IdempotencyClaimOutcome =
  | { state: 'claimed'; claim: ClaimedIdempotencyKey }
  /** The key was used with another body or query. */
  | { state: 'other_request' }
  /** The first request with the key has no answer yet. */
  | { state: 'running' }
  | { state: 'answered'; answer: StoredIdempotentAnswer };

/** Storage of idempotency keys and the answers of their first requests. */
export interface IdempotencyStore {
  /**
   * Claims the key of a request, or returns the state of its use in the last 24 hours. The key of a request that was interrupted can be claimed
   * when its lease has lapsed.
   */
  claim(request: IdempotentRequest): Promise<IdempotencyClaimOutcome>;
}
