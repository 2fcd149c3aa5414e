import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { deliveryHeaders, formatWebhookSecret } from '#features/webhooks/signature.ts';
import { SIGNATURE_VECTORS } from '#test/fixtures/webhooks/vectors.ts';

const RANDOM = Uint8Array.from({ length: 32 }, (_, i) => 255 - i * 5);
const SECRET = formatWebhookSecret(RANDOM);
const OTHER = formatWebhookSecret(new Uint8Array(32).fill(3));
const BODIES = ['{}', '{"event":"render.completed","data":{"title":"Ünïcode 🎬 \\u0000"}}', '{"a": 1 }\n'];
const signed = (body: string, secrets = [SECRET], unixSeconds = Math.floor(Date.now() / 1000)) =>
  deliveryHeaders({ event: 'render.completed', event_id: 'evt_1', body }, secrets, unixSeconds);

describe('a signed delivery', () => {
  it('has a secret in the form of Standard Webhooks', () => {
    expect(SECRET).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(SECRET.slice(6), 'base64')).toEqual(Buffer.from(RANDOM));
  });

  it.each(BODIES)('is verified by the official library: %j', (body) => {
    expect(new Webhook(SECRET).verify(body, signed(body))).toEqual(JSON.parse(body));
  });

  it('is refused by the official library with another secret, body, id or time', () => {
    const [body = ''] = BODIES;
    const headers = signed(body);
    const webhook = new Webhook(SECRET);
    expect(() => new Webhook(OTHER).verify(body, headers)).toThrow();
    expect(() => webhook.verify(`${body} `, headers)).toThrow();
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow();
    expect(() => webhook.verify(body, signed(body, [SECRET], Math.floor(Date.now() / 1000) - 600))).toThrow();
  });

  it.each(BODIES)('carries the HMAC over id, time and body in the headers of this service: %j', (body) => {
    const headers = signed(body, [SECRET], 1_700_000_000);
    const v1 = createHmac('sha256', RANDOM).update(`evt_1.1700000000.${body}`, 'utf8').digest('base64');
    expect(headers).toMatchObject({
      'x-service-event': 'render.completed',
      'x-service-event-id': 'evt_1',
      'x-service-signature': `t=1700000000,v1=${v1}`,
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${v1}`,
    });
  });

  it('is signed by every secret while one takes the place of another', () => {
    const [body = ''] = BODIES;
    const headers = signed(body, [OTHER, SECRET]);
    for (const secret of [SECRET, OTHER]) expect(new Webhook(secret).verify(body, headers)).toEqual({});
    expect(headers['x-service-signature']).toMatch(/^t=\d+,v1=[A-Za-z0-9+/]{43}=,v1=[A-Za-z0-9+/]{43}=$/);
  });

  it.each([...SIGNATURE_VECTORS.published, ...SIGNATURE_VECTORS.own])('reproduces $name', (vector) => {
    const { secret, id, timestamp, body, signature } = vector;
    const headers = deliveryHeaders({ event: 'render.completed', event_id: id, body }, [secret], timestamp);
    expect(headers['webhook-signature']).toBe(signature);
    expect(headers['x-service-signature']).toBe(`t=${timestamp},v1=${signature.slice(3)}`);
    expect(new Webhook(secret).sign(id, new Date(timestamp * 1000), body)).toBe(signature);
  });

  it('never names the secret', () => {
    expect(JSON.stringify(signed('{}'))).not.toContain(SECRET.slice(6));
  });
});
