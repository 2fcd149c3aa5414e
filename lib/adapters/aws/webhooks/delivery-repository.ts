import {
  countOfDeliveryAttempts,
  type DeliveryStore,
  MAX_STORED_DELIVERY_ATTEMPTS,
} from '#features/webhooks/public.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseDynamoDbItems } from '../table/item.ts';
import { accountListIndex, dueItemsIndex, tableKeys } from '../table/keys.ts';
import { limitPageBytes } from '../table/limit-page-bytes.ts';
import { queryDueItems } from '../table/query-due-items.ts';
import { queryPageNewestFirst } from '../table/query-page-newest-first.ts';
import type { Table } from '../table/table.ts';
import {
  deliveryCodec,
  deliveryItem,
  deliveryKey,
  deliveryKeyOfRef,
  deliveryStatusIndexAttributes,
  deliverySweepIndexAttributes,
} from './delivery-items.ts';
import { receiverThrottleRepository } from './receiver-throttle-repository.ts';
import { listReplayableDeliveries } from './replayable-deliveries.ts';

/** The assignments `name = :name, …` of a SET expression, with their values; for attributes whose names are not reserved words. */
function assignmentsOf(attributes: Record<string, unknown>) {
  const names = Object.keys(attributes);
  return {
    text: names.map((name) => `${name} = :${name}`).join(', '),
    values: Object.fromEntries(names.map((name) => [`:${name}`, ownPropertyValue(attributes, name)])),
  };
}

/**
 * The condition that no attempt was recorded since the delivery was read; `:had` is the number of attempts then. A delivery with at most one
 * attempt may have no `tries_made`.
 */
const NO_OTHER_ATTEMPT = '(tries_made = :had OR (attribute_not_exists(tries_made) AND size(tries) = :had))';
/** The condition that no attempt was recorded and the delivery was not restarted since it was read; `:due` is its `next_try_at` then. */
const DELIVERY_UNCHANGED = `${NO_OTHER_ATTEMPT} AND next_try_at = :due`;

/**
 * The most bytes of JSON in a page of deliveries. The answer of a function has at most 6 MB, and contains the page as JSON within JSON, which
 * at most doubles it (a quotation mark takes 2 bytes, then 4).
 */
const MAX_PAGE_BYTES = 2_000_000;

