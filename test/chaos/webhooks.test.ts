import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService, until } from '../e2e/service.ts';
import { withTable } from '../support/service-table.ts';
import { raiseStorm } from './webhooks/storm.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

/** What the stream gave up, from its failure queue. */
async function givenUp(sqs: SQSClient): Promise<string[]> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'video-render-local-dispatch-dlq' }));
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
  return Messages.map(({ Body = '' }) => Body);
}

describe('events', () => {
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
      workers: (name: string) => stack.workers()[name] ?? [],
      killEverything: () => Promise.reject(new Error('this service runs in the process of the test')),
      stop: async () => undefined,
    };
    const storm = {
      events: 15,
      receivers: 10,
      rate: 3,
      trouble: 3,
      kills: 5,
      everything: false,
      seed: 3,
      patience: 150,
    };
    const { deliveries, wrong, at_once, killed } = await raiseStorm(target, storm);

    expect(deliveries).toMatchObject({ wanted: 150, lost: 0 });
    expect(deliveries.tries).toBeGreaterThan(150);
    expect(wrong).toEqual({ requests: 0, strangers: 0 });
    expect(at_once).toBeLessThanOrEqual(5);
    expect((killed.dispatchWebhooks ?? 0) + (killed.deliverWebhook ?? 0)).toBe(5);
    const [message] = await inQueue;
    expect(JSON.parse(message ?? '{}')).toMatchObject({ requestContext: { condition: 'RetryAttemptsExhausted' } });
    sqs.destroy();
  });
});
