import type { DueLine, FairQueueStore } from '../../../lib/fair-queue/ports.ts';
import type { HeldSlot, LineRef, Ticket } from '../../../lib/fair-queue/ticket.ts';
import { WriteConflict } from '../../../lib/shared/errors.ts';
import { copyStored } from './copy.ts';
import { duePage, type Listed } from './due-page.ts';

interface Line extends LineRef {
  held: Map<string, HeldSlot>;
  waiting: Map<string, Ticket>;
  sweepAt: string | undefined;
}

const refuse = (why: string): never => {
  throw new WriteConflict(`condition: ${why}`);
};

/** The lines of accounts in memory, under the same conditions as in the table. */
export function memoryFairQueueStore(): FairQueueStore & {
  /** What is stored, as it is now. */
  lines: ReadonlyMap<string, Readonly<Line>>;
} {
  const lines = new Map<string, Line>();
  const lineOf = ({ account_id, pool }: LineRef): Line => {
    const name = `${account_id} ${pool}`;
    const line = lines.get(name) ?? { account_id, pool, held: new Map(), waiting: new Map(), sweepAt: undefined };
    lines.set(name, line);
    return line;
  };
  return {
    lines,
    async wait(tickets) {
      for (const ticket of tickets) lineOf(ticket).waiting.set(ticket.id, copyStored(ticket));
    },
    held: async (line) => copyStored([...lineOf(line).held.values()]),
    async listWaiting(line, limit) {
      const oldest = [...lineOf(line).waiting.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      return copyStored(oldest.slice(0, limit));
    },
    async admit(ticket, share, at, sweepAt) {
      const line = lineOf(ticket);
      if (line.held.size >= share || line.held.has(ticket.id)) refuse('no slot is free');
      line.held.set(ticket.id, { id: ticket.id, message: ticket.message, sent_at: at, sends: 1 });
      line.sweepAt ??= sweepAt;
    },
    async stopWaiting(ticket) {
      lineOf(ticket).waiting.delete(ticket.id);
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
      const listed = [...lines].flatMap(([name, { account_id, pool, sweepAt }]): Listed<DueLine>[] => {
        const listed_as = `${sweepAt}#${name}`;
        return sweepAt === undefined ? [] : [{ listed_as, entry: { account_id, pool, listed_as } }];
      });
      return duePage(listed, request);
    },
    async noteLook({ account_id, pool, listed_as }, next) {
      const line = lineOf({ account_id, pool });
      if (`${line.sweepAt}#${account_id} ${pool}` !== listed_as) refuse('another sweeper took it');
      line.sweepAt = next;
    },
    async stopLooking(line) {
      if (lineOf(line).held.size > 0) refuse('a slot is held');
      lineOf(line).sweepAt = undefined;
    },
  };
}
