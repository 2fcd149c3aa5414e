import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { type RunningEventSources, startEventSources } from '#stack/events/running-event-sources.ts';
import { createWorkerPool, type WorkerPool } from '#stack/workers/pool.ts';
import { ACCOUNT_ID, REGION, type SqsEmulator, startSqs } from '#test/support/events/emulators.ts';
import { silentLog, until } from '#test/support/events/recorder.ts';
import { isRunning, writeFunction } from '#test/support/events/written-functions.ts';
import { WORKER_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';

let directory: string;
let sqs: SqsEmulator;
let pool: WorkerPool;
let sources: RunningEventSources;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'crash-'));
  sqs = await startSqs();
});

afterEach(async () => {
  await Promise.all([sources.stop(), pool.stop()]);
  await sqs.stop();
  rmSync(directory, { recursive: true });
});

function run(source: string, log: StackLog): void {
  const fn = writeFunction(directory, 'encode', source, {
    cpuBound: true,
    events: [
      {
        kind: 'sqs',
        queueName: 'segments',
        batchSize: 1,
        maximumBatchingWindowSeconds: 0,
        reportBatchItemFailures: true,
        maximumConcurrency: 200,
        filterPatterns: [],
      },
    ],
  });
  const baseEnvironment = WORKER_ENVIRONMENT;
  pool = createWorkerPool({ functions: [fn], cores: 2, baseEnvironment, log, stopGraceMs: 200 });
  sources = startEventSources({
    functions: [fn],
    sqs: sqs.client,
    dynamodb: new DynamoDBClient({ region: REGION }),
    streams: new DynamoDBStreamsClient({ region: REGION }),
    region: REGION,
    accountId: ACCOUNT_ID,
    invoke: pool.invoke,
    whenReady: pool.whenReady,
    checkpointFile: join(directory, 'checkpoints.json'),
    log,
  });
}

const lines: string[] = [];
const keep: StackLog = { ...silentLog, info: (line) => lines.push(line) };
const inQueue = () => {
  const messages = sqs.server.inspectQueue('segments')?.messages;
  return (messages?.ready.length ?? 0) + (messages?.inflight.length ?? 0);
};

it('a worker that is killed in the middle fails one invocation, and its message comes back', async () => {
  const QueueUrl = sqs.createQueue('segments', { VisibilityTimeout: '1' });
  lines.length = 0;
  // The first receive hangs; the second one succeeds.
  run(
    `export const handler = async ({ Records: [record] }) => {
       console.log('pid', process.pid, record.attributes.ApproximateReceiveCount);
       if (record.attributes.ApproximateReceiveCount === '1') await new Promise(() => setInterval(() => undefined, 1000));
     };`,
    keep,
  );
  await sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'segment' }));
  await until('it runs', () => lines.length === 1);
  const pid = Number(/pid (\d+) 1/.exec(lines[0] ?? '')?.[1]);

  process.kill(pid, 'SIGKILL');
  await until('the message is done', () => inQueue() === 0 && lines.length === 2);
  await until('the process is gone', () => !isRunning(pid));

  expect(lines[1]).toMatch(/pid \d+ 2$/);
  expect(lines[1]).not.toContain(`pid ${pid} `);
});

it('no more messages are taken from the queue than there are cores to work on them, and all are done in the end', async () => {
  const QueueUrl = sqs.createQueue('segments', { VisibilityTimeout: '60' });
  const ends = join(directory, 'ends');
  mkdirSync(ends);
  const atWork: number[] = [];
  const sample = () => {
    const taken = 20 - (sqs.server.inspectQueue('segments')?.messages.ready.length ?? 0);
    // Looked at last: a message that is done by now is left out, however long it takes to be deleted.
    atWork.push(taken - readdirSync(ends).length);
  };
  for (let at = 0; at < 20; at += 1) await sqs.client.send(new SendMessageCommand({ QueueUrl, MessageBody: `${at}` }));

  run(
    `import { writeFileSync } from 'node:fs';
     export const handler = async ({ Records: [record] }) => {
       await new Promise((resolve) => setTimeout(resolve, 30));
       writeFileSync(${JSON.stringify(`${ends}/`)} + record.body, '');
     };`,
    silentLog,
  );
  await until('all are done', () => {
    sample();
    return inQueue() === 0;
  });

  expect(Math.max(...atWork)).toBeLessThanOrEqual(2);
  expect(readdirSync(ends)).toHaveLength(20);
});
