import type { Backoff } from '../shared/backoff.ts';
import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { unlessOvertaken } from '../shared/errors.ts';
import { refOf, turnOf } from './delivery-ref.ts';
import type { DeliveryQueue, DeliveryRef, DeliveryStore, Outlook } from './ports.ts';
import { type FirstInLine, isProbing, parked, placeFor, SLOT_SECONDS, type Slot } from './receiver-throttle.ts';
import { putOff, QUEUE_SECONDS, sweepTime } from './retry-schedule.ts';
import type { Delivery } from './webhook.ts';

export interface PlaceDeps {
  deliveries: DeliveryStore;
  queue: DeliveryQueue;
  /** Whether this worker is one of those that see to slow receivers. */
  forSlow: boolean;
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

/** Who is the first in line is so for so long, in seconds, unless it comes back. */
const FIRST_SECONDS = 5;

/**
 * Puts a delivery off by so many seconds without counting a try. It waits for another turn then: of several messages for
 * the turn before, one moves it and goes on as the message for the new one; the others end, whenever they are read.
 */
async function postpone({ deliveries, queue, clock }: PlaceDeps, delivery: Delivery, slow: boolean, seconds: number) {
  const now = clock();
  const delay = Math.ceil(seconds);
  const at = plusSeconds(now, delay);
  // The time that it waits for already would be no other turn.
  const put_off_until = timestamp(timestamp(at) === turnOf(delivery) ? plusSeconds(at, 0.001) : at);
  if (await unlessOvertaken(() => deliveries.putOff(delivery, { put_off_until, sweep_at: sweepTime(at, now) })))
    await queue.send(refOf({ ...delivery, put_off_until }, slow), delay);
}

/**
 * Puts a delivery off whose receiver has no place for it. Whoever has waited longest is the first in line: it looks again
 * every second, and one place is left to it.
 * @param late seconds since the delivery was due
 */
async function waitForPlace(
  deps: PlaceDeps,
  ref: DeliveryRef,
  delivery: Delivery,
  lane: Outlook['lane'],
  late: number,
) {
  const { deliveries, clock, random } = deps;
  const now = clock();
  if (isProbing(lane)) return postpone(deps, delivery, lane.slow, parked(lane, now, random()));
  const first: FirstInLine = {
    delivery_id: delivery.id,
    due: delivery.next_try_at,
    until: timestamp(plusSeconds(now, FIRST_SECONDS)),
  };
  const { first: other } = lane;
  const isBehind =
    other !== undefined &&
    other.until > timestamp(now) &&
    other.delivery_id !== first.delivery_id &&
    other.due <= first.due;
  const isFirst = !isBehind && (await unlessOvertaken(() => deliveries.noteFirst(ref, first, now)));
  await postpone(deps, delivery, lane.slow, putOff(isFirst ? 0 : late, random()));
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
export async function takePlace(deps: PlaceDeps, ref: DeliveryRef): Promise<Held | undefined> {
  const { deliveries, clock, random, backoff } = deps;
  for (let look = 1; ; look++) {
    const outlook = await deliveries.outlook(ref);
    const { delivery, lane, body } = outlook;
    if (delivery?.status !== 'pending' || turnOf(delivery) !== ref.turn) return undefined;
    const now = clock();
    const early = (Date.parse(delivery.next_try_at) - now.getTime()) / 1000;
    if (early > EARLY_SECONDS) {
      // The message of a long wait is sent when it is nearly over.
      if (early <= QUEUE_SECONDS) await postpone(deps, delivery, lane.slow, early);
      return undefined;
    }
    const end = endOf(delivery, outlook);
    if (end !== undefined || body === undefined) {
      await unlessOvertaken(() => deliveries.dropDelivery(delivery, end ?? ''));
      return undefined;
    }
    if (lane.slow && !deps.forSlow) {
      await deps.queue.send(refOf(delivery, true));
      return undefined;
    }
    const place = placeFor(lane, delivery, now, random());
    if (place.kind === 'under_way') {
      // It may be the message of that very try, whose worker was killed. Else it finds another turn when it comes back.
      await deps.queue.send(ref, Math.ceil((Date.parse(place.until) - now.getTime()) / 1000) + 1);
      return undefined;
    }
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
      await waitForPlace(deps, ref, delivery, lane, -early);
      return undefined;
    }
    await backoff(look);
  }
}
