import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { forEachConcurrent } from '../shared/concurrency.ts';
import { unlessOvertaken } from '../shared/errors.ts';
import type { FairQueueStore } from './ports.ts';
import type { LineRef, PoolShares, Ticket } from './ticket.ts';

export interface FairQueueDeps {
  store: FairQueueStore;
  shares: PoolShares;
  /** Sends the message of a ticket to the workers of its pool. */
  send(ticket: LineRef & Pick<Ticket, 'message'>, delaySeconds?: number): Promise<void>;
  clock: Clock;
}

/**
 * A line is swept this many seconds after its first slot was taken, and as often after that while work is in it: less than the
 * minute between two runs, so that each run finds it due.
 */
export const SWEEP_SECONDS = 45;

/** Tickets that are given slots by one read. Others may take slots meanwhile; each time they do, work goes on. */
const LOOKS = 10;

/** How many tickets are handled at the same time. */
const CONCURRENCY = 10;

/**
 * Takes a slot for a ticket and sends its message. A process that is killed between the two leaves a slot whose message the
 * sweeper sends.
 * @returns false when the ticket holds a slot already, or none is free
 */
async function admit({ store, shares, send, clock }: FairQueueDeps, ticket: Ticket): Promise<boolean> {
  const now = clock();
  const sweepAt = timestamp(plusSeconds(now, SWEEP_SECONDS));
  const isAdmitted = await unlessOvertaken(() => store.admit(ticket, shares[ticket.pool], timestamp(now), sweepAt));
  if (!isAdmitted) return false;
  await store.stopWaiting(ticket);
  await send(ticket);
  return true;
}

/**
 * Gives the free slots of a line to the tickets that have waited longest. Called after a ticket was added and
 * after a slot was given back; both read strongly, so that at least one of them sees a ticket and a slot that came at the same
 * moment. It may be killed anywhere and run twice: a ticket that holds a slot and still waits is only
 * taken out.
 */
export async function admitWaiting(deps: FairQueueDeps, line: LineRef): Promise<void> {
  const { store, shares } = deps;
  for (let look = 1; look <= LOOKS; look++) {
    const held = new Set((await store.held(line)).map(({ id }) => id));
    const free = shares[line.pool] - held.size;
    if (free <= 0) return;
    const waiting = await store.listWaiting(line, free);
    for (const ticket of waiting) {
      if (held.has(ticket.id)) await store.stopWaiting(ticket);
      else if (!(await admit(deps, ticket))) break;
    }
    if (waiting.length < free) return;
  }
}

async function enqueueInLine(
  deps: FairQueueDeps,
  line: LineRef,
  tickets: readonly Ticket[],
  delaySeconds?: number,
): Promise<void> {
  const { store, shares, send } = deps;
  const held = new Set((await store.held(line)).map(({ id }) => id));
  await forEachConcurrent(
    tickets.filter(({ id }) => held.has(id)),
    CONCURRENCY,
    (ticket) => send(ticket, delaySeconds),
  );
  const others = tickets.filter(({ id }) => !held.has(id));
  const free = Math.max(0, shares[line.pool] - held.size);
  // In their order: the first ones get the slots.
  const left = others.slice(free);
  for (const ticket of others.slice(0, free)) if (!(await admit(deps, ticket))) left.push(ticket);
  if (left.length === 0) return;
  await store.wait(left);
  await admitWaiting(deps, line);
}

/**
 * Asks for units of work. Work that holds a slot is sent its message again, after `delaySeconds`. Other work gets a free slot of
 * its account, or waits for one; its message is sent when it has a slot. So a queue never holds more messages of an account
 * than the account has slots, whatever waits.
 *
 * A process that is killed in here has not acknowledged what made it ask, or left unfinished work to its sweeper: it is
 * asked for again, under the same ids.
 */
export async function enqueue(deps: FairQueueDeps, tickets: readonly Ticket[], delaySeconds?: number): Promise<void> {
  const lines = Map.groupBy(tickets, ({ account_id, pool }) => `${account_id} ${pool}`);
  for (const inLine of lines.values()) {
    const [first] = inLine;
    if (first) await enqueueInLine(deps, { account_id: first.account_id, pool: first.pool }, inLine, delaySeconds);
  }
}

/**
 * Gives the slot of a ticket back, and to the next one. A slot that was given back before stays what it is; the next one is
 * admitted also then, for the process that gave it back may have been killed before it did, or have lost its answer.
 */
export async function release(deps: FairQueueDeps, ticket: LineRef & Pick<Ticket, 'id'>): Promise<void> {
  await unlessOvertaken(() => deps.store.release(ticket));
  await admitWaiting(deps, ticket);
}
