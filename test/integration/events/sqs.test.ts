import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { type RunningEventSources, startEventSources } from '#stack/events/running-event-sources.ts';
import type { InvokeFunction, SqsEventSource, WaitForEventCapacity } from '#stack/events/types.ts';
import { waitUnlessAborted } from '#stack/events/wait-unless-aborted.ts';
import {
  ACCOUNT_ID,
  type DynamoEmulator,
  REGION,
  redriveTo,
  type SqsEmulator,
  startDynamo,
  startSqs,
} from '#test/support/events/emulators.ts';
import { recordingInvoker, silentLog, until } from '#test/support/events/recorder.ts';

let sqs: SqsEmulator;
let dynamo: DynamoEmulator;
let directory: string;
let sources: RunningEventSources | undefined;
let queues = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'events-'));
  sqs = await startSqs();
  dynamo = await startDynamo();
});

afterEach(async () => {
  await sources?.stop();
  sources = undefined;
});

afterAll(async () => {
  await sqs.stop();
  await dynamo.stop();
  rmSync(directory, { recursive: true });
});

/**
 * Its own queue for every test, with a dead-letter queue after three receives. A message stays hidden for longer than this
 * process ever stands still: `showAgain` ends that where its return is waited for.
 */
function queue(attributes: Record<string, string> = {}) {
  queues += 1;
  const name = `jobs-${queues}`;
  sqs.createQueue(`${name}-dlq`);
  const url = sqs.createQueue(name, { VisibilityTimeout: '60', ...redriveTo(`${name}-dlq`, 3), ...attributes });
  return { name, url, dlq: `${name}-dlq` };
}

function listen(
  queueName: string,
  invoke: InvokeFunction,
  event: Partial<SqsEventSource> = {},
  whenReady?: WaitForEventCapacity,
  log: StackLog = silentLog,
  messageCopies?: number,
  clock?: Clock,
): void {
  sources = startEventSources({
    functions: [
      {
        name: 'work',
        bundle: '/nowhere/work.mjs',
        timeoutSeconds: 5,
        memorySizeMb: 128,
        environment: {},
        cpuBound: false,
        events: [
          {
            kind: 'sqs',
            queueName,
            batchSize: 10,
            maximumBatchingWindowSeconds: 0,
            reportBatchItemFailures: true,
            filterPatterns: [],
            ...event,
          },
        ],
      },
    ],
    sqs: sqs.client,
    dynamodb: dynamo.client,
    streams: dynamo.streams,
    region: REGION,
    accountId: ACCOUNT_ID,
    invoke,
    whenReady,
    messageCopies,
    checkpointFile: join(directory, 'checkpoints.json'),
    log,
    clock,
  });
}

const send = (QueueUrl: string, MessageBody: string) =>
  sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody }));

const sendAll = (QueueUrl: string, bodies: readonly string[]) =>
  sqs.client.send(
    new SendMessageBatchCommand({ QueueUrl, Entries: bodies.map((MessageBody, at) => ({ Id: `${at}`, MessageBody })) }),
  );

const left = (name: string) => {
  const messages = sqs.server.inspectQueue(name)?.messages;
  return [
    ...(messages?.ready ?? []),
    ...(messages?.delayed ?? []),
    ...(messages?.inflight.map((m) => m.message) ?? []),
  ];
};

/** A log that keeps its warnings: one for each batch that failed. */
function recordingLog(): { log: StackLog; warnings: string[] } {
  const warnings: string[] = [];
  return { log: { ...silentLog, warn: (line) => warnings.push(line) }, warnings };
}

const isEmpty = (name: string) => () => left(name).length === 0;

/** Makes the messages of a batch that were not deleted visible at once, as if the time for which they are hidden were over. */
const showAgain = (QueueUrl: string, { Records }: SQSEvent) =>
  sqs.client.send(
    new ChangeMessageVisibilityBatchCommand({
      QueueUrl,
      Entries: Records.map(({ receiptHandle: ReceiptHandle }, at) => ({
        Id: `${at}`,
        ReceiptHandle,
        VisibilityTimeout: 0,
      })),
    }),
  );
const bodies = (event: SQSEvent) => event.Records.map(({ body }) => body);
const ten = Array.from({ length: 10 }, (_, at) => `m${at}`);

