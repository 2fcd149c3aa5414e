import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { SecretBox } from '#kernel/shared/secret-box.ts';
import type { Delivery, DeliveryAttempt } from './delivery.ts';
import { NoReceiverResponseError, type PostToReceiver } from './ports.ts';
import { deliveryHeaders } from './signature.ts';
import type { Webhook } from './webhook.ts';

/** The decrypted secrets of a webhook: the present one and, for a day after a rotation, the previous one. */
export function signingSecrets(secrets: SecretBox, webhook: Webhook, now: Date): Promise<string[]> {
  const { secret, previous_secret: previous } = webhook;
  const sealedSecrets = previous && previous.until > formatUtcTimestamp(now) ? [secret, previous.sealed] : [secret];
  return Promise.all(sealedSecrets.map((sealedSecret) => secrets.open(sealedSecret, webhook.account_id)));
}

/** Result of one attempt. */
export interface DeliveryAttemptOutcome {
  /** The attempt as it is stored. */
  noted: DeliveryAttempt;
  /** Seconds for which the receiver asked not to be tried again. */
  retryAfter?: number | undefined;
  timedOut: boolean;
}

/** The `disabled_reason` of a webhook that answered 410 to any event. */
export const RECEIVER_GONE_DISABLED_REASON = 'The receiver answered 410 Gone.';

/** Reports whether the receiver answered 410, that is, it no longer exists. */
export const isReceiverGone = ({ response_status }: Pick<DeliveryAttempt, 'response_status'>): boolean =>
  response_status === 410;

/**
 * Posts a delivery once. Stores nothing.
 * @param secrets decrypted secrets of the receiver; the delivery is signed with each of them
 * @returns an outcome `failed` for each response that is not 2xx, and for a `NoReceiverResponseError` (no response); other errors are thrown
 */
export async function attemptDelivery(
  { clock, post }: { clock: Clock; post: PostToReceiver },
  delivery: Pick<Delivery, 'receiver' | 'event' | 'event_id'> & { body: string },
  secrets: readonly string[],
): Promise<DeliveryAttemptOutcome> {
  const now = clock();
  const headers = deliveryHeaders(delivery, secrets, Math.floor(now.getTime() / 1000));
  const toAttempt = (outcome: DeliveryAttempt['outcome'], details: Partial<DeliveryAttempt>): DeliveryAttempt => ({
    at: formatUtcTimestamp(now),
    outcome,
    duration_ms: clock().getTime() - now.getTime(),
    ...details,
  });
  try {
    const answer = await post(delivery.receiver.url, headers, delivery.body);
    const isSuccess = answer.status >= 200 && answer.status < 300;
    return {
      noted: toAttempt(isSuccess ? 'succeeded' : 'failed', {
        response_status: answer.status,
        response_excerpt: answer.excerpt,
      }),
      retryAfter: answer.retry_after_seconds,
      timedOut: false,
    };
  } catch (error) {
    if (!(error instanceof NoReceiverResponseError)) throw error;
    return { noted: toAttempt('failed', { fault: error.message }), timedOut: error.isTimeout };
  }
}
