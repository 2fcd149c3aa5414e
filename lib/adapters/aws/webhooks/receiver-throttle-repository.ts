import {
  CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN,
  type DeliveryOutcomeForThrottle,
  isReceiverHalfOpen,
  type ReceiverThrottleStore,
} from '#features/webhooks/public.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { tableKeys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { deliveryCodec, deliveryKeyOfRef } from './delivery-items.ts';
import {
  newThrottleAttributes,
  receiverSlotAttributeName,
  receiverThrottleExpirySeconds,
  receiverThrottleFromItem,
  receiverThrottleKey,
} from './receiver-throttle-items.ts';
import { webhookCodec } from './webhook-items.ts';

/** Parts of the update that releases a slot: those that note the outcome of the attempt. @param outcome undefined: no attempt was made */
function outcomeUpdateParts(outcome: DeliveryOutcomeForThrottle | undefined, isWebhook: boolean) {
  if (outcome === undefined) return { set: [], remove: [], values: {} };
  const isSuccess = outcome.outcome === 'succeeded';
  const countsFailure = isWebhook && !isSuccess && outcome.counts === true;
  return {
    set: [
      outcome.timedOut ? 'timeouts = if_not_exists(timeouts, :none) + :one, probe_at = :probe' : 'timeouts = :none',
      ...(outcome.slow ? ['slow = :slow'] : []),
      ...(isWebhook ? ['last_delivery = :last'] : []),
      ...(countsFailure
        ? [
            'failing_since = if_not_exists(failing_since, :at)',
            'failing_tries = if_not_exists(failing_tries, :none) + :one',
          ]
        : []),
    ],
    remove: [...(outcome.slow ? [] : ['slow']), ...(isWebhook && isSuccess ? ['failing_since', 'failing_tries'] : [])],
    values: {
      ':none': 0,
      ...(outcome.slow ? { ':slow': true } : {}),
      ...(outcome.timedOut ? { ':one': 1, ':probe': outcome.probe_at } : {}),
      ...(isWebhook ? { ':last': { status: outcome.outcome, at: outcome.at } } : {}),
      ...(countsFailure ? { ':one': 1, ':at': outcome.at } : {}),
    },
  };
}

/** The throttles of receivers in the table. */
export function receiverThrottleRepository(table: Table): ReceiverThrottleStore {
  return {
    async loadContext(ref) {
      const event = tableKeys.outbox(ref.account_id, ref.render_id, ref.event_id);
      const items = await table.getMany([
        deliveryKeyOfRef(ref),
        receiverThrottleKey(ref),
        event,
        tableKeys.accounting(ref.account_id),
      ]);
      const itemOf = (entity: string) => items.find((item) => item.entity === entity);
      const webhook = itemOf('webhook');
      const sharedBody = itemOf('outbox')?.body;
      // Deliveries of a deleted account are not made.
      const deliveryItem = itemOf('accounting') ? undefined : itemOf('delivery');
      const delivery = deliveryItem && deliveryCodec.parse(deliveryItem);
      return {
        delivery,
        webhook: webhook && webhookCodec.parse(webhook),
        throttle: receiverThrottleFromItem(webhook ?? itemOf('throttle')),
        // The delivery of a test has a body in its item, and no event in the outbox.
        body: delivery?.body ?? (typeof sharedBody === 'string' ? sharedBody : undefined),
      };
    },

    async throttles(refs) {
      const keyText = ({ PK, SK }: { PK?: unknown; SK?: unknown }) => `${PK} ${SK}`;
      const keys = refs.map(receiverThrottleKey);
      // A batch may name an item only once.
      const items = await table.getMany([...new Map(keys.map((key) => [keyText(key), key])).values()]);
      const itemByKey = new Map(items.map((item) => [keyText(item), item]));
      return keys.map((key) => receiverThrottleFromItem(itemByKey.get(keyText(key))));
    },

    async takeSlot(ref, throttle, index, slot, now, allowsDisabled = false) {
      const isWebhook = ref.receiver.kind === 'webhook';
      const needsActive = isWebhook && !allowsDisabled;
      const isGuarded = throttle.guard?.delivery_id === slot.delivery_id;
      const stateCondition = isReceiverHalfOpen(throttle)
        ? 'timeouts >= :row AND (attribute_not_exists(probe_at) OR probe_at <= :now)'
        : '(attribute_not_exists(timeouts) OR timeouts < :row)';
      await table.update({
        Key: receiverThrottleKey(ref),
        UpdateExpression: `SET #slot = :slot${
          isWebhook ? '' : ', entity = :entity, item_format = :format, expires_at_epoch = :end'
        }${isGuarded ? ' REMOVE guard' : ''}`,
        ConditionExpression: `(attribute_not_exists(#slot) OR #slot.#until <= :now) AND ${stateCondition}${
          isWebhook ? ` AND ${allowsDisabled ? 'attribute_exists(PK)' : '#status = :active'}` : ''
        }`,
        ExpressionAttributeNames: {
          '#slot': receiverSlotAttributeName(index),
          '#until': 'until',
          ...(needsActive ? { '#status': 'status' } : {}),
        },
        ExpressionAttributeValues: {
          ':slot': slot,
          ':now': formatUtcTimestamp(now),
          ':row': CONSECUTIVE_TIMEOUTS_UNTIL_HALF_OPEN,
          ...(needsActive ? { ':active': 'active' } : {}),
          ...(isWebhook
            ? {}
            : {
                ':entity': newThrottleAttributes.entity,
                ':format': newThrottleAttributes.item_format,
                ':end': receiverThrottleExpirySeconds(now),
              }),
        },
      });
    },

    async setGuard(ref, guard, now) {
      await table.update({
        Key: receiverThrottleKey(ref),
        UpdateExpression: 'SET guard = :guard',
        ConditionExpression:
          'attribute_exists(PK) AND (attribute_not_exists(guard) OR guard.delivery_id = :mine OR guard.#until <= :now OR guard.#due > :due)',
        ExpressionAttributeNames: { '#until': 'until', '#due': 'due' },
        ExpressionAttributeValues: {
          ':guard': guard,
          ':mine': guard.delivery_id,
          ':due': guard.due,
          ':now': formatUtcTimestamp(now),
        },
      });
    },

    async releaseSlot(ref, index, slot, outcome) {
      const isWebhook = ref.receiver.kind === 'webhook';
      const { set, remove, values } = outcomeUpdateParts(outcome, isWebhook);
      try {
        const item = await table.update({
          Key: receiverThrottleKey(ref),
          UpdateExpression: `${set.length > 0 ? `SET ${set.join(', ')} ` : ''}REMOVE ${['#slot', ...remove].join(', ')}`,
          ConditionExpression: '#slot.delivery_id = :mine AND #slot.#until = :until',
          ExpressionAttributeNames: { '#slot': receiverSlotAttributeName(index), '#until': 'until' },
          ExpressionAttributeValues: { ':mine': slot.delivery_id, ':until': slot.until, ...values },
        });
        return isWebhook ? webhookCodec.parse(item) : undefined;
      } catch (error) {
        // The webhook was removed, or the lease ended and another delivery took the slot.
        if (!(error instanceof WriteConflictError)) throw error;
        return undefined;
      }
    },
  };
}
