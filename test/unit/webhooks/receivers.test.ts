import { describe, expect, it } from 'vitest';
import { createRenderEvent, type RenderEventName } from '#features/renders/events.ts';
import { receiversOfEvent } from '#features/webhooks/create-deliveries-of-event.ts';
import type { Webhook } from '#features/webhooks/webhook.ts';
import { sampleRender, sampleWebhook } from '#test/support/samples/entities.ts';

const [A, B, OWN] = ['https://a.example.com/', 'https://b.example.com/', 'https://own.example.com/'];
const hook = (
  id: string,
  url: string,
  events: RenderEventName[] = ['render.completed'],
  status: Webhook['status'] = 'active',
) => sampleWebhook({ id, url, events, status });

describe('who gets render.completed', () => {
  it.each<[string, string | undefined, Webhook[], string[]]>([
    ['no webhook exists', undefined, [], []],
    ['those that want it', undefined, [hook('wh_a', A), hook('wh_b', B, ['render.failed'])], ['wh_a']],
    ['none that is disabled', undefined, [hook('wh_a', A, ['render.completed'], 'disabled')], []],
    ['two webhooks of one address, both', undefined, [hook('wh_1', A), hook('wh_2', A)], ['wh_1', 'wh_2']],
    ["the render's own address", OWN, [], ['render']],
    ["the render's own address beside others", OWN, [hook('wh_a', A)], ['render', 'wh_a']],
    ['its webhook in place of the own address', OWN, [hook('wh_own', OWN), hook('wh_a', A)], ['wh_own', 'wh_a']],
    ['its webhook, whatever that wants', OWN, [hook('wh_own', OWN, ['render.failed'])], ['wh_own']],
    [
      'of two at the own address the one that wants it',
      OWN,
      [hook('wh_1', OWN, ['render.failed']), hook('wh_2', OWN)],
      ['wh_2'],
    ],
    ['of two that want it at the own address one', OWN, [hook('wh_1', OWN), hook('wh_2', OWN)], ['wh_1']],
    [
      'the own address where its webhook is disabled',
      OWN,
      [hook('wh_own', OWN, ['render.completed'], 'disabled')],
      ['render'],
    ],
  ])('%s', (_, webhook_url, webhooks, expected) => {
    const render = sampleRender(webhook_url === undefined ? {} : { webhook_url, webhook_secret: 'sealed own' });
    const receivers = receiversOfEvent(createRenderEvent('render.completed', render, 'now'), webhooks);
    expect(receivers.map(({ id }) => (id === render.id ? 'render' : id))).toEqual(expected);
    for (const receiver of receivers)
      expect(receiver).toMatchObject(
        receiver.id === render.id ? { kind: 'render', secret: 'sealed own' } : { kind: 'webhook' },
      );
  });

  it('not an own address without a secret', () => {
    const render = sampleRender({ webhook_url: OWN });
    expect(
      receiversOfEvent(createRenderEvent('render.completed', render, 'now'), [hook('wh_a', A)]).map(({ id }) => id),
    ).toEqual(['wh_a']);
  });
});
