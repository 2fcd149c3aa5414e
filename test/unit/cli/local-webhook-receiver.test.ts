import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalWebhookReceiver, startWebhookReceiver } from '#cli/local-webhook-receiver.ts';
import { assertServiceSignature } from '#cli/parse-verified-delivery.ts';
import { sampleRenderAnswer } from '#test/support/samples/render-answer.ts';

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

interface Sent {
  event?: string;
  eventId?: string;
  secret?: string;
  /** Seconds from now. */
  age?: number;
  render?: object;
  body?: string;
}

/** A delivery as the contract describes it, signed independently of the service's own code. */
function deliveryOf({
  event = 'render.progress',
  eventId = 'evt_1',
  secret = SECRET,
  age = 0,
  render,
  body,
}: Sent = {}) {
  const at = new Date(Math.floor(Date.now() / 1000 - age) * 1000);
  const seconds = at.getTime() / 1000;
  const data = render ?? sampleRenderAnswer();
  const text = body ?? JSON.stringify({ event, event_id: eventId, created_at: '2026-01-02T03:04:05.678Z', data });
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(`${eventId}.${seconds}.${text}`).digest('base64');
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-service-event': event,
    'x-service-event-id': eventId,
    'x-service-signature': `t=${seconds},v1=${mac}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': new Webhook(secret).sign(eventId, at, text),
  };
  return { headers, body: text };
}

let receiver: LocalWebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

const post = async ({ headers, body }: ReturnType<typeof deliveryOf>): Promise<number> =>
  (await fetch(receiver.url, { method: 'POST', headers, body })).status;

describe('a receiver that trusts a secret', () => {
  beforeEach(() => receiver.trust(SECRET));

  it('accepts a genuine delivery and hands it on', async () => {
    const came = receiver.waitFor(({ event }) => event === 'render.progress', new AbortController().signal);
    expect(await post(deliveryOf())).toBe(200);
    expect(await came).toMatchObject({ event_id: 'evt_1', data: { progress: 50, stage: 'encoding' } });
    expect(receiver.refusals).toEqual([]);
  });

  it('acknowledges the same event again and hands it on once', async () => {
    let handedOn = 0;
    receiver.events.on('delivery', () => handedOn++);
    expect([await post(deliveryOf()), await post(deliveryOf()), await post(deliveryOf({ eventId: 'evt_2' }))]).toEqual([
      200, 200, 200,
    ]);
    expect(handedOn).toBe(2);
    expect(receiver.deliveries.map(({ event_id }) => event_id)).toEqual(['evt_1', 'evt_2']);
    expect(receiver.duplicates).toBe(1);
  });

  it('finds a delivery that came before it was waited for', async () => {
    await post(deliveryOf());
    await post(deliveryOf({ event: 'render.completed', eventId: 'evt_2' }));
    const found = await receiver.waitFor(({ event }) => event === 'render.completed', new AbortController().signal);
    expect(found.event_id).toBe('evt_2');
  });

  it('stops waiting when it is asked to', async () => {
    const waiting = receiver.waitFor(() => true, AbortSignal.abort(new Error('enough')));
    await expect(waiting).rejects.toThrow();
  });

  const genuine = deliveryOf;
  const changed = (change: Record<string, string>, sent?: Sent) => {
    const delivery = genuine(sent);
    return { ...delivery, headers: { ...delivery.headers, ...change } };
  };
  const without = (name: string) => {
    const { headers, body } = genuine();
    return { body, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
  };
  const foreign = () => genuine({ secret: OTHER_SECRET }).headers;

  it.each<[name: string, make: () => ReturnType<typeof deliveryOf>, status: number]>([
    ['one signed with another secret', () => genuine({ secret: OTHER_SECRET }), 401],
    ['a body that was changed', () => ({ ...genuine(), body: genuine().body.replace('50', '51') }), 401],
    ['a body with one more space', () => ({ ...genuine(), body: `${genuine().body} ` }), 401],
    ['a time 10 minutes ago', () => genuine({ age: 600 }), 401],
    ['a time 10 minutes ahead', () => genuine({ age: -600 }), 401],
    [
      'a time that was not signed',
      () => changed({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 60) }),
      401,
    ],
    ['an id that was not signed', () => changed({ 'webhook-id': 'evt_9', 'x-service-event-id': 'evt_9' }), 401],
    [
      'only the service signature false',
      () => changed({ 'x-service-signature': foreign()['x-service-signature'] ?? '' }),
      401,
    ],
    [
      'only the standard signature false',
      () => changed({ 'webhook-signature': foreign()['webhook-signature'] ?? '' }),
      401,
    ],
    ['no service signature', () => without('x-service-signature'), 401],
    ['no standard signature', () => without('webhook-signature'), 401],
    ['no event id', () => without('x-service-event-id'), 401],
    ['a header that names another event', () => changed({ 'x-service-event': 'render.completed' }), 400],
    ['a signed body that is not JSON', () => genuine({ body: 'hello' }), 400],
    ['a signed body that holds no render', () => genuine({ render: { id: 'x' } }), 400],
    ['an event that does not exist', () => genuine({ event: 'render.started' }), 400],
  ])('refuses %s', async (_, make, status) => {
    expect(await post(make())).toBe(status);
    expect(receiver.deliveries).toEqual([]);
    expect(receiver.refusals).toHaveLength(1);
  });

  it('answers 405 to what is not a POST and 413 to what no delivery is as large as', async () => {
    expect((await fetch(receiver.url)).status).toBe(405);
    expect((await fetch(receiver.url, { method: 'POST', body: 'x'.repeat(100_000) })).status).toBe(413);
    expect(receiver.deliveries).toEqual([]);
  });
});

it('puts deliveries off until it knows the secret', async () => {
  expect(await post(deliveryOf())).toBe(503);
  receiver.trust(SECRET);
  expect(await post(deliveryOf())).toBe(200);
});

it('frees its port when it is closed, more than once if need be', async () => {
  await receiver.close();
  await receiver.close();
  await expect(fetch(receiver.url)).rejects.toThrow();
});

describe('x-service-signature', () => {
  const body = Buffer.from('{"a":"ü"}');
  const now = new Date('2026-01-02T03:04:05Z');
  const t = now.getTime() / 1000;
  const mac = (secretKey: Buffer, time: number): string =>
    createHmac('sha256', secretKey).update(`evt_1.${time}.`).update(body).digest('base64');
  const verify = (header: string): void =>
    assertServiceSignature({ header, eventId: 'evt_1', body, secret: SECRET, now });

  it.each([
    ['alone', `t=${t},v1=${mac(KEY, t)}`],
    ['beside the signature of another secret', `t=${t},v1=${mac(Buffer.alloc(32, 9), t)},v1=${mac(KEY, t)}`],
    ['just within the tolerance, in the past', `t=${t - 300},v1=${mac(KEY, t - 300)}`],
    ['just within the tolerance, in the future', `t=${t + 300},v1=${mac(KEY, t + 300)}`],
  ])('has %s', (_, header) => {
    expect(() => verify(header)).not.toThrow();
  });

  it.each([
    ['just too old', `t=${t - 301},v1=${mac(KEY, t - 301)}`, 'too old'],
    ['just too new', `t=${t + 301},v1=${mac(KEY, t + 301)}`, 'too old, or the clocks differ'],
    ['without a time', `v1=${mac(KEY, t)}`, 'no time'],
    ['with a time that is not a number', `t=now,v1=${mac(KEY, t)}`, 'no time'],
    ['without a signature', `t=${t}`, 'no signature matches'],
    ['with an empty signature', `t=${t},v1=`, 'no signature matches'],
    ['with a part of the signature', `t=${t},v1=${mac(KEY, t).slice(0, 20)}`, 'no signature matches'],
    ['under another version', `t=${t},v0=${mac(KEY, t)}`, 'no signature matches'],
  ])('fails %s', (_, header, reason) => {
    expect(() => verify(header)).toThrow(reason);
  });
});
