import { join } from 'node:path';
import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Victim } from '#test/support/chaos/stack-process.ts';
import { countInterruptedInvocations, raiseStorm } from '#test/support/chaos/storm.ts';
import { faultsOf } from '#test/support/chaos/storm-faults.ts';
import { isWhole } from '#test/support/depth.ts';
import { type OwnService, startService, until } from '#test/support/service/start-service.ts';
import { withTable } from '#test/support/service/with-table.ts';

/** What the stream gave up, from its failure queue. */
async function givenUp(sqs: SQSClient): Promise<string[]> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'video-render-local-dispatch-dlq' }));
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
  return Messages.map(({ Body = '' }) => Body);
}

// A message of a killed worker comes back after minutes. `npm run chaos` raises larger storms.
describe.runIf(isWhole)('events', () => {
  let service: OwnService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.stop());

  it('reach all their receivers, behind one that is malformed, in trouble and under kill -9', async () => {
    const sqs = new SQSClient({
      endpoint: service.stack.endpoint,
      region: 'us-east-1',
      useQueueUrlAsEndpoint: false,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    await withTable(service, (table) => table.put({ PK: 'ACC#acc_1#RN#rn_1', SK: 'OUTBOX#evt_1', entity: 'outbox' }));
    const inQueue = until(
      () => givenUp(sqs),
      (messages) => messages.length > 0,
      60,
    );
    const { stack } = service;
    const target = {
      baseUrl: stack.baseUrl,
      environment: stack.environment,
      log: join(service.dataDir, 'logs', 'stack.log'),
      workers: (name: Victim) =>
        [name, ...(name === 'deliverWebhook' ? ['deliverSlowWebhook'] : [])].flatMap(
          (one) => stack.workers()[one] ?? [],
        ),
      killEverything: () => Promise.reject(new Error('this service runs in the process of the test')),
    };
    const storm = {
      events: 10,
      receivers: 8,
      rate: 3,
      trouble: 3,
      kills: 5,
      everything: false,
      seed: 3,
      patience: 150,
    };
    const aftermath = await raiseStorm(target, storm);

    expect(faultsOf(storm, aftermath)).toEqual([]);
    expect(aftermath.deliveries).toMatchObject({ wanted: 80, lost: 0 });
    expect(aftermath.deliveries.tries).toBeGreaterThan(80);
    const [message] = await inQueue;
    expect(JSON.parse(message ?? '{}')).toMatchObject({ requestContext: { condition: 'RetryAttemptsExhausted' } });
    sqs.destroy();
  });
});

describe('a storm has failed', () => {
  const good = {
    deliveries: { wanted: 10, lost: 0, acknowledged_twice: 1, tries: 12 },
    wrong: { requests: 0, strangers: 0 },
    at_once: 5,
    killed: { dispatchWebhooks: 1, deliverWebhook: 2 },
    interrupted: 0,
  };
  it('of many kills of which none hit a process at work', () => {
    const many = { ...good, killed: { dispatchWebhooks: 10, deliverWebhook: 10 } };
    expect(faultsOf({ kills: 20 }, { ...many, interrupted: 1 })).toEqual([]);
    expect(faultsOf({ kills: 20 }, many)).toHaveLength(1);
  });

  it.each<[string, Partial<typeof good>]>([
    ['that lost a delivery', { deliveries: { ...good.deliveries, lost: 1 } }],
    ['in which a request was wrong', { wrong: { requests: 1, strangers: 0 } }],
    ['in which a stranger came', { wrong: { requests: 0, strangers: 1 } }],
    ['in which a receiver had six requests at once', { at_once: 6 }],
    ['with fewer kills than were asked for', { killed: { dispatchWebhooks: 2, deliverWebhook: 0 } }],
  ])('%s', (_, over) => {
    expect(faultsOf({ kills: 3 }, good)).toEqual([]);
    expect(faultsOf({ kills: 3 }, { ...good, ...over })).toHaveLength(1);
  });
});

it('a kill has hit a process at work where the log says that its invocation failed', () => {
  const line = (text: string) => `2026-03-04T05:06:07.890Z error ${text}\n    at somewhere\n`;
  const log = [
    '[deliverWebhook] invocation failed: InvocationError: its process ended with SIGKILL',
    '[deliverWebhook] invocation failed: Error: something else',
    '[dispatchWebhooks] invocation failed: InvocationError: its process ended with SIGKILL',
    '[narrateSlide] invocation failed: InvocationError: its process ended with SIGKILL',
    '[dispatchWebhooks] did not start: its process ended with SIGKILL',
  ];
  expect(countInterruptedInvocations(log.map(line).join(''))).toBe(2);
});
