import { type Clock, plusSeconds, timestamp } from '../clock.ts';
import { WriteConflict } from '../errors.ts';
import type { SecretBox } from '../secrets.ts';
import type { DeliveryQueue, DeliveryRef, PostToReceiver, WebhookStore } from './ports.ts';
import { PostFault } from './ports.ts';
import { nextWait } from './retry-schedule.ts';
import { deliveryHeaders } from './signature.ts';
import type { Delivery, DeliveryTry, Webhook } from './webhook.ts';

export interface DeliverTools {
  store: WebhookStore;
  queue: DeliveryQueue;
  secrets: SecretBox;
  post: PostToReceiver;
  clock: Clock;
  /** 0 ≤ random < 1. */
  random: () => number;
}

/** The longest that the queue holds a message back; a longer wait is made of several. */
const QUEUE_DELAY_SECONDS = 900;
const GONE = 410;

/** The secrets that sign, or none when the receiver is gone or wants nothing more. */
async function secretsOf({ store, secrets, clock }: DeliverTools, delivery: Delivery): Promise<string[]> {
  if (delivery.secret !== undefined) return [await secrets.open(delivery.secret, delivery.account_id)];
  const webhook = await store.find(delivery.account_id, delivery.receiver_id);
  return webhook?.status === 'active' ? signingSecrets(secrets, webhook, clock()) : [];
}

/** The secrets of a webhook in the clear: its own, and for a day after a rotation also the one before it. */
export function signingSecrets(secrets: SecretBox, webhook: Webhook, now: Date): Promise<string[]> {
  const { secret, previous_secret: previous } = webhook;
  const sealed = previous && previous.until > timestamp(now) ? [secret, previous.sealed] : [secret];
  return Promise.all(sealed.map((text) => secrets.open(text, webhook.account_id)));
}

/** Posts a delivery once and says what came of it; notes nothing. */
export async function attempt(
  tools: Pick<DeliverTools, 'clock' | 'post'>,
  delivery: Delivery,
  secrets: readonly string[],
): Promise<{ noted: DeliveryTry; retryAfter: number | undefined }> {
  const now = tools.clock();
  const headers = deliveryHeaders(delivery, secrets, Math.floor(now.getTime() / 1000));
  const done = (outcome: DeliveryTry['outcome'], rest: Partial<DeliveryTry>): DeliveryTry => ({
    at: timestamp(now),
    outcome,
    duration_ms: tools.clock().getTime() - now.getTime(),
    ...rest,
  });
  try {
    const answer = await tools.post(delivery.url, headers, delivery.body);
    const good = answer.status >= 200 && answer.status < 300;
    return {
      noted: done(good ? 'succeeded' : 'failed', { response_status: answer.status, response_excerpt: answer.excerpt }),
      retryAfter: answer.retry_after_seconds,
    };
  } catch (error) {
    if (!(error instanceof PostFault)) throw error;
    return { noted: done('failed', { fault: error.message }), retryAfter: undefined };
  }
}

/**
 * Makes one try of a delivery. Killed before the try is noted, the message comes back and the receiver may get the event
 * again under the same id: that is what "at least once" allows.
 */
export async function deliver(tools: DeliverTools, ref: DeliveryRef): Promise<void> {
  const { store, queue, clock } = tools;
  const delivery = await store.findDelivery(ref.account_id, ref.receiver_id, ref.delivery_id);
  if (delivery?.status !== 'pending') return;
  const early = (Date.parse(delivery.next_try_at) - clock().getTime()) / 1000;
  if (early > 0.5) {
    await queue.send(ref, Math.min(QUEUE_DELAY_SECONDS, Math.ceil(early)));
    return;
  }
  const secrets = await secretsOf(tools, delivery);
  if (secrets.length === 0) return;

  const { noted, retryAfter } = await attempt(tools, delivery, secrets);
  const wait =
    noted.outcome === 'failed' && noted.response_status !== GONE
      ? nextWait(delivery.event, delivery.tries.length + 1, tools.random(), retryAfter)
      : undefined;
  const status = noted.outcome === 'succeeded' ? 'succeeded' : wait === undefined ? 'failed' : 'pending';
  try {
    const next_try_at = timestamp(plusSeconds(clock(), wait ?? 0));
    await store.recordTry(delivery, { attempt: noted, status, next_try_at });
  } catch (error) {
    // The same message ran twice, and the other run noted its try first: it also plans the next one.
    if (!(error instanceof WriteConflict)) throw error;
    return;
  }
  if (noted.response_status === GONE && delivery.secret === undefined)
    await store.disable(delivery.account_id, delivery.receiver_id, 'The receiver answered 410 Gone.');
  if (wait !== undefined) await queue.send(ref, Math.min(QUEUE_DELAY_SECONDS, Math.ceil(wait)));
}
