import { WriteConflict } from '../shared/errors.ts';
import { type Delivery, type DeliveryStore, KEPT_TRIES, triesMade } from '../webhooks/public.ts';
import { deliveryItem, deliveryKey, listed, refKey, swept } from './delivery-items.ts';
import { failedDeliveries } from './failed-deliveries.ts';
import { entityOf } from './table/item.ts';
import { gsi1, gsi2, keys } from './table/keys.ts';
import { newestFirst } from './table/newest-first.ts';
import type { Item, Table } from './table/table.ts';
import { throughShards } from './table/through-shards.ts';
import { withinBytes } from './table/within-bytes.ts';
import { laneRepository } from './throttle-repository.ts';

const read = (item: Item): Delivery => entityOf<Delivery>(item);

/** `SET name = :name, …` for some attributes, with the values it needs. */
function assignments(attributes: Record<string, unknown>) {
  const names = Object.keys(attributes);
  return {
    text: names.map((name) => `${name} = :${name}`).join(', '),
    values: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
  };
}

/** That no try was noted meanwhile. One that had no try yet, or one only, may have no count. */
const NO_OTHER_TRY = '(tries_made = :had OR (attribute_not_exists(tries_made) AND size(tries) = :had))';
/** And that it was not reopened either. */
const AS_IT_WAS = `${NO_OTHER_TRY} AND next_try_at = :due`;

/**
 * A page of deliveries is cut when it has so many bytes of JSON. Within the answer of a function it is JSON in JSON, which
 * doubles it at most (a quotation mark takes 2 bytes in the one and 4 in the other); Lambda answers 6 MB at most.
 */
const PAGE_BYTES = 2_000_000;

export function deliveryRepository(table: Table): DeliveryStore {
  return {
    ...laneRepository(table),

    async insertDelivery(delivery, answer) {
      await table.put(deliveryItem(delivery), { onlyIfNew: true, answer });
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
        const list = { index: gsi1.name, partition, sortKey: 'GSI1SK', filter: { status, event }, read };
        return withinBytes(await newestFirst(table, list, page), PAGE_BYTES, ({ id }) => id);
      }
      const partition = { name: 'PK', value: keys.delivery(accountId, receiverId, '').PK };
      const found = await newestFirst(table, { partition, sortKey: 'SK', filter: { status, event }, read }, page);
      return withinBytes(found, PAGE_BYTES, (delivery) => deliveryKey(delivery).SK);
    },

    failedSince: (accountId, receiverId, since, page) =>
      failedDeliveries(table, gsi1.deliveriesOf(accountId, receiverId, 'failed'), since, page),

    async reopenDelivery(delivery, { next_try_at, sweep_at }, answer) {
      const set = assignments({
        next_try_at,
        ...swept(delivery, sweep_at),
        ...listed(delivery, 'pending'),
      });
      await table.update(
        {
          Key: deliveryKey(delivery),
          UpdateExpression: `SET #status = :pending, tries_before = :had, ${set.text} REMOVE dropped, redriven, put_off_until`,
          ConditionExpression: `#status = :seen AND ${NO_OTHER_TRY}`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':pending': 'pending',
            ':had': triesMade(delivery),
            ':seen': delivery.status,
            ...set.values,
          },
        },
        answer,
      );
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
        'put_off_until',
      ];
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET tries = :tries, tries_made = :made, #status = :status, ${set.text} REMOVE ${gone.join(', ')}`,
        ConditionExpression: `#status = :pending AND ${AS_IT_WAS}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':tries': [...delivery.tries, attempt].slice(-KEPT_TRIES),
          ':made': triesMade(delivery) + 1,
          ':status': status,
          ':pending': 'pending',
          ':had': triesMade(delivery),
          ':due': delivery.next_try_at,
          ...set.values,
        },
      });
    },

    async dropDelivery(delivery, reason) {
      const set = assignments({ dropped: reason, ...listed(delivery, 'failed') });
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET #status = :failed, ${set.text} REMOVE sweep_at, GSI2PK, GSI2SK, redriven, put_off_until`,
        ConditionExpression: `#status = :pending AND ${AS_IT_WAS}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':failed': 'failed',
          ':pending': 'pending',
          ':had': triesMade(delivery),
          ':due': delivery.next_try_at,
          ...set.values,
        },
      });
    },

    async lapsedDeliveries(now, limit) {
      return (await throughShards(table, gsi2.deliveries, now, limit)).map(read);
    },

    async putOff(delivery, { put_off_until, sweep_at }) {
      const set = assignments({ put_off_until, ...swept(delivery, sweep_at) });
      const { put_off_until: seen } = delivery;
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET ${set.text} REMOVE redriven`,
        ConditionExpression: `#status = :pending AND next_try_at = :due AND ${
          seen === undefined ? 'attribute_not_exists(put_off_until)' : 'put_off_until = :seen'
        }`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':due': delivery.next_try_at,
          ...(seen === undefined ? {} : { ':seen': seen }),
          ...set.values,
        },
      });
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