/** Deliveries and the throttles of their receivers, in the table. */
export function deliveryRepository(table: Table): DeliveryStore {
  return {
    ...receiverThrottleRepository(table),

    async insertDelivery(delivery, answer) {
      await table.put(deliveryItem(delivery), { onlyIfNew: true, answer });
    },

    async findDelivery(accountId, receiverId, deliveryId) {
      const item = await table.get(tableKeys.delivery(accountId, receiverId, deliveryId));
      return item && deliveryCodec.parse(item);
    },

    async findDeliveries(refs) {
      return (await table.getMany(refs.map(deliveryKeyOfRef))).map(deliveryCodec.parse);
    },

    async listDeliveries(accountId, receiverId, { status, event }, page) {
      const filter = { status, event };
      const parse = deliveryCodec.parse;
      if (status === 'pending' || status === 'failed') {
        const partition = { name: 'GSI1PK', value: accountListIndex.deliveriesOf(accountId, receiverId, status) };
        const list = { index: accountListIndex.name, partition, sortKey: 'GSI1SK', filter, read: parse };
        return limitPageBytes(await queryPageNewestFirst(table, list, page), MAX_PAGE_BYTES, ({ id }) => id);
      }
      const partition = { name: 'PK', value: tableKeys.delivery(accountId, receiverId, '').PK };
      const deliveryPage = await queryPageNewestFirst(table, { partition, sortKey: 'SK', filter, read: parse }, page);
      return limitPageBytes(deliveryPage, MAX_PAGE_BYTES, (delivery) => deliveryKey(delivery).SK);
    },

    failedSince: (accountId, receiverId, since, page) =>
      listReplayableDeliveries(table, accountListIndex.deliveriesOf(accountId, receiverId, 'failed'), since, page),

    async restartDelivery(delivery, { next_try_at, sweep_at }, answer) {
      const assignments = assignmentsOf({
        next_try_at,
        ...deliverySweepIndexAttributes(delivery, sweep_at),
        ...deliveryStatusIndexAttributes(delivery, 'pending'),
      });
      await table.update(
        {
          Key: deliveryKey(delivery),
          UpdateExpression: `SET #status = :pending, tries_before = :had, ${assignments.text} REMOVE dropped, redriven, deferred_until`,
          ConditionExpression: `#status = :seen AND ${NO_OTHER_ATTEMPT}`,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':pending': 'pending',
            ':had': countOfDeliveryAttempts(delivery),
            ':seen': delivery.status,
            ...assignments.values,
          },
        },
        answer,
      );
    },

    async recordAttempt(delivery, { attempt, status, next_try_at, sweep_at }) {
      const assignments = assignmentsOf({
        next_try_at,
        ...(status === 'pending' ? deliverySweepIndexAttributes(delivery, sweep_at) : {}),
        ...deliveryStatusIndexAttributes(delivery, status),
      });
      const removedNames = [
        ...(status === 'pending' ? [] : ['sweep_at', 'GSI2PK', 'GSI2SK']),
        ...(status === 'succeeded' ? ['GSI1PK', 'GSI1SK'] : []),
        'redriven',
        'deferred_until',
      ];
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET tries = :tries, tries_made = :made, #status = :status, ${assignments.text} REMOVE ${removedNames.join(', ')}`,
        ConditionExpression: `#status = :pending AND ${DELIVERY_UNCHANGED}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':tries': [...delivery.tries, attempt].slice(-MAX_STORED_DELIVERY_ATTEMPTS),
          ':made': countOfDeliveryAttempts(delivery) + 1,
          ':status': status,
          ':pending': 'pending',
          ':had': countOfDeliveryAttempts(delivery),
          ':due': delivery.next_try_at,
          ...assignments.values,
        },
      });
    },

    async dropDelivery(delivery, reason) {
      const assignments = assignmentsOf({ dropped: reason, ...deliveryStatusIndexAttributes(delivery, 'failed') });
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET #status = :failed, ${assignments.text} REMOVE sweep_at, GSI2PK, GSI2SK, redriven, deferred_until`,
        ConditionExpression: `#status = :pending AND ${DELIVERY_UNCHANGED}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':failed': 'failed',
          ':pending': 'pending',
          ':had': countOfDeliveryAttempts(delivery),
          ':due': delivery.next_try_at,
          ...assignments.values,
        },
      });
    },

    listDueDeliveries: (request) =>
      queryDueItems(table, dueItemsIndex.deliveries, request, (items) =>
        parseDynamoDbItems(items, deliveryCodec, request.onUnreadable),
      ),

    async deferDelivery(delivery, { deferred_until, sweep_at }) {
      const assignments = assignmentsOf({ deferred_until, ...deliverySweepIndexAttributes(delivery, sweep_at) });
      const { deferred_until: seenDeferral } = delivery;
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET ${assignments.text} REMOVE redriven`,
        ConditionExpression: `#status = :pending AND next_try_at = :due AND ${
          seenDeferral === undefined ? 'attribute_not_exists(deferred_until)' : 'deferred_until = :seen'
        }`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':pending': 'pending',
          ':due': delivery.next_try_at,
          ...(seenDeferral === undefined ? {} : { ':seen': seenDeferral }),
          ...assignments.values,
        },
      });
    },

    async postponeSweep(delivery, nextSweepAt, redriven) {
      if (delivery.sweep_at === undefined) throw new WriteConflictError('the delivery is not pending');
      const assignments = assignmentsOf({ ...deliverySweepIndexAttributes(delivery, nextSweepAt), redriven });
      await table.update({
        Key: deliveryKey(delivery),
        UpdateExpression: `SET ${assignments.text}`,
        ConditionExpression: '#status = :pending AND sweep_at = :seen',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':pending': 'pending', ':seen': delivery.sweep_at, ...assignments.values },
      });
    },
  };
}
