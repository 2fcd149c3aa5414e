import { type Clock, timestamp } from '../shared/clock.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import { PostFault, type PostToReceiver } from './ports.ts';
import { deliveryHeaders } from './signature.ts';
import type { Delivery, DeliveryTry, Webhook } from './webhook.ts';

/** The secrets of a webhook in the clear: its own, and for a day after a rotation also the one before it. */
export function signingSecrets(secrets: SecretBox, webhook: Webhook, now: Date): Promise<string[]> {
  const { secret, previous_secret: previous } = webhook;
  const sealed = previous && previous.until > timestamp(now) ? [secret, previous.sealed] : [secret];
  return Promise.all(sealed.map((text) => secrets.open(text, webhook.account_id)));
}

export interface Attempted {
  noted: DeliveryTry;
  /** Seconds that the receiver asked to be left alone for. */
  retryAfter?: number | undefined;
  timedOut: boolean;
}

/** Posts a delivery once and says what came of it; notes nothing. */
export async function attempt(
  { clock, post }: { clock: Clock; post: PostToReceiver },
  delivery: Pick<Delivery, 'url' | 'event' | 'event_id'> & { body: string },
  secrets: readonly string[],
): Promise<Attempted> {
  const now = clock();
  const headers = deliveryHeaders(delivery, secrets, Math.floor(now.getTime() / 1000));
  const done = (outcome: DeliveryTry['outcome'], rest: Partial<DeliveryTry>): DeliveryTry => ({
    at: timestamp(now),
    outcome,
    duration_ms: clock().getTime() - now.getTime(),
    ...rest,
  });
  try {
    const answer = await post(delivery.url, headers, delivery.body);
    const good = answer.status >= 200 && answer.status < 300;
    return {
      noted: done(good ? 'succeeded' : 'failed', { response_status: answer.status, response_excerpt: answer.excerpt }),
      retryAfter: answer.retry_after_seconds,
      timedOut: false,
    };
  } catch (error) {
    if (!(error instanceof PostFault)) throw error;
    return { noted: done('failed', { fault: error.message }), timedOut: error.isTimeout };
  }
}
