import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
/** Number of random bytes of a secret. */
export const WEBHOOK_SECRET_BYTES = 32;

/** Formats random bytes as a secret of Standard Webhooks: `whsec_` + base64. */
export const formatWebhookSecret = (randomBytes: Uint8Array): string =>
  SECRET_PREFIX + Buffer.from(randomBytes).toString('base64');

/** HMAC-SHA256 over `<event id>.<unix seconds>.<body>` in base64, as Standard Webhooks defines it. */
function signatureOf(secret: string, eventId: string, unixSeconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${eventId}.${unixSeconds}.${body}`).digest('base64');
}

/** The headers of one attempt, with a signature by each secret: after a rotation, there are two. @param unixSeconds the time of the attempt */
export function deliveryHeaders(
  delivery: { event: string; event_id: string; body: string },
  secrets: readonly string[],
  unixSeconds: number,
): Record<string, string> {
  const signatures = secrets.map((secret) => signatureOf(secret, delivery.event_id, unixSeconds, delivery.body));
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-service-event': delivery.event,
    'x-service-event-id': delivery.event_id,
    'x-service-signature': [`t=${unixSeconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(','),
    'webhook-id': delivery.event_id,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}
