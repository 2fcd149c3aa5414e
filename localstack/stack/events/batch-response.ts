/** The result of a batch: all items failed, or exactly those in the set, which is empty for a full success. */
export type BatchItemFailures = 'all-failed' | ReadonlySet<string>;

const NO_FAILURES: ReadonlySet<string> = new Set();

/**
 * Reads the answer of a function whose event source reports partial failures, as Lambda does. No answer, an empty answer
 * and an empty or null list mean success. A malformed answer, and an identifier that is empty, missing or not in this
 * batch, fail the whole batch, because it is then unknown which items are done.
 */
export function readBatchResponse(answer: unknown, batchIds: readonly string[]): BatchItemFailures {
  if (answer === null || answer === undefined) return NO_FAILURES;
  if (typeof answer !== 'object' || Array.isArray(answer)) return 'all-failed';
  const failures: unknown = 'batchItemFailures' in answer ? answer.batchItemFailures : undefined;
  if (failures === null || failures === undefined) return NO_FAILURES;
  if (!Array.isArray(failures)) return 'all-failed';

  const knownIds = new Set(batchIds);
  const failedIds = new Set<string>();
  for (const failure of failures) {
    const id: unknown = failure?.itemIdentifier;
    if (typeof id !== 'string' || !knownIds.has(id)) return 'all-failed';
    failedIds.add(id);
  }
  return failedIds;
}
