import { describe, expect, it } from 'vitest';
import {
  createMessageCodec,
  findNewerVersionRetrySeconds,
  messageBody,
  parseMessage,
  type QueueMessageContent,
} from '#adapters/aws/queue-messages.ts';
import { WrittenByNewerVersionError } from '#kernel/shared/errors.ts';

const task = { account_id: 'acc_1', render_id: 'rn_1', epoch: 1, kind: 'video', index: 3 } as const;
const speech = { account_id: 'acc_1', timeline_id: 'tl_1', slide_id: 'sl_1', job: 'job_1' };
const delivery: QueueMessageContent<'delivery'> = {
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
    body({ type: undefined }),
    body({ version: 0 }),
    body({ version: undefined }),
    body({ account_id: 1 }),
    messageBody('render_task', task),
  ])('is refused by the queue of deliveries: %s', (text) => {
    expect(() => parseMessage(text, 'delivery')).toThrow();
  });

  it.each([
    ['a later version', body({ version: 2 })],
    ['a later version of another shape', JSON.stringify({ type: 'delivery', version: 2, to: 'wh_1' })],
    ['a type that this program does not know', body({ type: 'other' })],
  ])('of %s is not refused: it is for a newer program', (_, text) => {
    expect(() => parseMessage(text, 'delivery')).toThrow(WrittenByNewerVersionError);
  });

  it('is read by a program that knows a later version, in both versions', () => {
    const next = createMessageCodec(2, 2);
    expect(next.parseMessage(messageBody('render_task', task), 'render_task')).toMatchObject({ version: 1, ...task });
    const sent = next.messageBody('render_task', task);
    expect(next.parseMessage(sent, 'render_task')).toMatchObject({ version: 2, ...task });
    expect(() => parseMessage(sent, 'render_task')).toThrow('version 2; this program reads version 1');
  });

  it('of a newer version is handed back eight times in 21 minutes', () => {
    const pauses = Array.from({ length: 20 }, (_, times) => findNewerVersionRetrySeconds(times) ?? 0);
    expect(pauses.filter((seconds) => seconds > 0)).toHaveLength(8);
    expect(pauses.reduce((sum, seconds) => sum + seconds)).toBe(1275);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(900);
  });

  it.each([{ kind: 'other' }, { index: -1 }, { index: 1.5 }, { render_id: undefined }])(
    'names a task that there can be: not %j',
    (over) => {
      const text = JSON.stringify({ type: 'render_task', version: 1, ...task, ...over });
      expect(() => parseMessage(text, 'render_task')).toThrow();
    },
  );
});
