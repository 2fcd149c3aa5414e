import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { attemptConditionalWrite } from '#kernel/shared/errors.ts';
import type { SecretBox } from '#kernel/shared/secret-box.ts';
import { type AcquireReceiverSlotDeps, acquireReceiverSlot } from './acquire-receiver-slot.ts';
import {
  attemptDelivery,
  type DeliveryAttemptOutcome,
  isReceiverGone,
  RECEIVER_GONE_DISABLED_REASON,
  signingSecrets,
} from './attempt-delivery.ts';
import { countOfDeliveryAttempts, type Delivery, type DeliveryRef, deliveryRef } from './delivery.ts';
import type { PostToReceiver, WebhookStore } from './ports.ts';
import { isReceiverSlow } from './receiver-throttle.ts';
import { deliveryRetryDelaySeconds, deliverySweepTime, MAX_QUEUE_DELAY_SECONDS } from './retry-schedule.ts';
import { FAILED_ATTEMPTS_UNTIL_WEBHOOK_DISABLED, SECONDS_UNTIL_WEBHOOK_DISABLED, type Webhook } from './webhook.ts';
import { countsTowardsDisablingWebhook, withReceiverSlot } from './with-slot.ts';

/** Dependencies of `deliverWebhook`. */
export interface DeliverWebhookDeps extends AcquireReceiverSlotDeps {
  webhooks: Pick<WebhookStore, 'disable'>;
  secrets: SecretBox;
  post: PostToReceiver;
  /** Reports whether a render has ended, and the percentage of its last progress event. Strongly consistent. */
  progressOf(accountId: string, renderId: string): Promise<{ ended: boolean; progress: number } | undefined>;
}

/** Reports whether a delivery of `render.progress` is out of date: the render has ended, or has sent a later progress. */
async function isStale({ progressOf }: DeliverWebhookDeps, delivery: Delivery): Promise<boolean> {
  if (delivery.event !== 'render.progress') return false;
  const render = await progressOf(delivery.account_id, delivery.render_id);
  return render !== undefined && (render.ended || render.progress > (delivery.progress ?? 0));
}

/**
 * Records an attempt and plans the next one. If a client restarted the delivery during the attempt, the attempt counts as the first of
 * the new schedule.
 */
async function recordOutcome(
  deps: DeliverWebhookDeps,
  readDelivery: Delivery,
  attemptOutcome: DeliveryAttemptOutcome,
): Promise<void> {
  let delivery = readDelivery;
  while (!(await recordAttempt(deps, delivery, attemptOutcome))) {
    const current = await deps.deliveries.findDelivery(
      readDelivery.account_id,
      readDelivery.receiver.id,
      readDelivery.id,
    );
    const isRestarted =
      current?.status === 'pending' &&
      countOfDeliveryAttempts(current) === countOfDeliveryAttempts(readDelivery) &&
      current.next_try_at !== delivery.next_try_at;
    // Otherwise another worker recorded an attempt, or the delivery ended.
    if (!isRestarted) return;
    delivery = current;
  }
}

/** Records an attempt once. @returns false if the delivery has changed since it was read: then nothing was recorded */
async function recordAttempt(
  deps: DeliverWebhookDeps,
  delivery: Delivery,
  attemptOutcome: DeliveryAttemptOutcome,
): Promise<boolean> {
  const { noted, retryAfter } = attemptOutcome;
  const { deliveries, queue, clock, random } = deps;
  const waitSeconds =
    noted.outcome === 'failed' && !isReceiverGone(noted)
      ? deliveryRetryDelaySeconds(
          delivery.event,
          countOfDeliveryAttempts(delivery) - (delivery.tries_before ?? 0) + 1,
          random(),
          retryAfter,
        )
      : undefined;
  const status = noted.outcome === 'succeeded' ? 'succeeded' : waitSeconds === undefined ? 'failed' : 'pending';
  const now = clock();
  const nextAttemptTime = addSeconds(now, waitSeconds ?? 0);
  const times = { next_try_at: formatUtcTimestamp(nextAttemptTime), sweep_at: deliverySweepTime(nextAttemptTime, now) };
  if (!(await attemptConditionalWrite(() => deliveries.recordAttempt(delivery, { attempt: noted, status, ...times }))))
    return false;
  // A longer wait is only stored: the sweeper sends the message when the wait is nearly over.
  if (waitSeconds !== undefined && waitSeconds <= MAX_QUEUE_DELAY_SECONDS) {
    const retriedDelivery = { ...delivery, ...times, deferred_until: undefined };
    await queue.send(deliveryRef(retriedDelivery, isReceiverSlow(attemptOutcome)), Math.ceil(waitSeconds));
  }
  return true;
}

/**
 * Disables a webhook that answered 410, or to which at least FAILED_ATTEMPTS_UNTIL_WEBHOOK_DISABLED attempts in a row failed, the first of
 * them at least SECONDS_UNTIL_WEBHOOK_DISABLED ago. Attempts of `render.progress` and of tests do not count.
 */
async function disableIfFailing(
  { webhooks }: DeliverWebhookDeps,
  webhook: Webhook,
  delivery: Delivery,
  { noted }: DeliveryAttemptOutcome,
): Promise<void> {
  const { account_id, id, failing_since: since, failing_tries: failures = 0 } = webhook;
  if (webhook.status !== 'active' || noted.outcome === 'succeeded') return;
  if (isReceiverGone(noted)) await webhooks.disable(account_id, id, RECEIVER_GONE_DISABLED_REASON);
  else if (
    countsTowardsDisablingWebhook(delivery) &&
    since !== undefined &&
    Date.parse(noted.at) - Date.parse(since) >= SECONDS_UNTIL_WEBHOOK_DISABLED * 1000 &&
    failures >= FAILED_ATTEMPTS_UNTIL_WEBHOOK_DISABLED
  )
    await webhooks.disable(account_id, id, `No delivery succeeded since ${since}.`, since);
}

/**
 * Makes one attempt of a delivery, in a slot of its receiver. If the worker is killed before the attempt is recorded, the message returns,
 * or the sweeper sends another. Then the receiver may get the event again, with the same id: events are delivered at least once.
 */
export async function deliverWebhook(deps: DeliverWebhookDeps, ref: DeliveryRef): Promise<void> {
  const { deliveries, secrets, clock } = deps;
  const acquiredSlot = await acquireReceiverSlot(deps, ref);
  if (!acquiredSlot) return;
  const { taken, delivery, context } = acquiredSlot;
  const { receiver, account_id } = delivery;
  await withReceiverSlot(
    deps,
    ref,
    taken,
    delivery,
    async (note) => {
      // Checked after the slot was taken: if the render ends from now on, the delivery of its end waits for this attempt.
      if (await isStale(deps, delivery)) {
        await attemptConditionalWrite(() =>
          deliveries.dropDelivery(delivery, 'A later progress event or the end of the render replaced this event.'),
        );
        return;
      }
      const signingKeys =
        receiver.kind === 'render'
          ? [await secrets.open(receiver.secret, account_id)]
          : context.webhook
            ? await signingSecrets(secrets, context.webhook, clock())
            : [];
      const attemptOutcome = await attemptDelivery(deps, { ...delivery, body: context.body }, signingKeys);
      note(attemptOutcome);
      await recordOutcome(deps, delivery, attemptOutcome);
    },
    async (attemptOutcome, webhook) => {
      if (webhook) await disableIfFailing(deps, webhook, delivery, attemptOutcome);
    },
  );
}
