import { timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import { type Delivery, type DeliveryStore, isProbing, TIMEOUTS_IN_A_ROW, type Webhook } from '../webhooks/public.ts';
import { laneEnd, laneKey, laneOf, refKey, slotName } from './delivery-items.ts';
import { entityOf } from './table/item.ts';
import { keys } from './table/keys.ts';
import type { Table } from './table/table.ts';

/** What is under way to receivers. */
export function laneRepository(
  table: Table,
): Pick<DeliveryStore, 'outlook' | 'lanes' | 'takeSlot' | 'noteFirst' | 'leaveSlot'> {
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

    async lanes(refs) {
      const name = ({ PK, SK }: { PK?: unknown; SK?: unknown }) => `${PK} ${SK}`;
      const wanted = refs.map(laneKey);
      // A batch may name an item once.
      const items = await table.getMany([...new Map(wanted.map((key) => [name(key), key])).values()]);
      const found = new Map(items.map((item) => [name(item), item]));
      return wanted.map((key) => laneOf(found.get(name(key))));
    },

    async takeSlot(ref, lane, index, slot, now, evenDisabled = false) {
      const known = ref.lane === undefined;
      const needsActive = known && !evenDisabled;
      const isFirst = lane.first?.delivery_id === slot.delivery_id;
      const sameLane = isProbing(lane)
        ? 'timeouts >= :row AND (attribute_not_exists(probe_at) OR probe_at <= :now)'
        : '(attribute_not_exists(timeouts) OR timeouts < :row)';
      await table.update({
        Key: laneKey(ref),
        UpdateExpression: `SET #slot = :slot${known ? '' : ', entity = :lane, expires_at_epoch = :end'}${isFirst ? ' REMOVE #first' : ''}`,
        ConditionExpression: `(attribute_not_exists(#slot) OR #slot.#until <= :now) AND ${sameLane}${
          known ? ` AND ${evenDisabled ? 'attribute_exists(PK)' : '#status = :active'}` : ''
        }`,
        ExpressionAttributeNames: {
          '#slot': slotName(index),
          '#until': 'until',
          ...(needsActive ? { '#status': 'status' } : {}),
          ...(isFirst ? { '#first': 'first' } : {}),
        },
        ExpressionAttributeValues: {
          ':slot': slot,
          ':now': timestamp(now),
          ':row': TIMEOUTS_IN_A_ROW,
          ...(needsActive ? { ':active': 'active' } : {}),
          ...(known ? {} : { ':lane': 'lane', ':end': laneEnd(now) }),
        },
      });
    },

    async noteFirst(ref, first, now) {
      await table.update({
        Key: laneKey(ref),
        UpdateExpression: 'SET #first = :first',
        ConditionExpression:
          'attribute_exists(PK) AND (attribute_not_exists(#first) OR #first.delivery_id = :mine OR #first.#until <= :now OR #first.#due > :due)',
        ExpressionAttributeNames: { '#first': 'first', '#until': 'until', '#due': 'due' },
        ExpressionAttributeValues: {
          ':first': first,
          ':mine': first.delivery_id,
          ':due': first.due,
          ':now': timestamp(now),
        },
      });
    },

    async leaveSlot(ref, index, slot, outcome) {
      const known = ref.lane === undefined;
      const good = outcome?.outcome === 'succeeded';
      const noteFailure = known && !good && outcome?.counts === true;
      const set = outcome
        ? [
            outcome.timedOut
              ? 'timeouts = if_not_exists(timeouts, :none) + :one, probe_at = :probe'
              : 'timeouts = :none',
            ...(outcome.slow ? ['slow = :slow'] : []),
            ...(known ? ['last_delivery = :last'] : []),
            ...(noteFailure
              ? [
                  'failing_since = if_not_exists(failing_since, :at)',
                  'failing_tries = if_not_exists(failing_tries, :none) + :one',
                ]
              : []),
          ]
        : [];
      const gone = [
        '#slot',
        ...(outcome?.slow === false ? ['slow'] : []),
        ...(known && good ? ['failing_since', 'failing_tries'] : []),
      ];
      const values = outcome && {
        ':none': 0,
        ...(outcome.slow ? { ':slow': true } : {}),
        ...(outcome.timedOut ? { ':one': 1, ':probe': outcome.probe_at } : {}),
        ...(known ? { ':last': { status: outcome.outcome, at: outcome.at } } : {}),
        ...(noteFailure ? { ':one': 1, ':at': outcome.at } : {}),
      };
      try {
        const item = await table.update({
          Key: laneKey(ref),
          UpdateExpression: `${set.length > 0 ? `SET ${set.join(', ')} ` : ''}REMOVE ${gone.join(', ')}`,
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
