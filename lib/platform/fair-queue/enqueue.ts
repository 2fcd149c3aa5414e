import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import type { AccountPoolLimits, AccountQueue, FairQueueTicket } from './fair-queue-ticket.ts';
import { type AccountQueueView, type FairQueueStore, MAX_TICKETS_ADMITTED_PER_WRITE } from './ports.ts';

/** Ports of the fair queue. */
export interface FairQueueDeps {
  store: FairQueueStore;
  shares: AccountPoolLimits;
  /** Sends the messages of tickets of one account queue to the workers of its pool. If it fails, some may have been sent. */
  sendAll(
    queue: AccountQueue,
    tickets: readonly Pick<FairQueueTicket, 'message'>[],
    delaySeconds?: number,
  ): Promise<void>;
  clock: Clock;
}

/**
 * Seconds from the first taken slot of a queue to its sweep, and between two sweeps of a queue with work. They are less than the minute
 * between two runs of the sweeper, so each run finds the queue due.
 */
export const QUEUE_SWEEP_SECONDS = 45;

/** Largest number of reads of a queue for a free slot. Other processes may take slots meanwhile; each time they do, work progresses. */
const READS = 10;

/** The first tickets: one for each free slot, and at most the number that one write can admit. Pure. */
const firstToAdmit = (tickets: readonly FairQueueTicket[], free: number): readonly FairQueueTicket[] =>
  tickets.slice(0, Math.min(MAX_TICKETS_ADMITTED_PER_WRITE, Math.max(0, free)));

/**
 * Gives slots to tickets by one write, which may also add the tickets.
 * @param inPlaceOf the ticket whose slot is released in the same write
 * @returns false if the queue has changed since it was read: none of the tickets got a slot
 */
function takeSlots(
  { store, shares, clock }: FairQueueDeps,
  { account_id, pool }: AccountQueue,
  tickets: readonly FairQueueTicket[],
  { inPlaceOf, added }: { inPlaceOf?: string; added?: readonly FairQueueTicket[] } = {},
): Promise<boolean> {
  const now = clock();
  const times = { at: formatUtcTimestamp(now), sweepAt: formatUtcTimestamp(addSeconds(now, QUEUE_SWEEP_SECONDS)) };
  const ids = tickets.map(({ id }) => id);
  return attemptConditionalWrite(() =>
    store.admit({ account_id, pool }, { ids, inPlaceOf, added, share: shares[pool], ...times }),
  );
}

/**
 * Gives the free slots of a queue to the tickets that have waited longest. It is called after a ticket was added, and after a slot was
 * released. Both calls read strongly: if a ticket and a slot appear at the same moment, at least one call sees both. It may be killed
 * anywhere and run twice: a ticket has at most one slot, and a slot only means that its message may have been sent. The sweeper sends the
 * message again if no worker has the work.
 */
export async function admitWaitingTickets(deps: FairQueueDeps, queue: AccountQueue): Promise<void> {
  const { store, shares, sendAll } = deps;
  const share = shares[queue.pool];
  for (let reads = 0; reads < READS; reads++) {
    const { held, waiting } = await store.view(queue, share);
    const free = share - held.length;
    const next = firstToAdmit(waiting, free);
    if (next.length === 0) return;
    if (!(await takeSlots(deps, queue, next))) continue;
    await sendAll(queue, next);
    // All free slots are taken now, unless there were more of them than one write can give.
    if (free <= MAX_TICKETS_ADMITTED_PER_WRITE) return;
  }
}

