import { plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { unlessConflict } from '#kernel/shared/errors.ts';
import type { Sweep } from '#platform/recovery/public.ts';
import { admitWaiting, release, SWEEP_SECONDS } from './enqueue.ts';
import type { DueLine } from './ports.ts';
import type { RunInSlotDeps } from './run-in-slot.ts';
import { decideOnSlot, type HeldSlot, type LineRef, type Ticket } from './ticket.ts';

export type SweepFairQueuesDeps = Omit<RunInSlotDeps, 'log'>;

/**
 * A line stays on the list until no slot of it was held for this long, in seconds: longer than any process lives. A process that
 * found all slots taken adds its tickets to a line that is on the list, however late that is.
 */
const EMPTY_SECONDS = 1200;

/** Number of slots that are checked at the same time. */
const CONCURRENCY = 10;

/**
 * Sends messages again that were lost, and then notes it. Killed in between, the next sweep sends them once more, and the second
 * message finds the work taken. The other way round, a message could be noted and never sent, and the note of a slot makes it wait
 * ever longer. The answer of a note may be lost, too: all notes of a line are writes of one item, so that a note that is repeated
 * may meet another one instead of itself. A refused note therefore says nothing.
 */
async function sendAgain(
  { store, sendAll }: SweepFairQueuesDeps,
  line: LineRef,
  lost: readonly { slot: HeldSlot; ticket: Ticket }[],
  at: string,
): Promise<void> {
  if (lost.length === 0) return;
  await sendAll(
    line,
    lost.map(({ ticket }) => ticket),
  );
  await forEachConcurrent(lost, CONCURRENCY, async ({ slot }) => {
    await unlessConflict(() => store.noteSent(line, slot, at));
  });
}

async function sweepLine(deps: SweepFairQueuesDeps, line: LineRef, now: Date): Promise<void> {
  const { store, stateOf } = deps;
  const held = await store.held(line);
  const found = await store.tickets(
    line,
    held.map(({ id }) => id),
  );
  const tickets = new Map(found.map((ticket) => [ticket.id, ticket]));
  const ended: HeldSlot[] = [];
  const lost: { slot: HeldSlot; ticket: Ticket }[] = [];
  await forEachConcurrent(held, CONCURRENCY, async (slot) => {
    const ticket = tickets.get(slot.id);
    // A slot without a ticket is one whose work has ended.
    const decision = ticket ? decideOnSlot(slot, await stateOf(ticket), now) : 'release';
    if (decision === 'release') ended.push(slot);
    if (ticket && decision === 'send') lost.push({ slot, ticket });
  });
  await sendAgain(deps, line, lost, timestamp(now));
  for (const { id } of ended) await release(deps, { ...line, id });
  await admitWaiting(deps, line);
  const after = await store.view(line, 1);
  if (after.held.length > 0 || after.waiting.length > 0) return;
  // Overtaken: a slot was taken meanwhile, and the line stays on the list.
  const isOver = await unlessConflict(() => store.stopChecking(line, timestamp(plusSeconds(now, -EMPTY_SECONDS))));
  if (!isOver) await unlessConflict(() => store.noteEmpty(line, timestamp(now)));
}

/**
 * Puts the lines of accounts right that a crash left behind: gives slots back whose work has ended, sends messages again that
 * were lost, and admits what waits. The work for a line depends on its slots, not on how much waits.
 * @due 45 s after its first slot was taken, and after each check
 */
export const fairQueueSweep = (deps: SweepFairQueuesDeps): Sweep<DueLine> => ({
  name: 'lines',
  listDue: (request) => deps.store.listDue(request),
  async take(due) {
    const now = deps.clock();
    await deps.store.noteCheck(due, timestamp(plusSeconds(now, SWEEP_SECONDS)));
    await sweepLine(deps, { account_id: due.account_id, pool: due.pool }, now);
  },
  describe: ({ account_id, pool }) => ({ account_id, pool }),
});
