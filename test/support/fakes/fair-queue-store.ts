import type { FairQueueStore } from '../../../lib/fair-queue/ports.ts';
import type { HeldSlot, LineRef, Ticket } from '../../../lib/fair-queue/ticket.ts';
import { WriteConflict } from '../../../lib/shared/errors.ts';

interface Line extends LineRef {
  held: Map<string, HeldSlot>;
  waiting: Map<string, Ticket>;
  sweepAt: string | undefined;
}

const refuse = (why: string): never => {
  throw new WriteConflict(`condition: ${why}`);
};

/** The lines of accounts in memory, under the same conditions as in the table. */
export function memoryFairQueueStore(): FairQueueStore {
  const lines = new Map<string, Line>();
  const lineOf = ({ account_id, pool }: LineRef): Line => {
    const name = `${account_id} ${pool}`;
    const line = lines.get(name) ?? { account_id, pool, held: new Map(), waiting: new Map(), sweepAt: undefined };
    lines.set(name, line);
    return line;
  };
  return {
    async wait(tickets) {
      for (const ticket of tickets) lineOf(ticket).waiting.set(ticket.id, structuredClone(ticket));
    },
    held: async (line) => structuredClone([...lineOf(line).held.values()]),
    async listWaiting(line, limit) {
      const oldest = [...lineOf(line).waiting.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      return structuredClone(oldest.slice(0, limit));
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
    async listDue(now, limit) {
      const due = [...lines.values()].filter(({ sweepAt }) => sweepAt !== undefined && sweepAt < now);
      due.sort((a, b) => ((a.sweepAt ?? '') < (b.sweepAt ?? '') ? -1 : 1));
      return due.slice(0, limit).map(({ account_id, pool }) => ({ account_id, pool }));
    },
    async planSweep(line, sweepAt) {
      if (sweepAt === undefined && lineOf(line).held.size > 0) refuse('a slot is held');
      lineOf(line).sweepAt = sweepAt;
    },
  };
}
