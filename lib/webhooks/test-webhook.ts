import type { Principal } from '../accounts/public.ts';
import type { RenderEventName } from '../renders/public.ts';
import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { ServiceError, unlessOvertaken } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { noAnswer, type PrepareAnswer } from '../shared/prepared-answer.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import { type Attempted, attempt, signingSecrets } from './attempt.ts';
import { refOf } from './delivery-ref.ts';
import { GONE_REASON, isGone } from './gone.ts';
import { findWebhook } from './manage-webhooks.ts';
import type { DeliveryStore, PostToReceiver, WebhookStore } from './ports.ts';
import { isSlow, placeFor, probePause, roomIn, SLOT_SECONDS, type Slot } from './receiver-throttle.ts';
import type { Delivery, DeliveryTry } from './webhook.ts';

export interface TestDeps {
  webhooks: Pick<WebhookStore, 'find' | 'disable'>;
  deliveries: Pick<DeliveryStore, 'insertDelivery' | 'lanes' | 'takeSlot' | 'leaveSlot'>;
  secrets: SecretBox;
  post: PostToReceiver;
  clock: Clock;
  /** 0 ≤ random < 1. */
  random: () => number;
  /** The `data` of an event of this kind: a render that never was. */
  sampleData(event: RenderEventName, accountId: string, at: Date): Promise<{ id: string }>;
}

export interface Tested {
  delivery: Delivery;
  noted: DeliveryTry;
}

/** Looks for a free slot: others may take the one that was seen. */
const LOOKS = 6;

/**
 * Takes a place at the receiver for a try, and notes there what came of it.
 * @throws ServiceError `rate_limited` when there is none.
 */
async function inPlace(
  { deliveries, clock, random }: TestDeps,
  delivery: Delivery,
  act: () => Promise<Attempted>,
): Promise<Attempted> {
  const ref = refOf(delivery);
  for (let look = 1; ; look++) {
    const now = clock();
    const [lane] = await deliveries.lanes([ref]);
    if (lane === undefined) throw new Error('no lane was read');
    const place = placeFor(lane, delivery, now, random());
    if (place.kind === 'free') {
      const slot: Slot = { delivery_id: delivery.id, until: timestamp(plusSeconds(now, SLOT_SECONDS)) };
      if (await unlessOvertaken(() => deliveries.takeSlot(ref, lane, place.slot, slot, now, true))) {
        let attempted: Attempted | undefined;
        try {
          attempted = await act();
          return attempted;
        } finally {
          const outcome = attempted && {
            outcome: attempted.noted.outcome,
            at: attempted.noted.at,
            timedOut: attempted.timedOut,
            slow: isSlow(attempted),
            probe_at: timestamp(plusSeconds(clock(), probePause(lane.timeouts + 1))),
          };
          await deliveries.leaveSlot(ref, place.slot, slot, outcome);
        }
      }
    }
    if (place.kind !== 'free' || look === LOOKS) {
      const seconds = Math.max(1, Math.ceil(roomIn(lane, now)));
      throw new ServiceError('rate_limited', 'As many tries as may be are under way to this receiver.', {
        headers: { 'retry-after': String(seconds) },
      });
    }
  }
}

/**
 * Posts one event to a receiver while the client waits, whether the receiver wants events of this kind or is disabled.
 * There is one try, in one of the receiver's places; what came of it is kept among the receiver's deliveries.
 * @throws ServiceError `webhook_not_found`; `rate_limited` when no place is free.
 */
export async function testWebhook(
  deps: TestDeps,
  principal: Principal,
  id: string,
  event: RenderEventName,
  prepareAnswer: PrepareAnswer<Tested> = noAnswer,
): Promise<Tested> {
  const webhook = await findWebhook(deps.webhooks, principal, id);
  const now = deps.clock();
  const created_at = timestamp(now);
  const event_id = newId('event', now);
  const data = await deps.sampleData(event, principal.account_id, now);
  const delivery: Delivery & { body: string } = {
    id: newId('delivery', now),
    account_id: principal.account_id,
    receiver_id: id,
    url: webhook.url,
    event,
    event_id,
    render_id: data.id,
    body: JSON.stringify({ event, event_id, created_at, data }),
    status: 'pending',
    tries: [],
    next_try_at: created_at,
    created_at,
  };
  const signing = await signingSecrets(deps.secrets, webhook, now);
  const { noted } = await inPlace(deps, delivery, () => attempt(deps, delivery, signing));
  if (isGone(noted) && webhook.status === 'active') await deps.webhooks.disable(principal.account_id, id, GONE_REASON);
  const tested = { delivery, noted };
  await deps.deliveries.insertDelivery(
    { ...delivery, status: noted.outcome, tries: [noted] },
    await prepareAnswer(tested),
  );
  return tested;
}
