import { attemptConditionalWrite, WriteConflictError } from '#kernel/shared/errors.ts';
import type {
  AccountQueue,
  AdmittedTickets,
  FairQueueSlot,
  FairQueueStore,
  FairQueueTicket,
} from '#platform/fair-queue/public.ts';
import { dueItemsIndex, tableKeys } from '../table/keys.ts';
import { listDueEntriesPage } from '../table/query-due-items.ts';
import type { Table, TableItem } from '../table/table.ts';
import type { TransactItem } from '../table/transaction.ts';
import { accountSlotsInPoolCodec, dueAccountQueueCodec, queueTicketCodec } from './fair-queue-items.ts';

/** Attributes of the sweeper's index, which lists the queues with work by the time of their next check. */
const checkAttributes = ({ account_id, pool }: AccountQueue, checkAt: string) =>
  dueItemsIndex.lines.attributes(`${pool}#${account_id}`, checkAt);

const heldSlotsIn = (item: TableItem | undefined): FairQueueSlot[] =>
  item ? Object.entries(accountSlotsInPoolCodec.parse(item).held).map(([id, slot]) => ({ id, ...slot })) : [];

const firstSlot = (sentAt: string): Omit<FairQueueSlot, 'id'> => ({ sent_at: sentAt, sends: 1 });

/** Expression parts over a list of ids: `names` (the id of each placeholder), and `each`, which makes a part for every placeholder. */
function idExpressions(ids: readonly string[]) {
  const placeholders = ids.map((_, index) => `#id${index}`);
  return {
    names: Object.fromEntries(placeholders.map((place, index) => [place, ids[index] ?? ''])),
    each: (expression: (place: string) => string): string[] => placeholders.map(expression),
  };
}

/**
 * Stores, for each account and pool, the queue of waiting tickets and the slots that running work has taken. All slots of one queue are in
 * one item, so that one condition can count them.
 */
