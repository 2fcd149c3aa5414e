import type { OutboxStore, UndispatchedEvent } from '../webhooks/ports.ts';
import { deliveryItem } from './delivery-items.ts';
import { outboxEvent } from './outbox-record.ts';
import { gsi2, type Key, keys } from './table/keys.ts';
import type { Item, Table, TransactItem } from './table/table.ts';
import { throughShards } from './table/through-shards.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An item of the index as the sweeper sees it, whatever is wrong with it. */
function undispatched(item: Item): UndispatchedEvent {
  const [, account_id = '', render_id = ''] = /^ACC#([^#]*)#RN#([^#]*)$/.exec(text(item.PK)) ?? [];
  return {
    key: { account_id, render_id, event_id: text(item.SK).replace(/^OUTBOX#/, '') },
    event: () => outboxEvent(item),
    sweep_at: text(item.GSI2SK).split('#')[0] ?? '',
    created_at: text(item.created_at),
    redriven: typeof item.redriven === 'number' ? item.redriven : 0,
  };
}

export function outboxRepository(table: Table): OutboxStore {
  const itemKey = ({ account_id, render_id, event_id }: UndispatchedEvent['key']): Key =>
    keys.outbox(account_id, render_id, event_id);

  return {
    async dispatch(event, body, deliveries, at) {
      const note: TransactItem = {
        Update: {
          TableName: table.name,
          Key: keys.outbox(event.account_id, event.render.id, event.event_id),
          // An event that nobody gets needs no body.
          UpdateExpression: `SET dispatched_at = :at${deliveries.length > 0 ? ', body = :body' : ''} REMOVE GSI2PK, GSI2SK`,
          ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(dispatched_at)',
          ExpressionAttributeValues: { ':at': at, ...(deliveries.length > 0 ? { ':body': body } : {}) },
        },
      };
      const puts = deliveries.map((delivery) => ({ Put: { TableName: table.name, Item: deliveryItem(delivery) } }));
      await table.transact([note, ...puts]);
    },

    async undispatched(now, limit) {
      const items = await throughShards(table, gsi2.outbox, now, limit);
      return items.map(undispatched);
    },

    async noteRedriven({ key, sweep_at, redriven }, next) {
      const seen = gsi2.outboxAttributes(key.event_id, sweep_at);
      const put = next === undefined ? undefined : gsi2.outboxAttributes(key.event_id, next);
      await table.update({
        Key: itemKey(key),
        UpdateExpression: put ? 'SET GSI2SK = :next, redriven = :times' : 'SET given_up = :times REMOVE GSI2PK, GSI2SK',
        ConditionExpression: 'GSI2SK = :seen',
        ExpressionAttributeValues: {
          ':seen': seen.GSI2SK,
          ':times': redriven + 1,
          ...(put ? { ':next': put.GSI2SK } : {}),
        },
      });
    },
  };
}
