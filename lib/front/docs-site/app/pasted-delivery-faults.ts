/** Largest difference between a timestamp and the receiver's clock, in seconds, by Standard Webhooks. */
const TOLERANCE_SECONDS = 5 * 60;

/** A delivery that the reader has pasted into the form. */
export interface PastedWebhookDelivery {
  /** Signing secret of the webhook: `whsec_` and base64. */
  secret: string;
  /** Header `webhook-id`. */
  id: string;
  /** Header `webhook-timestamp`: seconds since 1970. */
  timestamp: string;
  /** Header `webhook-signature`: signatures with spaces between them. */
  signatures: string;
  /** Body as it was received, byte for byte. */
  body: string;
}

/** Decodes base64. @throws DOMException for text that is not base64 */
const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/**
 * The faults of a delivery, as sentences; empty if its signature is valid and its timestamp is accepted at `now`. The
 * signature is HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks).
 * @param now seconds since 1970
 */
export async function pastedDeliveryFaults(delivery: PastedWebhookDelivery, now: number): Promise<string[]> {
  const secret = delivery.secret.trim();
  const id = delivery.id.trim();
  const timestamp = delivery.timestamp.trim();
  if (!secret.startsWith('whsec_')) return ['A signing secret starts with whsec_.'];
  if (id === '') return ['webhook-id is missing.'];
  if (!/^\d+$/.test(timestamp)) return ['webhook-timestamp is not a number of seconds.'];
  let keyBytes: Uint8Array<ArrayBuffer>;
  try {
    keyBytes = decodeBase64(secret.slice('whsec_'.length));
  } catch {
    return ['What follows whsec_ is not base64: a part of the secret is missing.'];
  }
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signedBytes = new TextEncoder().encode(`${id}.${timestamp}.${delivery.body}`);
  const signatures = delivery.signatures.trim().split(/\s+/);
  const matches = signatures.map((signature) => {
    const [version, code = ''] = signature.split(',');
    if (version !== 'v1') return false;
    try {
      return crypto.subtle.verify('HMAC', key, decodeBase64(code), signedBytes);
    } catch {
      return false;
    }
  });
  const faults: string[] = [];
  if (!(await Promise.all(matches)).includes(true))
    faults.push(
      'No signature matches. The secret is another one, or the body is not what was sent: copy it as it came, not parsed and printed again.',
    );
  const ageSeconds = now - Number(timestamp);
  if (Math.abs(ageSeconds) > TOLERANCE_SECONDS)
    faults.push(
      `The timestamp is ${Math.round(Math.abs(ageSeconds) / 60)} minutes ${ageSeconds > 0 ? 'old' : 'ahead'}: a receiver refuses it after five. A delivery that is repeated has a new one.`,
    );
  return faults;
}
