import { describe, expect, it } from 'vitest';
import { refIn, refOf } from '../../../lib/webhooks/delivery-ref.ts';
import type { Delivery } from '../../../lib/webhooks/webhook.ts';
import { START } from '../core/samples.ts';

const delivery = (over: Partial<Delivery> = {}): Delivery => ({
  id: 'dl_1',
  account_id: 'acc_1',
  receiver_id: 'wh_1',
  url: 'https://hooks.example.com/',
  event: 'render.failed',
  event_id: 'evt_1',
  render_id: 'rn_1',
  status: 'pending',
  tries: [],
  next_try_at: START.toISOString(),
  created_at: START.toISOString(),
  ...over,
});

describe('a message for a delivery', () => {
  it.each([
    ['to a webhook', delivery()],
    ["to a render's own address", delivery({ receiver_id: 'rn_1', secret: 'sealed' })],
  ])('%s says where it is, and nothing of what it carries', (_, one) => {
    const ref = refOf(one);
    expect(refIn(JSON.stringify(ref))).toEqual(ref);
    expect(JSON.stringify(ref)).not.toMatch(/sealed|https/);
  });

  it('names one lane for all renders with the same address, and another for another address', () => {
    const lanes = ['https://a.example.com/', 'https://a.example.com/', 'https://b.example.com/'].map(
      (url, i) => refOf(delivery({ receiver_id: `rn_${i}`, secret: 'sealed', url })).lane,
    );
    expect(lanes[0]).toBe(lanes[1]);
    expect(lanes[0]).not.toBe(lanes[2]);
    expect(refOf(delivery()).lane).toBeUndefined();
  });

  it.each(['', 'x', '{}', 'null', '[]', '{"account_id":"acc_1","receiver_id":"wh_1"}'])('is refused: %s', (body) => {
    expect(() => refIn(body)).toThrow();
  });
});
