import { encodeTime } from 'ulid';
import { WriteConflict } from '../errors.ts';
import { ID_PREFIXES } from '../ids.ts';
import type { DeliveryStore } from '../webhooks/ports.ts';
import type { Delivery } from '../webhooks/webhook.ts';
import { deliveryItem, deliveryKey, listed, refKey, swept } from './delivery-items.ts';
import { laneRepository } from './lane-repository.ts';
import { entityOf } from './table/item.ts';
import { gsi1, gsi2, keys } from './table/keys.ts';
import { newestFirst } from './table/newest-first.ts';
import type { Item, Table } from './table/table.ts';
import { throughShards } from './table/through-shards.ts';

const read = (item: Item): Delivery => entityOf<Delivery>(item);

/** `SET name = :name, …` for some attributes, with the values it needs. */
function assignments(attributes: Record<string, unknown>) {
  const names = Object.keys(attributes);
  return {
    text: names.map((name) => `${name} = :${name}`).join(', '),
    values: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
  };
}

export function deliveryRepository(table: Table): DeliveryStore {
  return {
    ...laneRepository(table),

    async insertDelivery(delivery) {
      await table.put(deliveryItem(delivery), { onlyIfNew: true });
    },

    async findDelivery(account_id, receiver_id, delivery_id) {
      const item = await table.get(refKey({ account_id, receiver_id, delivery_id }));
      return item && read(item);
    },

    async findDeliveries(refs) {
      return (await table.getMany(refs.map(refKey))).map(read);
    },

    async listDeliveries(accountId, receiverId, { status, event }, page) {
      if (status === 'pending' || status === 'failed') {
        const partition = { name: 'GSI1PK', value: gsi1.deliveriesOf(accountId, receiverId, status) };
        return newestFirst(
          table,
          { index: gsi1.name, partition, sortKey: 'GSI1SK', filter: { status, event }, read },
          page,
        );
      }
      const partition = { name: 'PK', value: keys.delivery(accountId, receiverId, '').PK };
      return newestFirst(table, { partition, sortKey: 'SK', filter: { status, event }, read }, page);
    },

    async failedSince(accountId, receiverId, since, limit) {
      const { items } = await table.page({
        IndexName: gsi1.name,
        KeyConditionExpression: 'GSI1PK = :pk AND GSI1SK >= :first',
        ExpressionAttributeValues: {
          ':pk': gsi1.deliveriesOf(accountId, receiverId, 'failed'),
          // An id begins with its time, which knows none before 1970.
          ':first': `${ID_PREFIXES.delivery}_${encodeTime(Math.max(0, since.getTime()))}`,
        },
        Limit: limit,
      });
      return items.map(read);
    },

    async reopenDelivery(delivery, { next_try_at, sweep_at }) {
      const set = assignments({
        next_try_at,
        ...swept(delivery, sweep_at),
        ...listed(delivery, 'pending'),
      });
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET #status = :pending, ${set.text} REMOVE dropped, redriven`,
        ConditionExpression: 'size(tries) = :had AND #status = :seen',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':had': delivery.tries.length,
          ':seen': delivery.status,
          ...set.values,
        },
      });
    },

    async recordTry(delivery, { attempt, status, next_try_at, sweep_at }) {
      const set = assignments({
        next_try_at,
        ...(status === 'pending' ? swept(delivery, sweep_at) : {}),
        ...listed(delivery, status),
      });
      const gone = [
        ...(status === 'pending' ? [] : ['sweep_at', 'GSI2PK', 'GSI2SK']),
        ...(status === 'succeeded' ? ['GSI1PK', 'GSI1SK'] : []),
        'redriven',
      ];
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET tries = list_append(tries, :attempt), #status = :status, ${set.text} REMOVE ${gone.join(', ')}`,
        ConditionExpression: '#status = :pending AND size(tries) = :had',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':attempt': [attempt],
          ':status': status,
          ':pending': 'pending',
          ':had': delivery.tries.length,
          ...set.values,
        },
      });
    },

    async dropDelivery(delivery, reason) {
      const set = assignments({ dropped: reason, ...listed(delivery, 'failed') });
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET #status = :failed, ${set.text} REMOVE sweep_at, GSI2PK, GSI2SK, redriven`,
        ConditionExpression: '#status = :pending AND size(tries) = :had',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':failed': 'failed',
          ':pending': 'pending',
          ':had': delivery.tries.length,
          ...set.values,
        },
      });
    },

    async lapsedDeliveries(now, limit) {
      return (await throughShards(table, gsi2.deliveries, now, limit)).map(read);
    },

    async postponeSweep(delivery, next, redriven) {
      if (delivery.sweep_at === undefined) throw new WriteConflict('the delivery is not pending');
      const set = assignments({ ...swept(delivery, next), redriven });
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET ${set.text}`,
        ConditionExpression: '#status = :pending AND sweep_at = :seen',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':pending': 'pending', ':seen': delivery.sweep_at, ...set.values },
      });
    },
  };
}
