import { describe, expect, it } from 'vitest';
import { messageBody, parseMessage } from '../../../lib/aws/queue-messages.ts';
import { refOf } from '../../../lib/webhooks/delivery-ref.ts';
import type { Delivery } from '../../../lib/webhooks/webhook.ts';
import { START } from '../../support/samples/entities.ts';

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
    ['that was put off', delivery({ put_off_until: '2026-03-04T05:06:37.000Z' })],
    ['to a slow receiver', delivery(), true],
  ])('%s says where it is, and nothing of what it carries', (_, one, slow = false) => {
    const ref = refOf(one, slow);
    expect(ref).toMatchObject({ turn: one.put_off_until ?? one.next_try_at });
    expect(ref.slow ?? false).toBe(slow);
    expect(parseMessage(messageBody('delivery', ref), 'delivery')).toEqual({ ...ref, type: 'delivery', version: 1 });
    expect(JSON.stringify(ref)).not.toMatch(/sealed|https/);
  });

  it('names one lane for all renders with an address of the same host, and another for another host', () => {
    const lanes = ['https://a.example.com/', 'https://a.example.com/x?1', 'https://b.example.com/'].map(
      (url, i) => refOf(delivery({ receiver_id: `rn_${i}`, secret: 'sealed', url })).lane,
    );
    expect(lanes[0]).toBe(lanes[1]);
    expect(lanes[0]).not.toBe(lanes[2]);
    expect(refOf(delivery()).lane).toBeUndefined();
  });
});
