import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { components } from './schema.ts';

type Schemas = components['schemas'];

const SIGNED_BY = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Event of a delivery. */
export type DeliveredEvent =
  | Schemas['RenderCompletedEvent']
  | Schemas['RenderFailedEvent']
  | Schemas['RenderProgressEvent'];

/**
 * Checks that a delivery comes from the service and is not older than five minutes, and reads it (Standard Webhooks). The body is
 * verified as it came: parsed and written again it would not be the same.
 * @param headers of the request, with names in lower case
 * @param secret `whsec_…`, as `POST /webhooks` answered it
 * @throws WebhookVerificationError for a delivery that must not be believed
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
  const missing = SIGNED_BY.filter((name) => named(name) === '');
  if (missing.length > 0) throw new WebhookVerificationError(`The delivery has no header ${missing.join(', ')}.`);
  // The service writes UTF-8: decoded and encoded again, the bytes are the same.
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return new Webhook(secret).verify(text, {
    'webhook-id': named('webhook-id'),
    'webhook-timestamp': named('webhook-timestamp'),
    'webhook-signature': named('webhook-signature'),
  }) as DeliveredEvent;
}
