import type { Principal } from '#features/accounts/public.ts';
import type { RenderEventName } from '#features/renders/public.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { SecretBox } from '#kernel/shared/secret-box.ts';
import {
  attemptDelivery,
  type DeliveryAttemptOutcome,
  isReceiverGone,
  RECEIVER_GONE_DISABLED_REASON,
  signingSecrets,
} from './attempt-delivery.ts';
import { type Delivery, type DeliveryAttempt, deliveryRef } from './delivery.ts';
import { requireWebhook } from './manage-webhooks.ts';
import type { DeliveryStore, PostToReceiver, WebhookStore } from './ports.ts';
import { secondsUntilReceiverSlotFree } from './receiver-throttle.ts';
import {
  MAX_TAKE_RECEIVER_SLOT_ATTEMPTS,
  type TakenReceiverSlot,
  takeReceiverSlot,
  withReceiverSlot,
} from './with-slot.ts';

/** Dependencies of testWebhook. */
export interface TestWebhookDeps {
  webhooks: Pick<WebhookStore, 'find' | 'disable'>;
  deliveries: Pick<DeliveryStore, 'insertDelivery' | 'throttles' | 'takeSlot' | 'releaseSlot'>;
  secrets: SecretBox;
  post: PostToReceiver;
  clock: Clock;
  /** 0 ≤ random < 1. */
  random: () => number;
  /** Makes the `data` of an event of this kind: a sample render, which is not stored. */
  sampleData(event: RenderEventName, accountId: string, at: Date): Promise<{ id: string }>;
}

/** The delivery of a test, and its attempt. */
export interface WebhookTestResult {
  delivery: Delivery;
  noted: DeliveryAttempt;
}

/** Takes a slot of the receiver. @throws ServiceError `rate_limited` when no slot is free. */
async function takeFreeSlot(deps: TestWebhookDeps, delivery: Delivery): Promise<TakenReceiverSlot> {
  const ref = deliveryRef(delivery);
  for (let check = 1; ; check++) {
    const now = deps.clock();
    const [throttle] = await deps.deliveries.throttles([ref]);
    if (throttle === undefined) throw new Error('no throttle was read');
    const takenSlot = await takeReceiverSlot(deps, ref, throttle, delivery, true);
    if (takenSlot.kind === 'taken') return takenSlot;
    if (takenSlot.kind !== 'overtaken' || check === MAX_TAKE_RECEIVER_SLOT_ATTEMPTS) {
      const retryAfterSeconds = Math.max(1, Math.ceil(secondsUntilReceiverSlotFree(throttle, now)));
      throw new ServiceError(
        'rate_limited',
        'Too many deliveries to this receiver are in progress. Try again when they have ended.',
        {
          headers: { 'retry-after': String(retryAfterSeconds) },
        },
      );
    }
  }
}

/**
 * Posts one event to a webhook while the client waits, even if the webhook is disabled or does not subscribe to the event. Makes one
 * attempt, in a slot of the receiver, and stores it among the deliveries of the webhook.
 * @throws ServiceError `webhook_not_found`; `rate_limited` when no slot is free
 */
export async function testWebhook(
  deps: TestWebhookDeps,
  principal: Principal,
  id: string,
  event: RenderEventName,
  prepareAnswer: PrepareIdempotentAnswer<WebhookTestResult> = prepareNoIdempotentAnswer,
): Promise<WebhookTestResult> {
  const webhook = await requireWebhook(deps.webhooks, principal, id);
  const now = deps.clock();
  const created_at = formatUtcTimestamp(now);
  const event_id = newId('event', now);
  const data = await deps.sampleData(event, principal.account_id, now);
  const delivery: Delivery & { body: string } = {
    id: newId('delivery', now),
    account_id: principal.account_id,
    receiver: { kind: 'webhook', id, url: webhook.url },
    event,
    event_id,
    render_id: data.id,
    body: JSON.stringify({ event, event_id, created_at, data }),
    status: 'pending',
    tries: [],
    next_try_at: created_at,
    created_at,
  };
  const signingKeys = await signingSecrets(deps.secrets, webhook, now);
  const { noted } = await attemptInSlot(deps, delivery, signingKeys);
  if (isReceiverGone(noted) && webhook.status === 'active')
    await deps.webhooks.disable(principal.account_id, id, RECEIVER_GONE_DISABLED_REASON);
  const testResult = { delivery, noted };
  await deps.deliveries.insertDelivery(
    { ...delivery, status: noted.outcome, tries: [noted] },
    await prepareAnswer(testResult),
  );
  return testResult;
}

/** Makes the attempt in a slot of the receiver. */
async function attemptInSlot(
  deps: TestWebhookDeps,
  delivery: Delivery & { body: string },
  signingKeys: readonly string[],
): Promise<DeliveryAttemptOutcome> {
  const takenSlot = await takeFreeSlot(deps, delivery);
  return withReceiverSlot(deps, deliveryRef(delivery), takenSlot, delivery, async (note) => {
    const attemptOutcome = await attemptDelivery(deps, delivery, signingKeys);
    note(attemptOutcome);
    return attemptOutcome;
  });
}
