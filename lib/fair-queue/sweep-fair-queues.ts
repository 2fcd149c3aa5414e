import { plusSeconds, timestamp } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { type OnUnreadable, unlessOvertaken } from '../shared/errors.ts';
import { admitWaiting, release, SWEEP_SECONDS } from './enqueue.ts';
import type { RunInSlotDeps } from './run-in-slot.ts';
import { type LineRef, sweepSlot } from './ticket.ts';

/** How many lines are swept at the same time, and about how many are read at once. */
const CONCURRENCY = 10;
const PAGE = 200;

export type SweepFairQueuesDeps = Omit<RunInSlotDeps, 'log'>;

async function sweepLine(deps: SweepFairQueuesDeps, line: LineRef): Promise<void> {
  const { store, stateOf, send, clock } = deps;
  const now = clock();
  for (const slot of await store.held(line)) {
    const decision = sweepSlot(slot, await stateOf({ ...line, message: slot.message }), now);
    if (decision === 'release') await release(deps, { ...line, id: slot.id });
    if (decision === 'send' && (await unlessOvertaken(() => store.noteSent(line, slot, timestamp(now)))))
      await send({ ...line, message: slot.message });
  }
  await admitWaiting(deps, line);
  const isBusy = (await store.held(line)).length > 0 || (await store.listWaiting(line, 1)).length > 0;
  const sweepAt = isBusy ? timestamp(plusSeconds(now, SWEEP_SECONDS)) : undefined;
  // Overtaken: a slot was taken meanwhile, and the line stays on the list.
  await unlessOvertaken(() => store.planSweep(line, sweepAt));
}

/**
 * Puts the lines of accounts right that a crash left behind: gives slots back whose work has ended, sends messages again that
 * were lost, and admits what waits. The work for a line depends on its slots, not on how much waits. A line that cannot be
 * swept does not stop the others; it is swept again the next time.
 * @param stop ends the sweep between two pages; the lines that are left stay due
 * @returns how many lines were swept
 */
export async function sweepFairQueues(
  deps: SweepFairQueuesDeps,
  onError: (line: LineRef, error: unknown) => void,
  onUnreadable: OnUnreadable,
  stop?: AbortSignal,
): Promise<number> {
  // Lines are due again only after this: each page has others.
  const now = timestamp(deps.clock());
  const seen = new Set<string>();
  for (;;) {
    const due = await deps.store.listDue(now, PAGE, onUnreadable);
    // The index may be behind, and a line that failed is still due.
    const fresh = due.filter(({ account_id, pool }) => !seen.has(`${account_id} ${pool}`));
    for (const { account_id, pool } of fresh) seen.add(`${account_id} ${pool}`);
    await forEachConcurrent(fresh, CONCURRENCY, async (line) => {
      try {
        await sweepLine(deps, line);
      } catch (error) {
        onError(line, error);
      }
    });
    if (fresh.length === 0 || stop?.aborted) return seen.size;
  }
}
