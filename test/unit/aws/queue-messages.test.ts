import { describe, expect, it } from 'vitest';
import { type MessageContent, messageBody, parseMessage } from '../../../lib/aws/queue-messages.ts';

const task = { account_id: 'acc_1', render_id: 'rn_1', epoch: 1, kind: 'video', index: 3 } as const;
const speech = { account_id: 'acc_1', timeline_id: 'tl_1', slide_id: 'sl_1', job: 'job_1' };
const delivery: MessageContent<'delivery'> = {
  account_id: 'acc_1',
  receiver: { kind: 'webhook', id: 'wh_1' },
  delivery_id: 'dl_1',
  render_id: 'rn_1',
  event_id: 'evt_1',
  scheduled_for: '2026-03-04T05:06:37.000Z',
};

const body = (over: object = {}): string =>
  JSON.stringify({ ...JSON.parse(messageBody('delivery', delivery)), ...over });

describe('a message of a queue', () => {
  it.each([
    ['render_task', messageBody('render_task', task), task],
    ['slide_speech', messageBody('slide_speech', speech), speech],
    ['voice_sample', messageBody('voice_sample', { voice: 'ada' }), { voice: 'ada' }],
    ['delivery', messageBody('delivery', delivery), delivery],
    ['delivery', messageBody('delivery', { ...delivery, slow: true }), { ...delivery, slow: true }],
  ] as const)('of the type %s is read as it was sent, with its type and version', (type, sent, content) => {
    expect(parseMessage(sent, type)).toEqual({ type, version: 1, ...content });
  });

  it('carries nothing that its schema does not name', () => {
    const sent = messageBody('render_task', Object.assign({ state: 'claimed', token: 't' }, task));
    expect(JSON.parse(sent)).toEqual({ type: 'render_task', version: 1, ...task });
  });

  it.each([
    '',
    'x',
    '{}',
    'null',
    '[]',
    body({ scheduled_for: undefined }),
    body({ receiver: { kind: 'render', id: 'rn_1' } }),
    body({ receiver: { kind: 'other', id: 'rn_1' } }),
    body({ type: 'other' }),
    body({ type: undefined }),
    body({ version: 2 }),
    body({ version: undefined }),
    body({ account_id: 1 }),
    messageBody('render_task', task),
  ])('is refused by the queue of deliveries: %s', (text) => {
    expect(() => parseMessage(text, 'delivery')).toThrow();
  });

  it.each([{ kind: 'other' }, { index: -1 }, { index: 1.5 }, { render_id: undefined }])(
    'names a task that there can be: not %j',
    (over) => {
      const text = JSON.stringify({ type: 'render_task', version: 1, ...task, ...over });
      expect(() => parseMessage(text, 'render_task')).toThrow();
    },
  );
});
