import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import { admitWaitingTickets, QUEUE_SWEEP_SECONDS, releaseFairQueueTicket } from './enqueue.ts';
import { type AccountQueue, type FairQueueSlot, type FairQueueTicket, sweepSlotDecision } from './fair-queue-ticket.ts';
import type { DueAccountQueue } from './ports.ts';
import type { RunInAccountSlotDeps } from './run-in-account-slot.ts';

/** Ports of the sweep of account queues. */
export type SweepFairQueuesDeps = Omit<RunInAccountSlotDeps, 'log'>;

/**
 * Seconds without a taken slot after which a queue leaves the list of the sweeper: longer than any process lives. A process that found all
 * slots taken thus adds its tickets to a queue that is still on the list, even if it is slow.
 */
const EMPTY_SECONDS = 1200;

/** Number of slots that are checked at the same time. */
const CONCURRENCY = 10;

/**
 * Sends lost messages again, and then records that. If it is killed in between, the next sweep sends them once more, and the second message
 * finds the work taken. In the other order a message could be recorded and never sent, and each record makes the next pause longer. A
 * refused record is ignored. All records of a queue are writes of one item, and a write that is repeated because its answer was lost may
 * find the record of another slot.
 */
async function sendAgain(
  { store, sendAll }: SweepFairQueuesDeps,
  queue: AccountQueue,
  lost: readonly { slot: FairQueueSlot; ticket: FairQueueTicket }[],
  at: string,
): Promise<void> {
  if (lost.length === 0) return;
  await sendAll(
    queue,
    lost.map(({ ticket }) => ticket),
  );
  await forEachConcurrent(lost, CONCURRENCY, async ({ slot }) => {
    await attemptConditionalWrite(() => store.noteSent(queue, slot, at));
  });
}

async function sweepQueue(deps: SweepFairQueuesDeps, queue: AccountQueue, now: Date): Promise<void> {
  const { store, stateOf } = deps;
  const held = await store.held(queue);
  const found = await store.tickets(
    queue,
    held.map(({ id }) => id),
  );
  const tickets = new Map(found.map((ticket) => [ticket.id, ticket]));
  const ended: FairQueueSlot[] = [];
  const lost: { slot: FairQueueSlot; ticket: FairQueueTicket }[] = [];
  await forEachConcurrent(held, CONCURRENCY, async (slot) => {
    const ticket = tickets.get(slot.id);
    // The work of a slot without a ticket has ended.
    const decision = ticket ? sweepSlotDecision(slot, await stateOf(ticket), now) : 'release';
    if (decision === 'release') ended.push(slot);
    if (ticket && decision === 'send') lost.push({ slot, ticket });
  });
  await sendAgain(deps, queue, lost, formatUtcTimestamp(now));
  for (const { id } of ended) await releaseFairQueueTicket(deps, { ...queue, id });
  await admitWaitingTickets(deps, queue);
  const after = await store.view(queue, 1);
  if (after.held.length > 0 || after.waiting.length > 0) return;
  // The write is refused if a slot was taken recently: the queue stays on the list.
  const isRemoved = await attemptConditionalWrite(() =>
    store.stopChecking(queue, formatUtcTimestamp(addSeconds(now, -EMPTY_SECONDS))),
  );
  if (!isRemoved) await attemptConditionalWrite(() => store.noteEmpty(queue, formatUtcTimestamp(now)));
}

/**
 * Repairs the queues of accounts after crashes: releases slots whose work has ended, sends lost messages again, and admits waiting
 * tickets. Its cost for a queue depends on the number of slots, not on the number of waiting tickets.
 * @due 45 s after its first slot was taken, and after each check
 */
export const fairQueueSweep = (deps: SweepFairQueuesDeps): RecoverySweep<DueAccountQueue> => ({
  name: 'lines',
  listDue: (request) => deps.store.listDue(request),
  async take(due) {
    const now = deps.clock();
    await deps.store.noteCheck(due, formatUtcTimestamp(addSeconds(now, QUEUE_SWEEP_SECONDS)));
    await sweepQueue(deps, { account_id: due.account_id, pool: due.pool }, now);
  },
  describe: ({ account_id, pool }) => ({ account_id, pool }),
});
