import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';

/** The first answer to a request, as it is stored. */
export interface StoredAnswer {
  status: number;
  /** For a success: the body, byte by byte. For a failure: the client-visible fields, without `request_id`. */
  text: string;
}

/** One use of a key. */
export interface KeyUse {
  account_id: string;
  /** SHA-256 of method, path and key. */
  scope: string;
  /** SHA-256 of the body. */
  fingerprint: string;
  /** The stored answer is sealed: it shows a secret. */
  sealed: boolean;
}

/** A key that this request has: no other request can store an answer for it until the lease has lapsed. */
export interface ClaimedKey {
  /**
   * Makes the answer ready for the write that commits the work. That write fails with `idempotency_in_progress` when the
   * key is no longer held.
   */
  prepare(answer: StoredAnswer): Promise<PreparedAnswer>;
  /** Stores the answer, unless a prepared one was committed. @throws ServiceError `idempotency_in_progress` when the key is no longer held. */
  answer(answer: StoredAnswer): Promise<void>;
  /** Releases the key for another attempt, unless an answer is stored. */
  release(): Promise<void>;
}

export type ClaimOutcome =
  | { state: 'claimed'; claim: ClaimedKey }
  /** Used with another body. */
  | { state: 'other_body' }
  | { state: 'running' }
  | { state: 'answered'; answer: StoredAnswer };

export interface IdempotencyStore {
  /** Takes the key, or says what it was used for in the last 24 hours. The key of a request that broke off is taken over once its lease has lapsed. */
  claim(use: KeyUse): Promise<ClaimOutcome>;
}
