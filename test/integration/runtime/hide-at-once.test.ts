import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { messageBody } from '#adapters/aws/queue-messages.ts';
import type { RenderTaskKind } from '#features/renders/render-task.ts';
import { FUNCTION_ENVIRONMENT, SDK_ENVIRONMENT } from '#test/support/runtime-environment.ts';

/** The calls to AWS, none of which is answered. */
let calls: { command: string; VisibilityTimeout?: number }[];

beforeAll(async () => {
  for (const [name, value] of Object.entries({ ...FUNCTION_ENVIRONMENT, ...SDK_ENVIRONMENT })) vi.stubEnv(name, value);
  const { sharedServices } = await import('#app/composition/services.ts');
  const { dynamodb, sqs } = sharedServices().clients;
  const refuse =
    (_: unknown, { commandName = '' }: { commandName?: string }) =>
    (args: { input: object }) => {
      calls.push({ command: commandName, ...args.input });
      return Promise.reject(new Error('no answer'));
    };
  dynamodb.middlewareStack.add(refuse, { step: 'initialize' });
  sqs.middlewareStack.add(refuse, { step: 'initialize' });
});
afterAll(() => void vi.unstubAllEnvs());

const task = (kind: RenderTaskKind) =>
  messageBody('render_task', { account_id: 'acc_1', render_id: 'rn_1', epoch: 1, kind, index: 0 });
const delivery = messageBody('delivery', {
  ...{ account_id: 'acc_1', delivery_id: 'dlv_1', render_id: 'rn_1', event_id: 'evt_1' },
  receiver: { kind: 'webhook', id: 'wh_1' },
  scheduled_for: '2026-01-01T00:00:00.000Z',
});

describe('a message', () => {
  it.each([
    ['prepare-render', task('prepare')],
    ['narrate-slide', task('narration')],
    ['encode-segment', task('video')],
    ['assemble-render', task('assembly')],
    ['deliver-webhook', delivery],
    ['deliver-slow-webhook', delivery],
    ['import-deck', messageBody('import', { account_id: 'acc_1', import_id: 'imp_1' })],
    ['prepare-render', messageBody('batch_rows', { account_id: 'acc_1' })],
  ])('is hidden for seconds by %s before it does anything else', async (name, body) => {
    const { href } = new URL(`../../../functions/queue/${name}.ts`, import.meta.url);
    const { handler } = (await import(/* @vite-ignore */ href)) as {
      handler: (event: SQSEvent) => Promise<SQSBatchResponse>;
    };
    const attributes = { SentTimestamp: '1000', ApproximateReceiveCount: '1' };
    calls = [];
    const answer = await handler({ Records: [{ messageId: 'm', receiptHandle: 'r', body, attributes } as SQSRecord] });
    expect(calls[0]).toMatchObject({ command: 'ChangeMessageVisibilityCommand' });
    expect(calls[0]?.VisibilityTimeout).toBeLessThan(30);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'm' }] });
  });
});
