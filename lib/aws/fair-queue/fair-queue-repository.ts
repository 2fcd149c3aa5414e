import type { FairQueueStore } from '../../fair-queue/ports.ts';
import type { HeldSlot, LineRef } from '../../fair-queue/ticket.ts';
import { unlessOvertaken, WriteConflict } from '../../shared/errors.ts';
import { dueItems, listedAs } from '../table/due-items.ts';
import { parseItems } from '../table/item.ts';
import { gsi2, keys, prefixes } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { lineCodec, ticketCodec } from './fair-queue-items.ts';

/** Where the second index lists a line with work in it. */
const lookAttributes = ({ account_id, pool }: LineRef, at: string) =>
  gsi2.lines.attributes(`${pool}#${account_id}`, at);

/** The lines of accounts. The slots of a line are one item, so that one condition counts them. */
export function fairQueueRepository(table: Table): FairQueueStore {
  const slotsKey = ({ account_id, pool }: LineRef) => keys.poolSlots(account_id, pool);

  return {
    async wait(tickets) {
      // Without a condition: a ticket that waits already is the same item.
      await table.writeMany(
        tickets.map((ticket) => ticketCodec.toItem(keys.ticket(ticket.account_id, ticket.pool, ticket.id), ticket)),
        [],
      );
    },

    async held(line) {
      const item = await table.get(slotsKey(line));
      if (!item) return [];
      return Object.entries(lineCodec.parse(item).held).map(([id, slot]): HeldSlot => ({ id, ...slot }));
    },

    async listWaiting({ account_id, pool }, limit) {
      const { items } = await table.page({
        KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
        ExpressionAttributeValues: { ':pk': keys.poolSlots(account_id, pool).PK, ':prefix': prefixes.ticket },
        ConsistentRead: true,
        Limit: limit,
      });
      return items.map(ticketCodec.parse);
    },

    async admit(ticket, share, at, sweepAt) {
      const { account_id, pool, id, message } = ticket;
      const slot: Omit<HeldSlot, 'id'> = { message, sent_at: at, sends: 1 };
      const takeSlot = () => {
        const { GSI2PK, GSI2SK } = lookAttributes(ticket, sweepAt);
        return table.update({
          Key: slotsKey(ticket),
          // The time of the next sweep is set once: a busy line must not postpone its sweep.
          UpdateExpression:
            'SET held.#id = :slot, GSI2PK = if_not_exists(GSI2PK, :pk), GSI2SK = if_not_exists(GSI2SK, :sk)',
          ConditionExpression: 'attribute_exists(held) AND size(held) < :share AND attribute_not_exists(held.#id)',
          ExpressionAttributeNames: { '#id': id },
          ExpressionAttributeValues: { ':slot': slot, ':share': share, ':pk': GSI2PK, ':sk': GSI2SK },
        });
      };
      try {
        await takeSlot();
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        // An update cannot make a map and put something into it. The first ticket of a line makes the item; one that comes at
        // the same moment finds it made, and takes a slot like the first.
        const empty = lineCodec.toItem(slotsKey(ticket), { account_id, pool, held: {} });
        await unlessOvertaken(() => table.put(empty, { onlyIfNew: true }));
        await takeSlot();
      }
    },

    async stopWaiting({ account_id, pool, id }) {
      await table.delete(keys.ticket(account_id, pool, id));
    },

    async release({ id, ...line }) {
      await table.update({
        Key: slotsKey(line),
        UpdateExpression: 'REMOVE held.#id',
        ConditionExpression: 'attribute_exists(held.#id)',
        ExpressionAttributeNames: { '#id': id },
      });
    },

    async noteSent(line, { id, sent_at, sends }, at) {
      await table.update({
        Key: slotsKey(line),
        UpdateExpression: 'SET held.#id.sent_at = :at, held.#id.sends = :sends',
        ConditionExpression: 'held.#id.sent_at = :seen',
        ExpressionAttributeNames: { '#id': id },
        ExpressionAttributeValues: { ':at': at, ':sends': sends + 1, ':seen': sent_at },
      });
    },

    listDue: (request) =>
      dueItems(table, gsi2.lines, request, (items) =>
        items.flatMap((item) =>
          parseItems([item], lineCodec, request.onUnreadable).map(({ account_id, pool }) => ({
            account_id,
            pool,
            listed_as: listedAs(item),
          })),
        ),
      ),

    async noteLook({ listed_as, ...line }, next) {
      await table.update({
        Key: slotsKey(line),
        UpdateExpression: 'SET GSI2SK = :next',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: { ':next': lookAttributes(line, next).GSI2SK, ':seen': listed_as },
      });
    },

    async stopLooking(line) {
      await table.update({
        Key: slotsKey(line),
        UpdateExpression: 'REMOVE GSI2PK, GSI2SK',
        ConditionExpression: 'size(held) = :none',
        ExpressionAttributeValues: { ':none': 0 },
      });
    },
  };
}