describe('the event source of a queue', () => {
  it('hands a message to its function several times at once where it is asked to', async () => {
    const { name, url } = queue();
    let running = 0;
    let most = 0;
    const { invoke, events } = recordingInvoker<SQSEvent>(async (_, call) => {
      running += 1;
      most = Math.max(most, running);
      await until('all three run', () => most === 3);
      if (call === 2) throw new Error('of one copy');
    });
    await send(url, 'once');

    listen(name, invoke, {}, undefined, silentLog, 3);
    await until('the queue is empty', isEmpty(name));

    expect(events.map(bodies)).toEqual([['once'], ['once'], ['once']]);
    expect(new Set(events.map(({ Records }) => Records[0]?.messageId)).size).toBe(1);
  });

  it('redelivers alone the one of ten that was reported as failed, and loses none', async () => {
    const { name, url } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>((event, call) => ({
      batchItemFailures: event.Records.filter(({ body }) => call === 1 && body === 'm7').map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    }));
    await sendAll(url, ten);

    listen(name, invoke);
    await until('all others are deleted', () => left(name).length === 1);
    for (const event of events) await showAgain(url, event);
    await until('the queue is empty', isEmpty(name));

    expect(events.map(bodies)).toEqual([ten, ['m7']]);
    expect(events[1]?.Records[0]?.attributes.ApproximateReceiveCount).toBe('2');
  });

  it('brings a message that fails three times to its dead-letter queue', async () => {
    const { name, url, dlq } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>(() => {
      throw new Error('broken');
    });
    const { log, warnings } = recordingLog();
    await send(url, 'poison');

    listen(name, invoke, {}, undefined, log);
    for (const time of [1, 2, 3]) {
      await until('it failed', () => warnings.length === time);
      for (const event of events.slice(-1)) await showAgain(url, event);
    }
    await until('the message is in the dead-letter queue', () => left(dlq).length === 1);

    expect(left(dlq).map(({ body }) => body)).toEqual(['poison']);
    expect(isEmpty(name)()).toBe(true);
    expect(events.map((event) => event.Records[0]?.attributes.ApproximateReceiveCount)).toEqual(['1', '2', '3']);
  });

  it('keeps a failed message invisible for the visibility timeout of its queue', async () => {
    const { name, url } = queue({ VisibilityTimeout: '1' });
    const waits: number[] = [];
    const { invoke } = recordingInvoker<SQSEvent>((event) => {
      waits.push(Date.now() - Number(event.Records[0]?.attributes.ApproximateFirstReceiveTimestamp));
      if (waits.length === 1) throw new Error('broken');
    });
    await send(url, 'again');

    listen(name, invoke);
    await until('it came again', () => waits.length >= 2);

    expect(waits[1]).toBeGreaterThanOrEqual(1000);
  });

  it('gives a delayed message only when its delay is over', async () => {
    const { name, url } = queue();
    const after = new Map<string, number>();
    const { invoke } = recordingInvoker<SQSEvent>((event) => {
      for (const { body, attributes } of event.Records) after.set(body, Date.now() - Number(attributes.SentTimestamp));
    });
    listen(name, invoke);

    const Entries = [
      { Id: 'late', MessageBody: 'late', DelaySeconds: 1 },
      { Id: 'soon', MessageBody: 'soon' },
    ];
    await sqs.client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    await until('both came', () => after.size === 2);

    expect(after.get('late')).toBeGreaterThanOrEqual(1000);
  });

  it('gathers a batch over the batching window, beyond the ten messages of one receive', async () => {
    const { name, url } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>();
    listen(name, invoke, { batchSize: 25, maximumBatchingWindowSeconds: 300 });

    await sendAll(url, ten);
    await sendAll(url, ten);
    await sendAll(url, ten.slice(0, 5));
    await until('the queue is empty', isEmpty(name));

    // The window would last five minutes: the batch was invoked because it was full.
    expect(events.map((event) => event.Records.length)).toEqual([25]);
  });

  it('invokes a batch that is not full when the window is over', async () => {
    const { name, url } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>();
    // Both are there when the window opens.
    await sendAll(url, ['one', 'two']);

    listen(name, invoke, { maximumBatchingWindowSeconds: 1 });
    await until('the queue is empty', isEmpty(name));

    expect(events.map(bodies)).toEqual([['one', 'two']]);
  });

  it('deletes what no filter pattern wants, without invoking', async () => {
    const { name, url, dlq } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>();
    await sendAll(url, ['{"kind":"wanted"}', '{"kind":"other"}', 'text']);

    listen(name, invoke, { filterPatterns: [{ body: { kind: ['wanted'] } }] });
    await until('the queue is empty', isEmpty(name));

    expect(events.flatMap(bodies)).toEqual(['{"kind":"wanted"}']);
    expect(left(dlq)).toEqual([]);
  });

  it('never runs more than maximumConcurrency at once, and takes no message that it could not run', async () => {
    const { name, url } = queue();
    let running = 0;
    const seen: { running: number; taken: number }[] = [];
    const hold = Promise.withResolvers<void>();
    await sendAll(url, ten);

    listen(
      name,
      async () => {
        running += 1;
        seen.push({ running, taken: sqs.server.inspectQueue(name)?.messages.inflight.length ?? 0 });
        await hold.promise;
        running -= 1;
      },
      { batchSize: 1, maximumConcurrency: 3 },
    );
    await until('three run', () => running === 3);
    const takenWhileFull = sqs.server.inspectQueue(name)?.messages.inflight.length;
    hold.resolve();
    await until('the queue is empty', isEmpty(name));

    expect(takenWhileFull).toBe(3);
    expect(seen).toHaveLength(10);
    expect(Math.max(...seen.map((at) => at.running))).toBe(3);
    expect(Math.max(...seen.map((at) => at.taken))).toBeLessThanOrEqual(3);
  });

  it('leaves messages in the queue until there is room to run them', async () => {
    const { name, url } = queue();
    const room = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { invoke, events } = recordingInvoker<SQSEvent>();
    await send(url, 'patient');

    listen(name, invoke, {}, () => {
      asked.resolve();
      return room.promise;
    });
    await asked.promise;
    const untouched = sqs.server.inspectQueue(name)?.messages.ready.map((message) => message.approximateReceiveCount);
    room.resolve();
    await until('the queue is empty', isEmpty(name));

    expect(untouched).toEqual([0]);
    expect(events.map(bodies)).toEqual([['patient']]);
  });

  it('keeps a message hidden while it waits for a process, however long', async () => {
    const { name, url } = queue({ VisibilityTimeout: '5' });
    const events: SQSEvent[] = [];
    const start = Promise.withResolvers<void>();
    await send(url, 'waiting');

    listen(
      name,
      async (_name, event, hooks) => {
        events.push(event as SQSEvent);
        await start.promise;
        hooks?.started?.();
      },
      { batchSize: 1 },
      async () => undefined,
    );
    await until('it was taken', () => events.length === 1);
    const deadlines = new Set<number>();
    await until('its visibility was renewed beyond the first timeout', () => {
      for (const { visibilityDeadline } of sqs.server.inspectQueue(name)?.messages.inflight ?? []) {
        deadlines.add(visibilityDeadline);
      }
      return Math.max(...deadlines) - Math.min(...deadlines) > 5000;
    });
    start.resolve();
    await until('the queue is empty', isEmpty(name));

    expect(events).toHaveLength(1);
  });

  it.each([
    { waited: 0, isHiddenAgain: false },
    { waited: 10, isHiddenAgain: true },
  ])(
    'that a process takes after $waited s is hidden again for it: $isHiddenAgain',
    async ({ waited, isHiddenAgain }) => {
      const { name, url } = queue({ VisibilityTimeout: '600' });
      const deadlines = new Set<number | undefined>();
      const noteDeadline = () => deadlines.add(sqs.server.inspectQueue(name)?.messages.inflight[0]?.visibilityDeadline);
      await send(url, 'taken');

      let now = 0;
      const invoke: InvokeFunction = async (_name, _event, hooks) => {
        noteDeadline();
        now += waited * 1000;
        // A deadline has milliseconds.
        await waitUnlessAborted(5, new AbortController().signal);
        await hooks?.started?.();
        noteDeadline();
      };
      listen(
        name,
        invoke,
        { batchSize: 1 },
        async () => undefined,
        silentLog,
        1,
        () => new Date(now),
      );
      await until('the queue is empty', isEmpty(name));
      expect(deadlines.size).toBe(isHiddenAgain ? 2 : 1);
    },
  );

  it('hides a message for half a minute while it waits for a process, and as its process starts', async () => {
    const { name, url } = queue({ VisibilityTimeout: '600' });
    const taken = Promise.withResolvers<{ start: () => Promise<void>; group: string | undefined }>();
    const end = Promise.withResolvers<void>();
    await send(url, JSON.stringify({ account_id: 'acc_1' }));
    const hiddenFor = () => {
      const [message] = sqs.server.inspectQueue(name)?.messages.inflight ?? [];
      return ((message?.visibilityDeadline ?? 0) - Date.now()) / 1000;
    };

    listen(
      name,
      async (_name, _event, hooks) => {
        taken.resolve({ start: async () => hooks?.started?.(), group: hooks?.group });
        await end.promise;
      },
      { batchSize: 1 },
      async () => undefined,
    );
    const { start, group } = await taken.promise;
    expect(group).toBe('acc_1');
    expect(hiddenFor()).toBeLessThanOrEqual(30);
    await start();
    // So a process that is killed before its handler has hidden the message leaves one that is back as soon.
    expect(hiddenFor()).toBeLessThanOrEqual(30);
    expect(hiddenFor()).toBeGreaterThan(0);
    end.resolve();
    await until('the queue is empty', isEmpty(name));
  });

  it('fails the whole batch when the answer names a message that is not in it', async () => {
    const { name, url } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>((_event, call) =>
      call === 1 ? { batchItemFailures: [{ itemIdentifier: 'unknown' }] } : undefined,
    );
    const { log, warnings } = recordingLog();
    await sendAll(url, ['a', 'b']);

    listen(name, invoke, {}, undefined, log);
    await until('it failed', () => warnings.length === 1);
    for (const event of events) await showAgain(url, event);
    await until('the queue is empty', isEmpty(name));

    expect(events.flatMap(bodies).sort()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('ignores reported failures when the event source does not ask for them', async () => {
    const { name, url } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>((event) => ({
      batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }],
    }));
    await send(url, 'once');

    listen(name, invoke, { reportBatchItemFailures: false });
    await until('the queue is empty', isEmpty(name));

    expect(events).toHaveLength(1);
  });

  it('hands over the record in the shape of Lambda', async () => {
    // Groups are passed on from any kind of queue, but the emulator keeps them for FIFO ones only.
    const name = 'shape.fifo';
    const url = sqs.createQueue(name, { FifoQueue: 'true' });
    const { invoke, events } = recordingInvoker<SQSEvent>();
    const { MessageId } = await sqs.client.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: 'hello',
        MessageGroupId: 'acc_1',
        MessageDeduplicationId: 'once',
        MessageAttributes: {
          trace: { DataType: 'String', StringValue: 'abc' },
          blob: { DataType: 'Binary', BinaryValue: Buffer.from('bytes') },
        },
      }),
    );

    listen(name, invoke);
    await until('it came', () => events.length === 1);

    expect(events[0]?.Records).toEqual([
      {
        messageId: MessageId,
        receiptHandle: expect.any(String),
        body: 'hello',
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          SenderId: expect.any(String),
          MessageGroupId: 'acc_1',
        }),
        messageAttributes: {
          trace: { stringValue: 'abc', stringListValues: [], binaryListValues: [], dataType: 'String' },
          blob: { binaryValue: 'Ynl0ZXM=', stringListValues: [], binaryListValues: [], dataType: 'Binary' },
        },
        md5OfMessageAttributes: expect.any(String),
        md5OfBody: '5d41402abc4b2a76b9719d911017c592',
        eventSource: 'aws:sqs',
        eventSourceARN: `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${name}`,
        awsRegion: REGION,
      },
    ]);
  });

  it('waits for a queue that is made later', async () => {
    const { invoke, events } = recordingInvoker<SQSEvent>();
    const missed = Promise.withResolvers<string>();
    listen('made-later', invoke, {}, undefined, { ...silentLog, warn: missed.resolve });
    const warning = await missed.promise;

    await send(sqs.createQueue('made-later'), 'hello');
    await until('it came', () => events.length === 1);

    expect(warning).toContain('made-later');
    expect(events.map(bodies)).toEqual([['hello']]);
  });

  it('stops promptly in the middle of a long poll', async () => {
    const { name, url } = queue();
    const { invoke, events } = recordingInvoker<SQSEvent>();
    listen(name, invoke);
    await send(url, 'first');
    await until('the queue is empty', isEmpty(name));

    // A long poll takes 20 s, and the grace for running invocations 5 s. One of 5 s that starts now ends after the stop.
    const other = sqs.client.send(new ReceiveMessageCommand({ QueueUrl: queue().url, WaitTimeSeconds: 5 }));
    const first = await Promise.race([sources?.stop().then(() => 'the stop'), other.then(() => 'a long poll')]);
    await other;

    expect(first).toBe('the stop');
    expect(events).toHaveLength(1);
  });

  it('lets a running invocation end when it stops, and deletes its message', async () => {
    const { name, url } = queue();
    const end = Promise.withResolvers<void>();
    const { invoke, events } = recordingInvoker<SQSEvent>(() => end.promise);
    listen(name, invoke);
    await send(url, 'running');
    await until('it runs', () => events.length === 1);

    const stopping = sources?.stop();
    end.resolve();
    await stopping;

    expect(left(name)).toEqual([]);
  });
});