async function enqueueOfAccount(
  deps: FairQueueDeps,
  queue: AccountQueue,
  tickets: readonly FairQueueTicket[],
  delaySeconds?: number,
): Promise<void> {
  const { store, shares, sendAll } = deps;
  const share = shares[queue.pool];
  const seen = await store.view(queue, share);
  const held = new Set(seen.held.map(({ id }) => id));
  const [withSlot, others] = [tickets.filter(({ id }) => held.has(id)), tickets.filter(({ id }) => !held.has(id))];
  const idsWithoutSlot = new Set(others.map(({ id }) => id));
  // The first tickets get the free slots, after the tickets that wait already.
  const ahead = seen.waiting.filter(({ id }) => !idsWithoutSlot.has(id)).length;
  const first = firstToAdmit(others, share - held.size - ahead);
  // Slots are written before tickets: a queue with slots is on the list of the sweeper, so that no ticket is lost after a kill.
  const isAdmitted = first.length > 0 && (await takeSlots(deps, queue, first));
  await store.addTickets(tickets);
  if (withSlot.length > 0) await sendAll(queue, withSlot, delaySeconds);
  if (isAdmitted) await sendAll(queue, first);
  if (!isAdmitted || first.length < others.length) await admitWaitingTickets(deps, queue);
}

/**
 * Requests units of work. For work with a slot, the message is sent again, after `delaySeconds`. Other work gets a free slot of its
 * account, or waits for one; its message is sent when it has a slot. So a queue of SQS never has more messages of an account than the
 * account has slots, however much waits.
 *
 * It writes slots, then tickets, and then sends the messages in batches. After a kill in between, the sweeper releases slots without a
 * ticket, sends the messages of tickets with a slot, and admits the other tickets. Besides, the message or the unfinished work that made
 * the process ask is handled again, and requests the same ids, usually earlier.
 */
export async function enqueueTickets(
  deps: FairQueueDeps,
  tickets: readonly FairQueueTicket[],
  delaySeconds?: number,
): Promise<void> {
  const queues = Map.groupBy(tickets, ({ account_id, pool }) => `${account_id} ${pool}`);
  for (const ofQueue of queues.values()) {
    const [one] = ofQueue;
    if (one) await enqueueOfAccount(deps, { account_id: one.account_id, pool: one.pool }, ofQueue, delaySeconds);
  }
}

/**
 * Gives a slot to work whose message has arrived, if one is free and no ticket waits for it. Slot and ticket are written at once.
 * @param seen the queue as it was just read; undefined: it is read now
 * @returns false when the work has to wait
 */
export async function takeFreeSlotForTicket(
  deps: FairQueueDeps,
  ticket: FairQueueTicket,
  seen: AccountQueueView | undefined,
): Promise<boolean> {
  const { store, shares } = deps;
  const share = shares[ticket.pool];
  const { held, waiting } = seen ?? (await store.view(ticket, share));
  const ahead = waiting.filter(({ id }) => id !== ticket.id).length;
  return share - held.length - ahead > 0 && takeSlots(deps, ticket, [ticket], { added: [ticket] });
}

/**
 * Removes the ticket of work that has ended from its queue, and gives its slot to the next ticket. This is one write, or two if another
 * process changes the queue at the same moment.
 *
 * After a kill at any step, it is called again: by the worker that receives the returned message, or by the sweeper. The ticket is removed
 * first, because a slot without a ticket counts as ended, while a ticket without a slot would be admitted once more, for a worker that
 * finds nothing to do. The next ticket is admitted also if the slot was released before: the process that released it may have been killed
 * before it admitted one, or have lost the answer.
 */
export async function releaseFairQueueTicket(
  deps: FairQueueDeps,
  ticket: AccountQueue & Pick<FairQueueTicket, 'id'>,
): Promise<void> {
  const { store, shares, sendAll } = deps;
  const share = shares[ticket.pool];
  // One more than the number of slots, because the ticket that is being removed may still be among them.
  const [{ held, waiting }] = await Promise.all([store.view(ticket, share + 1), store.removeTicket(ticket)]);
  if (held.some(({ id }) => id === ticket.id)) {
    const next = firstToAdmit(waiting, share - held.length + 1);
    if (next.length > 0 && (await takeSlots(deps, ticket, next, { inPlaceOf: ticket.id })))
      return sendAll(ticket, next);
    await attemptConditionalWrite(() => store.release(ticket));
  }
  // Also if nothing waited: a ticket that was added since then found no free slot.
  await admitWaitingTickets(deps, ticket);
}