export function fairQueueRepository(table: Table): FairQueueStore {
  const slotsKey = ({ account_id, pool }: AccountQueue) => tableKeys.poolSlots(account_id, pool);
  const queueEntryKey = ({ account_id, pool }: AccountQueue) => tableKeys.poolLine(account_id, pool);

  /** Written without a condition: a ticket that exists already is the same item. */
  const ticketItem = (ticket: FairQueueTicket) =>
    queueTicketCodec.toItem(tableKeys.ticket(ticket.account_id, ticket.pool, ticket.id), ticket);

  /** Part of a transaction: inserts a ticket. */
  const putTicket = (ticket: FairQueueTicket): TransactItem => ({
    Put: { TableName: table.name, Item: ticketItem(ticket) },
  });

  /** Inserts the item of a queue with its first slots, and its entry in the sweeper's index, in one transaction. @throws WriteConflictError */
  async function insertQueue(
    { account_id, pool }: AccountQueue,
    { ids, share, at, sweepAt, added = [] }: AdmittedTickets,
  ): Promise<void> {
    if (ids.length > share) throw new WriteConflictError('there are fewer slots than tickets');
    const queue = { account_id, pool };
    const heldSlots = Object.fromEntries(ids.map((id) => [id, firstSlot(at)]));
    await table.transact({
      slots: {
        Put: {
          TableName: table.name,
          Item: accountSlotsInPoolCodec.toItem(slotsKey(queue), { ...queue, held: heldSlots }),
          ConditionExpression: 'attribute_not_exists(PK)',
        },
      },
      line: {
        Put: {
          TableName: table.name,
          Item: dueAccountQueueCodec.toItem(queueEntryKey(queue), queue, checkAttributes(queue, sweepAt)),
        },
      },
      tickets: added.map(putTicket),
    });
  }

  return {
    async addTickets(tickets) {
      await table.writeMany(tickets.map(ticketItem), []);
    },

    async removeTicket({ account_id, pool, id }) {
      await table.delete(tableKeys.ticket(account_id, pool, id));
    },

    held: async (queue) => heldSlotsIn(await table.get(slotsKey(queue))),

    async view(queue, limit) {
      // The slots sort before the tickets.
      const { PK, SK } = tableKeys.poolSlots(queue.account_id, queue.pool);
      const { items } = await table.page({
        KeyConditionExpression: 'PK = :pk AND SK >= :slots',
        ExpressionAttributeValues: { ':pk': PK, ':slots': SK },
        ConsistentRead: true,
        Limit: limit + 1,
      });
      const heldSlots = heldSlotsIn(items.find((item) => item.SK === SK));
      const oldestTickets = items.filter((item) => item.SK !== SK).slice(0, limit);
      const heldIds = new Set(heldSlots.map(({ id }) => id));
      return {
        held: heldSlots,
        waiting: oldestTickets.map(queueTicketCodec.parse).filter(({ id }) => !heldIds.has(id)),
      };
    },

    async tickets({ account_id, pool }, ids) {
      const items = await table.getMany(ids.map((id) => tableKeys.ticket(account_id, pool, id)));
      return items.map(queueTicketCodec.parse);
    },

    async admit(queue, admission) {
      const { ids, inPlaceOf, share, at, added: addedTickets = [] } = admission;
      const { names, each } = idExpressions(ids);
      const isHandedOn = inPlaceOf !== undefined;
      const slotsUpdate = {
        Key: slotsKey(queue),
        UpdateExpression: `SET ${each((id) => `held.${id} = :slot`).join(', ')} REMOVE empty_since${isHandedOn ? ', held.#last' : ''}`,
        ConditionExpression: [
          'size(held) <= :room',
          ...each((id) => `attribute_not_exists(held.${id})`),
          ...(isHandedOn ? ['attribute_exists(held.#last)'] : []),
        ].join(' AND '),
        ExpressionAttributeNames: { ...names, ...(isHandedOn ? { '#last': inPlaceOf } : {}) },
        ExpressionAttributeValues: {
          ':slot': firstSlot(at),
          ':room': share - ids.length + (isHandedOn ? 1 : 0),
        },
      };
      const takeSlots = async (): Promise<void> => {
        if (addedTickets.length === 0) await table.update(slotsUpdate);
        else
          await table.transact({
            slots: { Update: { TableName: table.name, ...slotsUpdate } },
            tickets: addedTickets.map(putTicket),
          });
      };
      if (isHandedOn) return takeSlots();
      if (await attemptConditionalWrite(takeSlots)) return;
      // The queue does not exist yet, or its slots have changed since they were read.
      if (await attemptConditionalWrite(() => insertQueue(queue, admission))) return;
      // Another request may have made the queue at the same moment, and left free slots.
      await takeSlots();
    },

    async release({ id, ...queue }) {
      await table.update({
        Key: slotsKey(queue),
        UpdateExpression: 'REMOVE held.#id',
        ConditionExpression: 'attribute_exists(held.#id)',
        ExpressionAttributeNames: { '#id': id },
      });
    },

    async noteSent(queue, { id, sent_at, sends }, sentAt) {
      await table.update({
        Key: slotsKey(queue),
        UpdateExpression: 'SET held.#id.sent_at = :at, held.#id.sends = :sends',
        ConditionExpression: 'held.#id.sent_at = :seen',
        ExpressionAttributeNames: { '#id': id },
        ExpressionAttributeValues: { ':at': sentAt, ':sends': sends + 1, ':seen': sent_at },
      });
    },

    listDue: (request) =>
      listDueEntriesPage(
        table,
        dueItemsIndex.lines,
        request,
        dueAccountQueueCodec,
        ({ account_id, pool }, listed_as) => ({
          account_id,
          pool,
          listed_as,
        }),
      ),

    async noteCheck({ listed_as, ...queue }, nextCheckAt) {
      await table.update({
        Key: queueEntryKey(queue),
        UpdateExpression: 'SET GSI2SK = :next',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: { ':next': checkAttributes(queue, nextCheckAt).GSI2SK, ':seen': listed_as },
      });
    },

    async noteEmpty(queue, emptySince) {
      await table.update({
        Key: slotsKey(queue),
        UpdateExpression: 'SET empty_since = if_not_exists(empty_since, :at)',
        ConditionExpression: 'size(held) = :none',
        ExpressionAttributeValues: { ':at': emptySince, ':none': 0 },
      });
    },

    async stopChecking(queue, emptyBefore) {
      // Both are deleted in one transaction: slots must not be taken in a queue that the sweeper's index does not list.
      await table.transact({
        slots: {
          Delete: {
            TableName: table.name,
            Key: slotsKey(queue),
            ConditionExpression: 'size(held) = :none AND empty_since < :before',
            ExpressionAttributeValues: { ':none': 0, ':before': emptyBefore },
          },
        },
        line: { Delete: { TableName: table.name, Key: queueEntryKey(queue) } },
      });
    },
  };
}
