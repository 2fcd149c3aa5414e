import { type Clock, plusSeconds, timestamp } from '#kernel/shared/clock.ts';
import { unlessConflict } from '#kernel/shared/errors.ts';
import { type FairQueueStore, type LineView, MOST_ADMITTED } from './ports.ts';
import type { LineRef, PoolShares, Ticket } from './ticket.ts';

export interface FairQueueDeps {
  store: FairQueueStore;
  shares: PoolShares;
  /** Sends the messages of tickets of one line to the workers of its pool. Some may be sent when it fails. */
  sendAll(line: LineRef, tickets: readonly Pick<Ticket, 'message'>[], delaySeconds?: number): Promise<void>;
  clock: Clock;
}

/**
 * A line is swept this many seconds after its first slot was taken, and as often after that while work is in it: less than the
 * minute between two runs, so that each run finds it due.
 */
export const SWEEP_SECONDS = 45;

/** Number of times that a line is read for a free slot. Others may take slots meanwhile; each time they do, work makes progress. */
const READS = 10;

/** The first tickets, as many as one write can give free slots to. Pure. */
const thatFit = (tickets: readonly Ticket[], free: number): readonly Ticket[] =>
  tickets.slice(0, Math.min(MOST_ADMITTED, Math.max(0, free)));

/**
 * Gives tickets slots by one write, which may add them, too.
 * @returns false when the line is no longer as it was seen: none of them got a slot by this
 */
function takeSlots(
  { store, shares, clock }: FairQueueDeps,
  { account_id, pool }: LineRef,
  tickets: readonly Ticket[],
  { inPlaceOf, added }: { inPlaceOf?: string; added?: readonly Ticket[] } = {},
): Promise<boolean> {
  const now = clock();
  const times = { at: timestamp(now), sweepAt: timestamp(plusSeconds(now, SWEEP_SECONDS)) };
  const ids = tickets.map(({ id }) => id);
  return unlessConflict(() =>
    store.admit({ account_id, pool }, { ids, inPlaceOf, added, share: shares[pool], ...times }),
  );
}

/**
 * Gives the free slots of a line to the tickets that have waited longest. Called after a ticket was added and
 * after a slot was given back; both read strongly, so that at least one of them sees a ticket and a slot that came at the same
 * moment. It may be killed anywhere and run twice: a ticket has one slot at most, and a slot says only that its message may
 * have been sent. The sweeper sends it when no worker has the work.
 */
export async function admitWaiting(deps: FairQueueDeps, line: LineRef): Promise<void> {
  const { store, shares, sendAll } = deps;
  const share = shares[line.pool];
  for (let reads = 0; reads < READS; reads++) {
    const { held, waiting } = await store.view(line, share);
    const free = share - held.length;
    const next = thatFit(waiting, free);
    if (next.length === 0) return;
    if (!(await takeSlots(deps, line, next))) continue;
    await sendAll(line, next);
    // All slots that were free are taken now, unless they were more than one write gives away.
    if (free <= MOST_ADMITTED) return;
  }
}

async function enqueueInLine(
  deps: FairQueueDeps,
  line: LineRef,
  tickets: readonly Ticket[],
  delaySeconds?: number,
): Promise<void> {
  const { store, shares, sendAll } = deps;
  const share = shares[line.pool];
  const seen = await store.view(line, share);
  const held = new Set(seen.held.map(({ id }) => id));
  const [again, others] = [tickets.filter(({ id }) => held.has(id)), tickets.filter(({ id }) => !held.has(id))];
  const own = new Set(others.map(({ id }) => id));
  // In their order: the first ones get the slots. What waits already comes before them.
  const ahead = seen.waiting.filter(({ id }) => !own.has(id)).length;
  const first = thatFit(others, share - held.size - ahead);
  // The slots before the tickets: a line with slots is on the sweeper's list, so that no ticket is ever forgotten.
  const isAdmitted = first.length > 0 && (await takeSlots(deps, line, first));
  await store.addTickets(tickets);
  if (again.length > 0) await sendAll(line, again, delaySeconds);
  if (isAdmitted) await sendAll(line, first);
  if (!isAdmitted || first.length < others.length) await admitWaiting(deps, line);
}

/**
 * Asks for units of work. Work that has a slot is sent its message again, after `delaySeconds`. Other work gets a free slot of
 * its account, or waits for one; its message is sent when it has a slot. So a queue never has more messages of an account
 * than the account has slots, whatever waits.
 *
 * Its steps, and what a process leaves that is killed after each: slots (a slot without a ticket counts as ended, and the
 * sweeper gives it back); tickets (the sweeper sends the messages of those that hold a slot, and admits the others); some of
 * the messages, which are sent in batches (the sweeper sends the rest). The process has not acknowledged what made it ask,
 * or left unfinished work to its own sweeper: the work is asked for again, under the same ids, and mostly before that.
 */
export async function enqueue(deps: FairQueueDeps, tickets: readonly Ticket[], delaySeconds?: number): Promise<void> {
  const lines = Map.groupBy(tickets, ({ account_id, pool }) => `${account_id} ${pool}`);
  for (const inLine of lines.values()) {
    const [one] = inLine;
    if (one) await enqueueInLine(deps, { account_id: one.account_id, pool: one.pool }, inLine, delaySeconds);
  }
}

/**
 * Gives work whose message is there already a slot, if one is free and nothing waits for it: slot and ticket in one write.
 * @param seen the line as it was read just before; undefined: it is read
 * @returns false when the work has to wait
 */
export async function takeFreeSlot(deps: FairQueueDeps, ticket: Ticket, seen: LineView | undefined): Promise<boolean> {
  const { store, shares } = deps;
  const share = shares[ticket.pool];
  const { held, waiting } = seen ?? (await store.view(ticket, share));
  const ahead = waiting.filter(({ id }) => id !== ticket.id).length;
  return share - held.length - ahead > 0 && takeSlots(deps, ticket, [ticket], { added: [ticket] });
}

/**
 * Takes a ticket out of its line whose work has ended, and gives its slot to the next one: in one write, or, when others change
 * the line at the same moment, in two.
 *
 * Killed after any step, it is safe: the message of the work returns and it is called again, or the sweeper calls it. The
 * ticket goes first. A slot whose ticket is gone is one whose work has ended; a ticket without a slot would be admitted
 * once more, and its worker find nothing to do. A slot that was given back before stays what it is; the next one is
 * admitted also then, for the process that gave it back may have been killed before it did, or have lost its answer.
 */
export async function release(deps: FairQueueDeps, ticket: LineRef & Pick<Ticket, 'id'>): Promise<void> {
  const { store, shares, sendAll } = deps;
  const share = shares[ticket.pool];
  // One more than there are slots, for the ticket that is being removed may still be among them.
  const [{ held, waiting }] = await Promise.all([store.view(ticket, share + 1), store.removeTicket(ticket)]);
  if (held.some(({ id }) => id === ticket.id)) {
    const next = thatFit(waiting, share - held.length + 1);
    if (next.length > 0 && (await takeSlots(deps, ticket, next, { inPlaceOf: ticket.id })))
      return sendAll(ticket, next);
    await unlessConflict(() => store.release(ticket));
  }
  // Also when nothing waited: what was added since then found no slot free.
  await admitWaiting(deps, ticket);
}
