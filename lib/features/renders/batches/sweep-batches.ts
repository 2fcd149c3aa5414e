import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import { type CancelBatchDeps, cancelOverdueBatch, cancelRunningRendersOfBatch } from './manage-batches.ts';
import { nextSweeperCheckTimeOfBatch } from './next-sweeper-check-time-of-batch.ts';
import type { DueBatch } from './ports.ts';

/**
 * Continues batches that a crash interrupted. Starts rows if the message of an ended render was lost, and cancels the remaining rows of a
 * canceled batch. Also cancels batches that have reached their time limit.
 * @due every 45 s until it is over
 */
export const batchesSweep = (deps: CancelBatchDeps): RecoverySweep<DueBatch> => ({
  name: 'batches',
  listDue: (request) => deps.batches.listDue(request),
  async take(due) {
    const now = deps.clock();
    const { batch } = due;
    await deps.batches.noteCheck(due, nextSweeperCheckTimeOfBatch(now));
    if (batch.status === 'canceled') await cancelRunningRendersOfBatch(deps, batch);
    else if (batch.begins_until < formatUtcTimestamp(now) && batch.begun < batch.total)
      await cancelOverdueBatch(deps, batch);
    else await deps.batchQueue.send(batch.account_id);
  },
  describe: ({ batch: { account_id, id } }) => ({ account_id, batch_id: id }),
});
