/**
 * The answer of a request, ready to be stored for the request's idempotency key. A use case hands it to the write that
 * commits its work: then answer and work are stored in one transaction. An answer that no write takes is stored after
 * the work. Only the store that prepared it knows its content.
 */
export interface PreparedAnswer {
  /** The write that took the answer calls this once it is committed. */
  committed(): void;
}

/**
 * Prepares the answer about what a use case makes. The use case calls it just before its committing write, and again
 * with what it makes then when that write was overtaken.
 * @returns undefined when the request has no idempotency key.
 */
export type PrepareAnswer<Made> = (made: Made) => Promise<PreparedAnswer | undefined>;

/** For callers without an answer to store. */
export const prepareNoAnswer: PrepareAnswer<unknown> = async () => undefined;
