/**
 * The answer of a request, ready to be stored for the request's idempotency key. A use case passes it to the write that commits its work, so
 * that answer and work are stored in one transaction. An answer that was not passed to a write is stored after the work. Only the store
 * that prepared it knows its content.
 */
export interface PreparedIdempotentAnswer {
  /** Must be called by the write that stores the answer, once it is committed. */
  committed(): void;
}

/**
 * A function that prepares the answer with the result of a use case. The use case calls it just before its committing write, and again with
 * the new result if that write failed because another writer was first.
 * @returns undefined when the request has no idempotency key.
 */
export type PrepareIdempotentAnswer<Result> = (result: Result) => Promise<PreparedIdempotentAnswer | undefined>;

/** A PrepareIdempotentAnswer function that always returns undefined, for callers without an answer to store. */
export const prepareNoIdempotentAnswer: PrepareIdempotentAnswer<unknown> = async () => undefined;
