import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { type RunningEventSources, startEventSources } from '#stack/events/running-event-sources.ts';
import type { InvokeFunction, StreamEventSource } from '#stack/events/types.ts';
import {
  ACCOUNT_ID,
  type DynamoEmulator,
  REGION,
  type SqsEmulator,
  startDynamo,
  startSqs,
} from '#test/support/events/emulators.ts';
import { recordingInvoker, silentLog, until } from '#test/support/events/recorder.ts';

let sqs: SqsEmulator;
let dynamo: DynamoEmulator;
let directory: string;
let sources: RunningEventSources | undefined;
let follower: ChildProcess | undefined;
let table = '';
let tables = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'events-'));
  sqs = await startSqs();
  dynamo = await startDynamo();
});

beforeEach(async () => {
  tables += 1;
  table = `jobs-${tables}`;
  await dynamo.createTable(table);
});

afterEach(async () => {
  await sources?.stop();
  sources = undefined;
  follower?.kill('SIGKILL');
});

afterAll(async () => {
  await sqs.stop();
  await dynamo.stop();
  rmSync(directory, { recursive: true });
});

const checkpointFile = () => join(directory, table, 'checkpoints.json');

function follow(
  invoke: InvokeFunction,
  event: Partial<StreamEventSource> = {},
  log: StackLog = silentLog,
  clock?: () => Date,
): void {
  sources = startEventSources({
    functions: [
      {
        name: 'dispatch',
        bundle: '/nowhere/dispatch.mjs',
        timeoutSeconds: 5,
        memorySizeMb: 128,
        environment: {},
        cpuBound: false,
        events: [
          {
            kind: 'stream',
            tableName: table,
            batchSize: 10,
            batchWindowSeconds: 0,
            startingPosition: 'TRIM_HORIZON',
            maximumRetryAttempts: 5,
            bisectBatchOnFunctionError: false,
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
    checkpointFile: checkpointFile(),
    log,
    clock,
  });
}

const put = (key: string, kind = 'outbox') =>
  dynamo.client.send(new PutItemCommand({ TableName: table, Item: { PK: { S: key }, entity: { S: kind } } }));

async function putAll(keys: readonly string[]): Promise<void> {
  for (const key of keys) await put(key);
}

const keyOf = (record: DynamoDBRecord) => record.dynamodb?.Keys?.PK?.S ?? '';
const keys = (event: DynamoDBStreamEvent) => event.Records.map(keyOf);
const eight = Array.from({ length: 8 }, (_, at) => `k${at}`);

/** A handler to which one key is poison: every batch with it fails. */
function poisonedBy(poison: string) {
  const handled: string[] = [];
  const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>((event) => {
    if (keys(event).includes(poison)) throw new Error('poisoned');
    handled.push(...keys(event));
  });
  return { invoke, events, handled };
}

describe('the event source of a table stream', () => {
  it('delivers what was written before it started and after, in order', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    await putAll(eight.slice(0, 4));

    follow(invoke, { batchSize: 3 });
    await until('the first came', () => events.flatMap(keys).length >= 4);
    await putAll(eight.slice(4));
    await until('all came', () => events.flatMap(keys).length >= 8);

    expect(events.flatMap(keys)).toEqual(eight);
    expect(Math.max(...events.map((event) => event.Records.length))).toBe(3);
  });

  it('follows a table that is made later', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    const missed = Promise.withResolvers<string>();
    table = `later-${tables}`;
    follow(invoke, {}, { ...silentLog, warn: missed.resolve });
    const warning = await missed.promise;

    await dynamo.createTable(table);
    await put('first');
    await until('it came', () => events.length === 1);

    expect(warning).toContain(table);
  });

  it('hands over the record in the shape of Lambda', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    const Item = { PK: { S: 'k' }, bytes: { B: Buffer.from('bytes') }, list: { L: [{ BS: [Buffer.from('a')] }] } };
    await dynamo.client.send(new PutItemCommand({ TableName: table, Item }));
    await dynamo.client.send(new DeleteItemCommand({ TableName: table, Key: { PK: { S: 'k' } } }));

    follow(invoke);
    await until('both came', () => events.flatMap(keys).length === 2);

    const image = { PK: { S: 'k' }, bytes: { B: 'Ynl0ZXM=' }, list: { L: [{ BS: ['YQ=='] }] } };
    const shape = (eventName: string, images: object) => ({
      eventID: expect.any(String),
      eventName,
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: REGION,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { PK: { S: 'k' } },
        SequenceNumber: expect.stringMatching(/^\d+$/),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
        ...images,
      },
      eventSourceARN: expect.stringContaining(`:table/${table}/stream/`),
    });
    expect(events.flatMap((event) => event.Records)).toEqual([
      shape('INSERT', { NewImage: image }),
      shape('REMOVE', { OldImage: image }),
    ]);
  });

  it('invokes only for what a filter pattern wants, and fills batches with that', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    for (const key of eight) await put(key, key === 'k2' || key === 'k5' ? 'outbox' : 'render');
    await put('k2', 'outbox');

    follow(invoke, {
      batchSize: 2,
      filterPatterns: [{ eventName: ['INSERT'], dynamodb: { NewImage: { entity: { S: ['outbox'] } } } }],
    });
    await until('both came', () => events.length > 0);
    await put('last');
    await until('the last came', () => events.flatMap(keys).includes('last'));

    expect(events.map(keys)).toEqual([['k2', 'k5'], ['last']]);
  });

  it('gathers records over the batch window', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    follow(invoke, { batchSize: 5, batchWindowSeconds: 300 });

    await putAll(eight.slice(0, 5));
    await until('the batch came', () => events.length === 1);

    // The window would last five minutes: the batch was invoked because it was full.
    expect(events.map(keys)).toEqual([eight.slice(0, 5)]);
  });

  it('invokes a batch that is not full when its window is over', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    await putAll(eight);
    const before = performance.now();

    follow(invoke, { batchWindowSeconds: 1 });
    await until('the batch came', () => events.length === 1);

    expect(performance.now() - before).toBeGreaterThan(950);
    expect(events.map(keys)).toEqual([eight]);
  });

  it('tries again from the first reported failure on', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>((event, call) => {
      const failed = call === 1 ? event.Records.filter((record) => ['k6', 'k5'].includes(keyOf(record))) : [];
      return { batchItemFailures: failed.toReversed().map((r) => ({ itemIdentifier: r.dynamodb?.SequenceNumber })) };
    });
    await putAll(eight);

    follow(invoke);
    await until('it was tried twice', () => events.length === 2);

    expect(events.map(keys)).toEqual([eight, ['k5', 'k6', 'k7']]);
  });

  it('isolates one poison record by bisecting, and handles all others in order', async () => {
    const { invoke, handled } = poisonedBy('k5');
    await putAll(eight);

    follow(invoke, { bisectBatchOnFunctionError: true, maximumRetryAttempts: 1 });
    await until('the others are handled', () => handled.length >= 7);

    expect(handled).toEqual(eight.filter((key) => key !== 'k5'));
  });

  it('reports a record that exhausts its retries to the on-failure queue, as Lambda would', async () => {
    sqs.createQueue(`${table}-failed`);
    const { invoke, events, handled } = poisonedBy('k1');
    await putAll(['k0', 'k1', 'k2']);

    follow(invoke, { batchSize: 1, maximumRetryAttempts: 2, onFailureQueueName: `${table}-failed` });
    await until('the record behind it is handled', () => handled.includes('k2'));

    const tries = events.filter((event) => keys(event).includes('k1'));
    expect(tries).toHaveLength(3);
    const poison = tries[0]?.Records[0];
    const messages = sqs.server.inspectQueue(`${table}-failed`)?.messages.ready ?? [];
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
    expect(messages.map(({ body }) => JSON.parse(body))).toEqual([
      {
        requestContext: {
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          functionArn: `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:dispatch`,
          condition: 'RetryAttemptsExhausted',
          approximateInvokeCount: 3,
        },
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        version: '1.0',
        timestamp: expect.stringMatching(iso),
        DDBStreamBatchInfo: {
          shardId: expect.stringContaining('shardId-'),
          startSequenceNumber: poison?.dynamodb?.SequenceNumber,
          endSequenceNumber: poison?.dynamodb?.SequenceNumber,
          approximateArrivalOfFirstRecord: expect.stringMatching(iso),
          approximateArrivalOfLastRecord: expect.stringMatching(iso),
          batchSize: 1,
          streamArn: poison?.eventSourceARN,
        },
      },
    ]);
  });

  it('gives up records that are older than the maximum age, without trying them', async () => {
    sqs.createQueue(`${table}-failed`);
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    await put('old');
    const twoMinutesOn = () => new Date(Date.now() + 120_000);

    follow(invoke, { maximumRecordAgeSeconds: 60, onFailureQueueName: `${table}-failed` }, silentLog, twoMinutesOn);
    const failed = () => sqs.server.inspectQueue(`${table}-failed`)?.messages.ready ?? [];
    await until('it was given up', () => failed().length === 1);

    expect(JSON.parse(failed()[0]?.body ?? '').requestContext.condition).toBe('RecordAgeExceeded');
    expect(events).toEqual([]);
  });

  it('resumes after its checkpoint when it is started again, and loses nothing written in between', async () => {
    const first = recordingInvoker<DynamoDBStreamEvent>();
    await putAll(eight.slice(0, 4));
    follow(first.invoke);
    await until('the first came', () => first.events.flatMap(keys).length === 4);
    await sources?.stop();
    await putAll(eight.slice(4));

    const second = recordingInvoker<DynamoDBStreamEvent>();
    follow(second.invoke);
    await until('the rest came', () => second.events.flatMap(keys).length >= 4);

    expect(second.events.flatMap(keys)).toEqual(eight.slice(4));
  });

  it('delivers again what was not done when it was stopped', async () => {
    const hanging = recordingInvoker<DynamoDBStreamEvent>((_event, call) => {
      if (call >= 2) throw new Error('cut off');
    });
    await putAll(eight);
    follow(hanging.invoke, { batchSize: 3, maximumRetryAttempts: -1 });
    await until('the second batch was tried', () => hanging.events.length >= 2);
    await sources?.stop();

    const second = recordingInvoker<DynamoDBStreamEvent>();
    follow(second.invoke, { batchSize: 10 });
    await until('the last came', () => second.events.flatMap(keys).includes('k7'));

    expect(second.events.flatMap(keys)).toEqual(eight.slice(3));
  });

  it('loses nothing, and keeps the order, when it is killed in the middle and started again', async () => {
    const all = Array.from({ length: 120 }, (_, at) => `k${at}`);
    const output = join(directory, `${table}.keys`);
    writeFileSync(output, '');
    const handled = () => readFileSync(output, 'utf8').split('\n').slice(0, -1);
    const script = fileURLToPath(new URL('../../support/events/follower-process.ts', import.meta.url));
    const start = (...stopsAt: string[]) => {
      const args = [script, dynamo.endpoint, table, checkpointFile(), output, ...stopsAt];
      follower = spawn(process.execPath, args, { stdio: 'ignore' });
      return follower;
    };
    await putAll(all);

    const first = start('k47');
    await until('it stands still in the middle of a batch', () => handled().includes('k47'));
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(handled()).toEqual(all.slice(0, 48));
    const second = start();
    await until('the last is handled', () => handled().includes('k119'));
    second.kill('SIGKILL');
    await once(second, 'exit');

    // Only the batch that was under way comes twice.
    expect(handled()).toEqual([...all.slice(0, 48), ...all.slice(45)]);
  });

  it('reads the stream from its start when the checkpoints are unreadable: twice is better than never', async () => {
    const first = recordingInvoker<DynamoDBStreamEvent>();
    await putAll(eight);
    follow(first.invoke);
    await until('all came', () => first.events.flatMap(keys).length === 8);
    await sources?.stop();
    expect(Object.values(JSON.parse(readFileSync(checkpointFile(), 'utf8')))).toHaveLength(1);
    writeFileSync(checkpointFile(), '{"cut');

    const second = recordingInvoker<DynamoDBStreamEvent>();
    follow(second.invoke);
    await until('all came again', () => second.events.flatMap(keys).length === 8);
  });

  it('skips what is older than its first sight of the stream when it starts at LATEST', async () => {
    const { invoke, events } = recordingInvoker<DynamoDBStreamEvent>();
    await put('before');

    follow(invoke, { startingPosition: 'LATEST' });
    let sent = 0;
    await until('a record came', async () => {
      sent += 1;
      await put(`after-${sent}`);
      return events.length > 0;
    });

    expect(events.flatMap(keys)).not.toContain('before');
  });
});
