import { WriteConflictError } from '#kernel/shared/errors.ts';
import type { AccountQueue, FairQueueSlot, FairQueueTicket } from '#platform/fair-queue/fair-queue-ticket.ts';
import type { DueAccountQueue, FairQueueStore } from '#platform/fair-queue/ports.ts';
import { copyStored } from './copy.ts';
import { duePage, type Listed } from './due-page.ts';

class Line implements AccountQueue {
  readonly held = new Map<string, FairQueueSlot>();
  readonly tickets = new Map<string, FairQueueTicket>();
  sweepAt: string | undefined;
  emptySince: string | undefined;
  readonly account_id: AccountQueue['account_id'];
  readonly pool: AccountQueue['pool'];

  constructor({ account_id, pool }: AccountQueue) {
    this.account_id = account_id;
    this.pool = pool;
  }

  /** The tickets that hold no slot. */
  get waiting(): ReadonlyMap<string, FairQueueTicket> {
    return new Map([...this.tickets].filter(([id]) => !this.held.has(id)));
  }
}

const refuse = (why: string): never => {
  throw new WriteConflictError(`condition: ${why}`);
};

/** The lines of accounts in memory, under the same conditions as in the table. */
export function memoryFairQueueStore(): FairQueueStore & {
  /** What is stored, as it is now. */
  lines: ReadonlyMap<string, Readonly<Line>>;
} {
  const lines = new Map<string, Line>();
  const lineOf = (ref: AccountQueue): Line => {
    const name = `${ref.account_id} ${ref.pool}`;
    const line = lines.get(name) ?? new Line(ref);
    lines.set(name, line);
    return line;
  };
  return {
    lines,
    async addTickets(tickets) {
      for (const ticket of tickets) lineOf(ticket).tickets.set(ticket.id, copyStored(ticket));
    },
    async removeTicket(ticket) {
      lineOf(ticket).tickets.delete(ticket.id);
    },
    held: async (line) => copyStored([...lineOf(line).held.values()]),
    async view(ref, limit) {
      const { held, tickets } = lineOf(ref);
      const oldest = [...tickets.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
      return copyStored({ held: [...held.values()], waiting: oldest.filter(({ id }) => !held.has(id)) });
    },
    async tickets(line, ids) {
      const { tickets } = lineOf(line);
      return copyStored(ids.flatMap((id) => tickets.get(id) ?? []));
    },
    async admit(ref, { ids, inPlaceOf, share, at, sweepAt, added = [] }) {
      const line = lineOf(ref);
      const isHandedOn = inPlaceOf !== undefined;
      if (line.held.size + ids.length - (isHandedOn ? 1 : 0) > share) refuse('too few slots are free');
      if (ids.some((id) => line.held.has(id))) refuse('a ticket holds a slot');
      if (isHandedOn && !line.held.delete(inPlaceOf)) refuse('the ticket holds no slot');
      for (const id of ids) line.held.set(id, { id, sent_at: at, sends: 1 });
      for (const ticket of added) line.tickets.set(ticket.id, copyStored(ticket));
      line.emptySince = undefined;
      line.sweepAt ??= sweepAt;
    },
    async release(ticket) {
      if (!lineOf(ticket).held.delete(ticket.id)) refuse('the ticket holds no slot');
    },
    async noteSent(line, { id, sent_at, sends }, at) {
      const slot = lineOf(line).held.get(id);
      if (slot?.sent_at !== sent_at) return refuse('the message was sent again');
      lineOf(line).held.set(id, { ...slot, sent_at: at, sends: sends + 1 });
    },
    async listDue(request) {
      const listed = [...lines].flatMap(([name, { account_id, pool, sweepAt }]): Listed<DueAccountQueue>[] => {
        const listed_as = `${sweepAt}#${name}`;
        return sweepAt === undefined ? [] : [{ listed_as, entry: { account_id, pool, listed_as } }];
      });
      return duePage(listed, request);
    },
    async noteCheck({ account_id, pool, listed_as }, next) {
      const line = lineOf({ account_id, pool });
      if (`${line.sweepAt}#${account_id} ${pool}` !== listed_as) refuse('another sweeper took it');
      line.sweepAt = next;
    },
    async noteEmpty(ref, at) {
      const line = lineOf(ref);
      if (line.held.size > 0 || line.sweepAt === undefined) refuse('a slot is held');
      line.emptySince ??= at;
    },
    async stopChecking(ref, before) {
      const line = lineOf(ref);
      if (line.held.size > 0) refuse('a slot is held');
      if (line.emptySince === undefined || line.emptySince >= before) refuse('a slot was held not long ago');
      line.sweepAt = undefined;
      line.emptySince = undefined;
    },
  };
}
