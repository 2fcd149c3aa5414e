import type { Duty } from '../recovery/duty.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { unlessOvertaken } from '../shared/errors.ts';
import { admitWaiting, release, SWEEP_SECONDS } from './enqueue.ts';
import type { DueLine } from './ports.ts';
import type { RunInSlotDeps } from './run-in-slot.ts';
import { decideOnSlot, type LineRef } from './ticket.ts';

export type SweepFairQueuesDeps = Omit<RunInSlotDeps, 'log'>;

async function sweepLine(deps: SweepFairQueuesDeps, line: LineRef, now: Date): Promise<void> {
  const { store, stateOf, send } = deps;
  for (const slot of await store.held(line)) {
    const decision = decideOnSlot(slot, await stateOf({ ...line, message: slot.message }), now);
    if (decision === 'release') await release(deps, { ...line, id: slot.id });
    if (decision === 'send' && (await unlessOvertaken(() => store.noteSent(line, slot, timestamp(now)))))
      await send({ ...line, message: slot.message });
  }
  await admitWaiting(deps, line);
  const isBusy = (await store.held(line)).length > 0 || (await store.listWaiting(line, 1)).length > 0;
  // Overtaken: a slot was taken meanwhile, and the line stays on the list.
  if (!isBusy) await unlessOvertaken(() => store.stopLooking(line));
}

/**
 * Puts the lines of accounts right that a crash left behind: gives slots back whose work has ended, sends messages again that
 * were lost, and admits what waits. The work for a line depends on its slots, not on how much waits.
 */
export const fairQueueDuty = (deps: SweepFairQueuesDeps): Duty<DueLine> => ({
  name: 'lines',
  listDue: (request) => deps.store.listDue(request),
  async take(due) {
    const now = deps.clock();
    await deps.store.noteLook(due, timestamp(plusSeconds(now, SWEEP_SECONDS)));
    await sweepLine(deps, { account_id: due.account_id, pool: due.pool }, now);
  },
  describe: ({ account_id, pool }) => ({ account_id, pool }),
});
