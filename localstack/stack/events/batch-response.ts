/** Result of a batch by its handler's answer: all items failed, or exactly these (none: full success). */
export type BatchOutcome = 'all-failed' | ReadonlySet<string>;

const NONE: ReadonlySet<string> = new Set();

/**
 * Reads the answer of a function whose event source reports partial failures, as Lambda does: nothing, an empty answer
 * and an empty or null list are successes; a malformed answer and an identifier that is empty, missing or not of this
 * batch fail the whole batch, since it is then unknown which items are done.
 */
export function readBatchResponse(answer: unknown, batchIds: readonly string[]): BatchOutcome {
  if (answer === null || answer === undefined) return NONE;
  if (typeof answer !== 'object' || Array.isArray(answer)) return 'all-failed';
  const failures: unknown = 'batchItemFailures' in answer ? answer.batchItemFailures : undefined;
  if (failures === null || failures === undefined) return NONE;
  if (!Array.isArray(failures)) return 'all-failed';

  const known = new Set(batchIds);
  const failed = new Set<string>();
  for (const failure of failures) {
    const id: unknown = failure?.itemIdentifier;
    if (typeof id !== 'string' || !known.has(id)) return 'all-failed';
    failed.add(id);
  }
  return failed;
}
