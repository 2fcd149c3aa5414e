import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { components } from './schema.ts';

type Schemas = components['schemas'];

const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** The event of a delivery. */
export type DeliveredEvent =
  | Schemas['RenderCompletedEvent']
  | Schemas['RenderFailedEvent']
  | Schemas['RenderProgressEvent'];

/**
 * Verifies a delivery by the scheme of Standard Webhooks: it was signed by the service and is at most five minutes old. Returns its event.
 * @param headers headers of the request, with names in lower case
 * @param body the unchanged body: if it were parsed and written again, its signature would not match
 * @param secret the signing secret, `whsec_…`, from the answer of `POST /webhooks`
 * @throws WebhookVerificationError for a delivery that cannot be verified
 */
export function verifiedEvent(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string | Uint8Array,
  secret: string,
): DeliveredEvent {
  const named = (name: string): string => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  const missing = SIGNATURE_HEADERS.filter((name) => named(name) === '');
  if (missing.length > 0) throw new WebhookVerificationError(`The delivery has no header ${missing.join(', ')}.`);
  // The service sends valid UTF-8, so that decoding and encoding does not change the bytes.
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return new Webhook(secret).verify(text, {
    'webhook-id': named('webhook-id'),
    'webhook-timestamp': named('webhook-timestamp'),
    'webhook-signature': named('webhook-signature'),
  }) as DeliveredEvent;
}
