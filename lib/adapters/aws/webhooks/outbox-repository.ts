import type { RenderEvent } from '#features/renders/public.ts';
import type { OutboxStore, UndispatchedEvent } from '#features/webhooks/public.ts';
import { dueItemsIndex, type TableKey, tableKeys } from '../table/keys.ts';
import { dueIndexSortKey, queryDueItems } from '../table/query-due-items.ts';
import type { Table, TableItem } from '../table/table.ts';
import { deliveryItem } from './delivery-items.ts';
import { outboxEventOfItem } from './outbox-record.ts';

/** A value that is a string; the empty string for any other. */
const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const outboxKey = ({ account_id, render: { id }, event_id }: RenderEvent): TableKey =>
  tableKeys.outbox(account_id, id, event_id);

/** Makes the sweeper's entry of an item. It never throws: a malformed item fails in `event()`, so that the sweeper can give it up. */
function undispatchedEventOf(item: TableItem): UndispatchedEvent {
  const key = { PK: textOrEmpty(item.PK), SK: textOrEmpty(item.SK) };
  const [, account_id = ''] = /^ACC#([^#]*)#RN#/.exec(key.PK) ?? [];
  return {
    key,
    account_id,
    event_id: key.SK.replace(/^OUTBOX#/, ''),
    event() {
      const event = outboxEventOfItem(item);
      const ownKey = outboxKey(event);
      if (ownKey.PK !== key.PK || ownKey.SK !== key.SK) throw new Error('this event is not where its ids say');
      return event;
    },
    listed_as: dueIndexSortKey(item),
    created_at: textOrEmpty(item.created_at),
    redriven: typeof item.redriven === 'number' ? item.redriven : 0,
  };
}

/** The outbox in the table: events that have not become deliveries yet. */
export function outboxRepository(table: Table): OutboxStore {
  return {
    async dispatch(event, body, deliveries, dispatchedAt) {
      const dispatchUpdate = {
        Key: outboxKey(event),
        // An event without receivers needs no body.
        UpdateExpression: `SET dispatched_at = :at${deliveries.length > 0 ? ', body = :body' : ''} REMOVE GSI2PK, GSI2SK`,
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(dispatched_at)',
        ExpressionAttributeValues: { ':at': dispatchedAt, ...(deliveries.length > 0 ? { ':body': body } : {}) },
      };
      if (deliveries.length === 0) {
        // A single update costs half of a transaction.
        await table.update(dispatchUpdate);
        return;
      }
      const puts = deliveries.map((delivery) => ({ Put: { TableName: table.name, Item: deliveryItem(delivery) } }));
      await table.transact({ event: { Update: { TableName: table.name, ...dispatchUpdate } }, deliveries: puts });
    },

    listDue: (request) =>
      queryDueItems(table, dueItemsIndex.outbox, request, (items) => items.map(undispatchedEventOf)),

    async noteRedriven({ key, event_id, listed_as, redriven }, nextSweepAt) {
      const indexAttributes =
        nextSweepAt === undefined ? undefined : dueItemsIndex.outbox.attributes(event_id, nextSweepAt);
      await table.update({
        Key: key,
        UpdateExpression: indexAttributes
          ? 'SET GSI2SK = :next, redriven = :times'
          : 'SET given_up = :times REMOVE GSI2PK, GSI2SK',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: {
          ':seen': listed_as,
          ':times': redriven + 1,
          ...(indexAttributes ? { ':next': indexAttributes.GSI2SK } : {}),
        },
      });
    },
  };
}
