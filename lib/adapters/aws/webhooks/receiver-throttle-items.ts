import { z } from 'zod';
import {
  type DeliveryRef,
  MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER,
  type ReceiverThrottle,
} from '#features/webhooks/public.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { parseTableItemAttributes } from '../table/item.ts';
import { type TableKey, tableKeys } from '../table/keys.ts';
import type { TableItem } from '../table/table.ts';

const slotSchema = z.object({ delivery_id: z.string(), render_id: z.string().optional(), until: z.string() });

/** The attributes of a throttle, in a separate item or in that of its webhook. */
const throttleAttributesSchema = z.object({
  guard: z.object({ delivery_id: z.string(), due: z.string(), until: z.string() }).optional(),
  slow: z.boolean().default(false),
  timeouts: z.number().default(0),
  probe_at: z.string().optional(),
});

/** Attributes that an update sets if it may create the item of a throttle. */
export const newThrottleAttributes = { entity: 'throttle', item_format: 1 } as const;

/**
 * The key of the item with a receiver's throttle. The throttle of a webhook is in the webhook's item, so that the write that ends an
 * attempt also notes its outcome there.
 */
export const receiverThrottleKey = ({ account_id, receiver }: DeliveryRef): TableKey =>
  receiver.kind === 'webhook'
    ? tableKeys.webhook(account_id, receiver.id)
    : tableKeys.receiverThrottle(account_id, receiver.throttle);

/** The attribute of a slot. @param index 0 to MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER - 1 */
export const receiverSlotAttributeName = (index: number): string => `slot_${index}`;

const slotNames = Array.from({ length: MAX_CONCURRENT_ATTEMPTS_PER_RECEIVER }, (_, index) =>
  receiverSlotAttributeName(index),
);
const slotAttributesSchema = z.object(Object.fromEntries(slotNames.map((name) => [name, slotSchema.optional()])));

/** The throttle in an item; without an item, one with free slots and no timeouts. @throws ItemFormatError */
export function receiverThrottleFromItem(item: TableItem = {}): ReceiverThrottle {
  const slots = parseTableItemAttributes(item, slotAttributesSchema, 'throttle');
  return {
    ...parseTableItemAttributes(item, throttleAttributesSchema, 'throttle'),
    slots: slotNames.map((name) => ownPropertyValue(slots, name)),
  };
}

/** Expiry time of the item of a throttle without a webhook, in seconds since the Unix epoch. */
export const receiverThrottleExpirySeconds = (now: Date): number =>
  Math.floor(now.getTime() / 1000) + ITEM_LIFETIMES.throttle.seconds;
