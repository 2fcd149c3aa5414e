import type { Backoff } from '../backoff.ts';
import { type Clock, plusSeconds, timestamp } from '../clock.ts';
import { unlessOvertaken } from '../errors.ts';
import { refOf } from './delivery-ref.ts';
import { isProbing, placeFor, SLOT_SECONDS, type Slot } from './lane.ts';
import type { DeliveryQueue, DeliveryRef, DeliveryStore, Outlook } from './ports.ts';
import { putOff, QUEUE_SECONDS, sweepTime } from './retry-schedule.ts';
import type { Delivery } from './webhook.ts';

export interface PlaceTools {
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  clock: Clock;
  /** 0 ≤ random < 1. */
  random: () => number;
  /** Between looks for a free slot. */
  backoff: Backoff;
}

/** A message is given to a worker at most so much before its time, in seconds: their clocks differ a little. */
const EARLY_SECONDS = 0.5;
/** Looks for a free slot before a delivery is put off: about 0.3 s, for a receiver that answers quickly. */
const LOOKS = 6;

/**
 * Puts a delivery off by so many seconds without counting a try. Of several messages for it the one that moves the time of
 * the next sweep goes on; the others end here, so that messages do not multiply.
 */
async function postpone({ deliveries, queue, clock }: PlaceTools, delivery: Delivery, seconds: number) {
  const now = clock();
  const next = sweepTime(plusSeconds(now, seconds), now);
  if (await unlessOvertaken(() => deliveries.postponeSweep(delivery, next, 0)))
    await queue.send(refOf(delivery), Math.ceil(seconds));
}

/** Why there is nothing more to send, if so. */
function endOf(delivery: Delivery, { webhook, body }: Outlook): string | undefined {
  if (delivery.secret === undefined && !webhook) return 'The webhook was removed.';
  if (delivery.secret === undefined && webhook?.status === 'disabled') return 'The webhook was disabled.';
  return body === undefined ? 'The event is no longer kept.' : undefined;
}

/** A slot that was taken for a try, and what the try needs. */
export interface Held {
  index: number;
  slot: Slot;
  outlook: Outlook & { body: string };
  delivery: Delivery;
}

/** Takes a slot of the receiver for a try; undefined where the try is not to be made now, which is then seen to. */
export async function takePlace(tools: PlaceTools, ref: DeliveryRef): Promise<Held | undefined> {
  const { deliveries, clock, random, backoff } = tools;
  for (let look = 1; ; look++) {
    const outlook = await deliveries.outlook(ref);
    const { delivery, lane, body } = outlook;
    if (delivery?.status !== 'pending') return undefined;
    const now = clock();
    const early = (Date.parse(delivery.next_try_at) - now.getTime()) / 1000;
    if (early > EARLY_SECONDS) {
      // The message of a long wait is sent when it is nearly over.
      if (early <= QUEUE_SECONDS) await postpone(tools, delivery, early);
      return undefined;
    }
    const end = endOf(delivery, outlook);
    if (end !== undefined || body === undefined) {
      await unlessOvertaken(() => deliveries.dropDelivery(delivery, end ?? ''));
      return undefined;
    }
    const place = placeFor(lane, delivery, now, random());
    if (place.kind === 'under_way') return undefined;
    if (place.kind === 'free') {
      const slot: Slot = {
        delivery_id: delivery.id,
        render_id: delivery.event === 'render.progress' ? delivery.render_id : undefined,
        until: timestamp(plusSeconds(now, SLOT_SECONDS)),
      };
      if (await unlessOvertaken(() => deliveries.takeSlot(ref, lane, place.slot, slot, now)))
        return { index: place.slot, slot, delivery, outlook: { ...outlook, body } };
    }
    // A receiver that is probed hangs: its slot will not be free soon.
    if (look === LOOKS || (place.kind === 'full' && isProbing(lane))) {
      await postpone(tools, delivery, putOff(-early, random()));
      return undefined;
    }
    await backoff(look);
  }
}
