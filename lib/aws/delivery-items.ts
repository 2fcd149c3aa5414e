import {
  type Delivery,
  type DeliveryRef,
  type FirstInLine,
  LANE_SLOTS,
  type Lane,
  type Slot,
} from '../webhooks/public.ts';
import { gsi1, gsi2, type Key, keys } from './table/keys.ts';
import type { Item } from './table/table.ts';

/** Deliveries can be looked at for so long, in seconds. */
const DELIVERY_SECONDS = 30 * 86_400;

export const deliveryKey = (delivery: Delivery): Key =>
  keys.delivery(delivery.account_id, delivery.receiver_id, delivery.id);

export const refKey = ({
  account_id,
  receiver_id,
  delivery_id,
}: Pick<DeliveryRef, 'account_id' | 'receiver_id' | 'delivery_id'>): Key =>
  keys.delivery(account_id, receiver_id, delivery_id);

/** Where the first index lists a delivery: those of a receiver that are pending, and those that failed. */
export const listed = (
  { account_id, receiver_id, id }: Delivery,
  status: Delivery['status'],
): Record<string, string> | undefined =>
  status === 'succeeded' ? undefined : gsi1.attributes(gsi1.deliveriesOf(account_id, receiver_id, status), id);

/** When the delivery is to be swept; only a pending one is. */
export const swept = ({ id }: Delivery, sweepAt: string): Record<string, string> => ({
  sweep_at: sweepAt,
  ...gsi2.deliveryAttributes(id, sweepAt),
});

export const deliveryItem = (delivery: Delivery): Key & Item => ({
  ...deliveryKey(delivery),
  ...listed(delivery, delivery.status),
  ...(delivery.sweep_at === undefined ? {} : swept(delivery, delivery.sweep_at)),
  entity: 'delivery',
  ...delivery,
  expires_at_epoch: Math.floor(Date.parse(delivery.created_at) / 1000) + DELIVERY_SECONDS,
});

/** A webhook's lane is part of its own item: the write that ends a try also notes what came of it. */
export const laneKey = ({ account_id, receiver_id, lane }: DeliveryRef): Key =>
  lane === undefined ? keys.webhook(account_id, receiver_id) : keys.lane(account_id, lane);

export const slotName = (index: number): string => `slot_${index}`;

export const laneOf = (item: Item | undefined): Lane => ({
  slots: Array.from({ length: LANE_SLOTS }, (_, index) => item?.[slotName(index)] as Slot | undefined),
  first: item?.first as FirstInLine | undefined,
  slow: item?.slow === true,
  timeouts: typeof item?.timeouts === 'number' ? item.timeouts : 0,
  probe_at: typeof item?.probe_at === 'string' ? item.probe_at : undefined,
});

/** When the item of a lane without a webhook goes, in seconds since the epoch. */
export const laneEnd = (now: Date): number => Math.floor(now.getTime() / 1000) + DELIVERY_SECONDS;
