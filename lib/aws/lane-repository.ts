import { timestamp } from '../clock.ts';
import { WriteConflict } from '../errors.ts';
import { isProbing, TIMEOUTS_IN_A_ROW } from '../webhooks/lane.ts';
import type { DeliveryStore } from '../webhooks/ports.ts';
import type { Delivery, Webhook } from '../webhooks/webhook.ts';
import { laneEnd, laneKey, laneOf, refKey, slotName } from './delivery-items.ts';
import { entityOf } from './table/item.ts';
import { keys } from './table/keys.ts';
import type { Table } from './table/table.ts';

/** What is under way to receivers. */
export function laneRepository(table: Table): Pick<DeliveryStore, 'outlook' | 'takeSlot' | 'leaveSlot'> {
  return {
    async outlook(ref) {
      const event = keys.outbox(ref.account_id, ref.render_id, ref.event_id);
      const items = await table.getMany([refKey(ref), laneKey(ref), event]);
      const of = (entity: string) => items.find((item) => item.entity === entity);
      const webhook = of('webhook');
      const kept = of('outbox')?.body;
      const found = of('delivery');
      const delivery = found && entityOf<Delivery>(found);
      return {
        delivery,
        webhook: webhook && entityOf<Webhook>(webhook),
        lane: laneOf(webhook ?? of('lane')),
        // A test has a body of its own, and no event in the outbox.
        body: delivery?.body ?? (typeof kept === 'string' ? kept : undefined),
      };
    },

    async takeSlot(ref, lane, index, slot, now) {
      const known = ref.lane === undefined;
      const sameLane = isProbing(lane)
        ? 'timeouts >= :row AND (attribute_not_exists(probe_at) OR probe_at <= :now)'
        : '(attribute_not_exists(timeouts) OR timeouts < :row)';
      await table.update({
        Key: laneKey(ref),
        UpdateExpression: `SET #slot = :slot${known ? '' : ', entity = :lane, expires_at_epoch = :end'}`,
        ConditionExpression: `(attribute_not_exists(#slot) OR #slot.#until <= :now) AND ${sameLane}${
          known ? ' AND #status = :active' : ''
        }`,
        ExpressionAttributeNames: {
          '#slot': slotName(index),
          '#until': 'until',
          ...(known ? { '#status': 'status' } : {}),
        },
        ExpressionAttributeValues: {
          ':slot': slot,
          ':now': timestamp(now),
          ':row': TIMEOUTS_IN_A_ROW,
          ...(known ? { ':active': 'active' } : { ':lane': 'lane', ':end': laneEnd(now) }),
        },
      });
    },

    async leaveSlot(ref, index, slot, outcome) {
      const known = ref.lane === undefined;
      const good = outcome?.outcome === 'succeeded';
      const set = outcome
        ? [
            outcome.timedOut
              ? 'timeouts = if_not_exists(timeouts, :none) + :one, probe_at = :probe'
              : 'timeouts = :none',
            ...(known ? ['last_delivery = :last'] : []),
            ...(known && !good ? ['failing_since = if_not_exists(failing_since, :at)'] : []),
          ]
        : [];
      const values = outcome && {
        ':none': 0,
        ...(outcome.timedOut ? { ':one': 1, ':probe': outcome.probe_at } : {}),
        ...(known ? { ':last': { status: outcome.outcome, at: outcome.at } } : {}),
        ...(known && !good ? { ':at': outcome.at } : {}),
      };
      try {
        const item = await table.update({
          Key: laneKey(ref),
          UpdateExpression: `${set.length > 0 ? `SET ${set.join(', ')} ` : ''}REMOVE #slot${known && good ? ', failing_since' : ''}`,
          ConditionExpression: '#slot.delivery_id = :mine AND #slot.#until = :until',
          ExpressionAttributeNames: { '#slot': slotName(index), '#until': 'until' },
          ExpressionAttributeValues: { ':mine': slot.delivery_id, ':until': slot.until, ...values },
        });
        return known ? entityOf<Webhook>(item) : undefined;
      } catch (error) {
        // The webhook was removed, or the slot was taken by another when its time was over.
        if (!(error instanceof WriteConflict)) throw error;
        return undefined;
      }
    },
  };
}
