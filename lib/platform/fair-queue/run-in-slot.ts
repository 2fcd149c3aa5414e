import type { Log } from '#kernel/shared/log.ts';
import { enqueue, type FairQueueDeps, release, takeFreeSlot } from './enqueue.ts';
import type { LineView } from './ports.ts';
import { type HeldSlot, isSlotTakenByWorker, type LineRef, type Ticket, type WorkState } from './ticket.ts';

export interface RunInSlotDeps extends FairQueueDeps {
  /** What has become of the work that a message asks for. */
  stateOf(work: LineRef & Pick<Ticket, 'message'>): Promise<WorkState>;
  log: Log;
}

/** Reports whether work needs no slot: work that may not start yet must not keep one from work that may. */
const isOver = (state: WorkState): boolean => state === 'ended' || state === 'not_yet';

/** State that was read when a message arrived. */
interface Seen {
  held: readonly HeldSlot[];
  /** Only for a message that has to take its slot. */
  beside?: { line: LineView; state: WorkState };
}

/**
 * Reads what decides about a message. A message that was sent in a slot usually still has it, which the slots show. For a
 * message that must take its slot, everything else is read at the same time, because a request waits for it.
 */
async function viewFor({ store, shares, stateOf }: RunInSlotDeps, ticket: Ticket): Promise<Seen> {
  if (!isSlotTakenByWorker(ticket.pool)) return { held: await store.held(ticket) };
  const [line, state] = await Promise.all([store.view(ticket, shares[ticket.pool]), stateOf(ticket)]);
  return { held: line.held, beside: { line, state } };
}

/**
 * Handles a message of a pool. The work starts only if it has a slot; a message that came without one (a copy of an old
 * one) asks for a slot in its place; one whose work has ended only does what follows the work. The slot is given back when
 * the work has ended, whichever way. Work that is to be tried again keeps it.
 *
 * It may be killed anywhere: the message returns, finds the slot held, and the work does what is left of it. After the last
 * time it returns, the sweeper gives the slot back.
 * @throws what `work` throws
 */
export async function runInSlot(deps: RunInSlotDeps, ticket: Ticket, work: () => Promise<void>): Promise<void> {
  const { stateOf, log } = deps;
  const { held, beside } = await viewFor(deps, ticket);
  if (!held.some(({ id }) => id === ticket.id)) {
    if (isOver(beside?.state ?? (await stateOf(ticket)))) {
      // It ended, but perhaps not what follows it: its worker may have been killed, or failed, right after its result.
      await work();
      return release(deps, ticket);
    }
    if (!(await takeFreeSlot(deps, ticket, beside?.line))) return enqueue(deps, [ticket]);
  }
  try {
    await work();
  } finally {
    try {
      if (isOver(await stateOf(ticket))) await release(deps, ticket);
    } catch (error) {
      // The work is done, or its own error is what counts. The sweeper gives the slot back.
      log.warn('slot not given back', { account_id: ticket.account_id, pool: ticket.pool, id: ticket.id, error });
    }
  }
}
