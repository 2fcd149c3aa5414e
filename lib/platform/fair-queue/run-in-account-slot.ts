import type { Log } from '#kernel/shared/log.ts';
import { enqueueTickets, type FairQueueDeps, releaseFairQueueTicket, takeFreeSlotForTicket } from './enqueue.ts';
import {
  type AccountQueue,
  doesWorkerTakePoolSlot,
  type FairQueueSlot,
  type FairQueueTicket,
  type TicketWorkState,
} from './fair-queue-ticket.ts';
import type { AccountQueueView } from './ports.ts';

/** Dependencies of `runInAccountSlot`. */
export interface RunInAccountSlotDeps extends FairQueueDeps {
  /** The state of the work that a message requests. */
  stateOf(work: AccountQueue & Pick<FairQueueTicket, 'message'>): Promise<TicketWorkState>;
  log: Log;
}

/** Reports whether work needs no slot: it has ended, or it may not start yet, and must not block a slot for work that may. */
const needsNoSlot = (state: TicketWorkState): boolean => state === 'ended' || state === 'not_yet';

/** State that is read when a message arrives. */
interface Seen {
  held: readonly FairQueueSlot[];
  /** The queue, and the state of the work; only for pools whose workers take the slot. */
  forSlot?: { queue: AccountQueueView; state: TicketWorkState };
}

/**
 * Reads the state by which a message is handled. A message that was sent with a slot usually still has it, so only the slots are read. For
 * a message that must take its slot, the rest is read at the same time, because a request waits for the work.
 */
async function viewFor({ store, shares, stateOf }: RunInAccountSlotDeps, ticket: FairQueueTicket): Promise<Seen> {
  if (!doesWorkerTakePoolSlot(ticket.pool)) return { held: await store.held(ticket) };
  const [queue, state] = await Promise.all([store.view(ticket, shares[ticket.pool]), stateOf(ticket)]);
  return { held: queue.held, forSlot: { queue, state } };
}

/**
 * Handles a message of a pool. The work starts only if it has a slot. A message without a slot (such as a late copy) puts its ticket into
 * the queue again; if the work has ended, `work` is called only for the steps after the result. The slot is released when the work has
 * ended, in success or failure. Work with a further attempt keeps its slot.
 *
 * It may be killed anywhere: the message returns, finds the slot taken, and `work` continues. After the last return of the message, the
 * sweeper releases the slot.
 * @throws the error of `work`
 */
export async function runInAccountSlot(
  deps: RunInAccountSlotDeps,
  ticket: FairQueueTicket,
  work: () => Promise<void>,
): Promise<void> {
  const { stateOf, log } = deps;
  const { held, forSlot } = await viewFor(deps, ticket);
  if (!held.some(({ id }) => id === ticket.id)) {
    if (needsNoSlot(forSlot?.state ?? (await stateOf(ticket)))) {
      // The steps after the result may be missing: the worker may have been killed, or failed, right after the result.
      await work();
      return releaseFairQueueTicket(deps, ticket);
    }
    if (!(await takeFreeSlotForTicket(deps, ticket, forSlot?.queue))) return enqueueTickets(deps, [ticket]);
  }
  try {
    await work();
  } finally {
    try {
      if (needsNoSlot(await stateOf(ticket))) await releaseFairQueueTicket(deps, ticket);
    } catch (error) {
      // The work is done, or the error of `work` is thrown. The sweeper releases the slot.
      log.warn('slot not given back', { account_id: ticket.account_id, pool: ticket.pool, id: ticket.id, error });
    }
  }
}
