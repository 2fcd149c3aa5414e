import { Webhook } from 'standardwebhooks';

/** The event, once it is known to be genuine; throws when it is not. `rawBody` is the body as it came, not parsed. */
export function verifyWebhook(secret: string, headers: Record<string, string>, rawBody: string): unknown {
  return new Webhook(secret).verify(rawBody, headers);
}
