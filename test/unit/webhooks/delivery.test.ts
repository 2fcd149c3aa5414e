import { describe, expect, it } from 'vitest';
import { messageBody, parseMessage } from '#adapters/aws/queue-messages.ts';
import { type Delivery, deliveryRef } from '#features/webhooks/delivery.ts';
import { START } from '#test/support/samples/entities.ts';

const delivery = (over: Partial<Delivery> = {}): Delivery => ({
  id: 'dl_1',
  account_id: 'acc_1',
  receiver: { kind: 'webhook', id: 'wh_1', url: 'https://hooks.example.com/' },
  event: 'render.failed',
  event_id: 'evt_1',
  render_id: 'rn_1',
  status: 'pending',
  tries: [],
  next_try_at: START.toISOString(),
  created_at: START.toISOString(),
  ...over,
});

const ownAddress = (id: string, url = 'https://own.example.com/') =>
  ({ kind: 'render', id, url, secret: 'sealed' }) as const;

describe('a message for a delivery', () => {
  it.each([
    ['to a webhook', delivery()],
    ["to a render's own address", delivery({ receiver: ownAddress('rn_1') })],
    ['that was deferred', delivery({ deferred_until: '2026-03-04T05:06:37.000Z' })],
    ['to a slow receiver', delivery(), true],
  ])('%s says where it is, and nothing of what it carries', (_, one, slow = false) => {
    const ref = deliveryRef(one, slow);
    expect(ref).toMatchObject({ scheduled_for: one.deferred_until ?? one.next_try_at });
    expect(ref.slow ?? false).toBe(slow);
    expect(parseMessage(messageBody('delivery', ref), 'delivery')).toEqual({ ...ref, type: 'delivery', version: 1 });
    expect(JSON.stringify(ref)).not.toMatch(/sealed|https/);
  });

  it('names one throttle for all renders with an address of the same host, and another for another host', () => {
    const throttles = ['https://a.example.com/', 'https://a.example.com/x?1', 'https://b.example.com/'].map(
      (url, i) => {
        const { receiver } = deliveryRef(delivery({ receiver: ownAddress(`rn_${i}`, url) }));
        return receiver.kind === 'render' ? receiver.throttle : undefined;
      },
    );
    expect(throttles[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(throttles[0]).toBe(throttles[1]);
    expect(throttles[0]).not.toBe(throttles[2]);
    expect(deliveryRef(delivery()).receiver).toEqual({ kind: 'webhook', id: 'wh_1' });
  });
});
