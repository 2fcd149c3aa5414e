import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, relative } from 'node:path';
import {
  DeleteItemCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isProcessAlive } from '#emulators/host/process-table.ts';
import { createLocalStackAwsClients } from '#stack/clients.ts';
import type { RunningStack } from '#stack/start-stack.ts';
import { readStackState } from '#stack/state-file.ts';
import { isTried } from '#test/support/depth.ts';
import { allGone, commandOf, descendantsOf, eventually, listenersOf } from '#test/support/processes/process-tree.ts';
import {
  clientsOf,
  FIXTURE_SERVICE_DIR,
  remove,
  type Started,
  sendRaw,
  startFixture,
  startProcess,
  temporaryFolder,
} from '#test/support/stack/fixture-service.ts';

const PROJECT = join(import.meta.dirname, '../../..');

let dataDir: string;
const started: Started[] = [];
beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(async () => {
  for (const process of started.splice(0)) await kill(process);
  remove(dataDir);
});

async function kill({ child, pid, exited }: Started): Promise<void> {
  const children = descendantsOf(pid);
  child.kill('SIGKILL');
  await exited;
  // They still write until they have noticed.
  await eventually('its children are gone', () => allGone(children));
}

function start(environment: Record<string, string> = {}): Started {
  const process = startProcess({ DATA_DIR: dataDir, ...environment });
  started.push(process);
  return process;
}

const endpointOf = (folder = dataDir) => {
  const state = readStackState(join(folder, 'stack.json'));
  if (state === undefined) throw new Error('there is no state file');
  return state.endpoint;
};

/** Writes one row, one message that is not received, and one object, for `takeTraces`. */
async function leaveTraces(endpoint: string) {
  const { dynamodb, sqs, s3, destroy } = clientsOf(endpoint);
  const row = { PK: { S: 'kept' }, SK: { S: 'row' }, at: { N: '1' } };
  await dynamodb.send(new PutItemCommand({ TableName: 'stack-fixture-local', Item: row }));
  await sqs.send(
    new SendMessageCommand({ QueueUrl: `${endpoint}/000000000000/stack-fixture-local-parked`, MessageBody: 'kept' }),
  );
  await s3.send(
    new PutObjectCommand({ Bucket: 'stack-fixture-local-media-000000000000', Key: 'a/kept', Body: 'kept' }),
  );
  destroy();
}

/** What `leaveTraces` wrote, as far as it is there; nothing of it stays. */
async function takeTraces(endpoint: string) {
  const { dynamodb, sqs, s3, destroy } = clientsOf(endpoint);
  const row = { TableName: 'stack-fixture-local', Key: { PK: { S: 'kept' }, SK: { S: 'row' } } };
  const QueueUrl = `${endpoint}/000000000000/stack-fixture-local-parked`;
  const file = { Bucket: 'stack-fixture-local-media-000000000000', Key: 'a/kept' };
  const { Item } = await dynamodb.send(new GetItemCommand(row));
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 2 }));
  const { Body } = await s3.send(new GetObjectCommand(file));
  const object = await Body?.transformToString();
  await dynamodb.send(new DeleteItemCommand(row));
  for (const { ReceiptHandle } of Messages) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  await s3.send(new DeleteObjectCommand(file));
  destroy();
  return { row: Item?.at?.N, messages: Messages.map((message) => message.Body), object };
}

describe('the stack and others on this machine', () => {
  let folder: string;
  let service: Started;
  let baseUrl: string;
  beforeAll(async () => {
    folder = temporaryFolder();
    const before = process.umask(0o022);
    service = startProcess({ DATA_DIR: folder });
    process.umask(before);
    baseUrl = await service.ready;
  });
  afterAll(async () => {
    await kill(service);
    remove(folder);
  });

  test('webhooks report every port that a process of it listens on', async () => {
    const environment = (await (await fetch(`${baseUrl}/environment`)).json()) as Record<string, string>;
    const { OWN_PORTS = '', AWS_ENDPOINT_URL = '', PUBLIC_BASE_URL = '' } = environment;
    const known = [new URL(PUBLIC_BASE_URL).port, new URL(AWS_ENDPOINT_URL).port, ...OWN_PORTS.split(',')].map(Number);
    const listening = listenersOf([service.pid, ...descendantsOf(service.pid)]).map(({ port }) => port);

    // The gateway, the edge, where functions call one another, the API, DynamoDB and SQS.
    expect(new Set(listening).size).toBe(6);
    for (const port of listening) expect(known).toContain(port);
  });

  test('its requests to AWS are signed with its key, and name this machine', async () => {
    const endpoint = endpointOf(folder);
    const { dynamodb, sqs, destroy } = clientsOf(endpoint);
    const QueueUrl = `${endpoint}/000000000000/stack-fixture-local-parked`;
    await dynamodb.send(new DescribeTableCommand({ TableName: 'stack-fixture-local' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"a": "ä 日本"}' }));
    destroy();
    const strangers = [
      { accessKeyId: 'other', secretAccessKey: 'test' },
      { accessKeyId: 'test', secretAccessKey: 'other' },
    ].map((credentials) => createLocalStackAwsClients({ endpoint, region: 'us-east-1', credentials }));
    const faults = await Promise.all(
      strangers.flatMap((client) => [
        client.dynamodb.send(new DescribeTableCommand({ TableName: 'stack-fixture-local' })).catch(({ name }) => name),
        client.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' })).catch(({ name }) => name),
      ]),
    );
    for (const client of strangers) client.destroy();
    expect(faults).toEqual([
      'UnrecognizedClientException',
      'UnrecognizedClientException',
      'InvalidSignatureException',
      'InvalidSignatureException',
    ]);

    for (const origin of [endpoint, new URL(baseUrl).origin]) {
      const port = Number(new URL(origin).port);
      for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example'])
        expect([
          host,
          await sendRaw(port, `GET /v1/environment HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        ]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 421 /)]);
    }
  });

  test('its folder is closed to them, with all that is written into it', async () => {
    await leaveTraces(endpointOf(folder));
    const open = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat === undefined || stat.isSymbolicLink() || (stat.mode & 0o077) === 0 ? [] : [path];
    });
    expect([statSync(folder).mode & 0o777, open]).toEqual([0o700, []]);
  });
});

describe('npm start', () => {
  test('says one line when it is ready, listens on loopback only, has its folder to itself, and ends at a signal', async () => {
    const process = start();
    const baseUrl = await process.ready;
    const everything = [process.pid, ...descendantsOf(process.pid)];
    const state = join(dataDir, 'stack.json');
    expect((await fetch(`${baseUrl}/slow/0`)).status).toBe(200);
    const listeners = listenersOf(everything);
    expect(listeners.length).toBeGreaterThanOrEqual(4);
    expect(listeners.filter(({ loopback }) => !loopback)).toEqual([]);
    expect(statSync(state).mode & 0o777).toBe(0o600);

    const second = start();

    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.output().stderr).toMatch(
      /^[^\n]* is in use by a local stack that runs already \(process \d+\); [^\n]*\n$/,
    );
    expect((await fetch(`${baseUrl}/slow/0`)).status).toBe(200);

    process.child.kill('SIGTERM');

    expect(await process.exited).toEqual({ code: 0, signal: null });
    expect(process.output().stdout).toBe(`ready ${baseUrl}\n`);
    expect(everything.filter(isProcessAlive)).toEqual([]);
    expect(existsSync(state)).toBe(false);
    await expect(fetch(`${baseUrl}/slow/0`)).rejects.toThrow();
  });

  test('killed, leaves no process behind and all its state, and starts again', async () => {
    const first = start();
    const baseUrl = await first.ready;
    await fetch(`${baseUrl}/jobs`, { method: 'POST', body: '{"id":"worker"}' });
    await eventually('a queue worker runs', () => descendantsOf(first.pid).length >= 4);
    await leaveTraces(endpointOf());
    const children = descendantsOf(first.pid);

    first.child.kill('SIGKILL');

    await eventually('every process is gone', () => allGone(children));
    const second = start();
    await second.ready;
    expect(await takeTraces(endpointOf())).toEqual({ row: '1', messages: ['kept'], object: 'kept' });
  });

  test.each(['PORT', 'EDGE_PORT'].filter((_, at) => isTried(at, 2)))(
    'says in one line that its %s is taken',
    async (variable) => {
      const holder = createServer();
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const { port } = holder.address() as AddressInfo;

      const process = start({ [variable]: String(port) });

      expect(await process.exited).toEqual({ code: 1, signal: null });
      expect(process.output()).toEqual({
        stdout: '',
        stderr: `Port ${port} is taken; stop what uses it or set ${variable}\n`,
      });
      holder.close();
    },
  );

  test('says in one line that CPU_TIME_FACTOR is out of its range, before anything starts', async () => {
    const process = start({ CPU_TIME_FACTOR: '200' });

    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(process.output()).toEqual({
      stdout: '',
      stderr: 'CPU_TIME_FACTOR must be a number from 1 to 100, not "200"\n',
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  const SIGNALS = [
    ['SIGKILL', { code: null, signal: 'SIGKILL' }],
    ['SIGINT', { code: 0, signal: null }],
  ] as const;
  test.each(SIGNALS.filter((_, at) => isTried(at, 2)))(
    'ended by %s while it starts, leaves nothing',
    async (signal, exit) => {
      // It asks its ffmpeg for its codecs next to all else, and waits for the answer.
      const ffmpeg = join(dataDir, 'ffmpeg');
      writeFileSync(
        ffmpeg,
        '#!/bin/sh\n[ "$*" = -version ] && echo ffmpeg version 1 && exit\nwhile kill -0 $PPID; do sleep 0.05; done\n',
      );
      chmodSync(ffmpeg, 0o755);
      const process = start({ FFMPEG_PATH: ffmpeg });
      const emulators = () => descendantsOf(process.pid).filter((pid) => /dynoxide|sqs-host/.test(commandOf(pid)));
      await eventually('its emulators run', () => emulators().length >= 2);
      const children = descendantsOf(process.pid);

      process.child.kill(signal);

      expect(await process.exited).toEqual(exit);
      await eventually('every process is gone', () => allGone(children));
      expect(process.output().stdout).toBe('');
    },
  );

  test('says in one line that its ffmpeg does not exist', async () => {
    const process = start({ FFMPEG_PATH: '/nope' });

    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(process.output()).toEqual({ stdout: '', stderr: 'FFMPEG_PATH: /nope does not exist\n' });
    expect(existsSync(join(dataDir, 'stack.lock'))).toBe(false);
  });

  test('says in one line that its data folder cannot be written', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');

    const process = start({ DATA_DIR: join(file, 'below') });

    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(process.output()).toEqual({
      stdout: '',
      stderr: `DATA_DIR: ${file}/below cannot be written: a part of the path is not a folder\n`,
    });
  });

  test('says in one line that there is no serverless.yml', async () => {
    const process = startProcess({ DATA_DIR: dataDir }, dataDir);

    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(process.output().stderr).toBe(
      `There is no serverless.yml in ${dataDir}. Run this in the folder of the service.\n`,
    );
  });

  /** Makes a copy of the service of these tests in which a function imports a file that is not there. */
  function brokenService(file: string): string {
    const service = join(dataDir, 'service');
    cpSync(FIXTURE_SERVICE_DIR, service, { recursive: true, filter: (path) => !path.endsWith('.build') });
    symlinkSync(join(PROJECT, 'node_modules'), join(service, 'node_modules'));
    const text = readFileSync(join(service, 'serverless.yml'), 'utf8');
    writeFileSync(join(service, 'serverless.yml'), text.replaceAll('../../../', `${relative(service, PROJECT)}/`));
    appendFileSync(join(service, file), "import './not-there.ts';\n");
    return service;
  }

  test('serves the API while the bundles of workers cannot be made, and says why they cannot', async () => {
    const service = brokenService('functions/work.ts');
    const process = startProcess({ DATA_DIR: join(dataDir, 'data') }, service);
    started.push(process);
    const baseUrl = await process.ready;

    const queued = await fetch(`${baseUrl}/jobs`, { method: 'POST', body: '{"id":"waits"}' });
    expect(await queued.json()).toEqual({ queued: true });
    await eventually('the job fails with the reason', () =>
      /\[work\] a batch of 1 failed: its bundle cannot be made: .*not-there/s.test(process.output().stderr),
    );
    expect(process.output().stderr).toMatch(/the bundles of the workers cannot be made: .*not-there/s);
    expect(existsSync(join(service, '.build/bundles.json'))).toBe(false);
    process.child.kill('SIGTERM');
    expect(await process.exited).toEqual({ code: 0, signal: null });
  });

  test('says which import of a function of the API is not there, and leaves nothing', async () => {
    const service = brokenService('functions/echo.ts');
    const process = startProcess({ DATA_DIR: join(dataDir, 'data') }, service);
    started.push(process);

    expect(await process.exited).toEqual({ code: 1, signal: null });
    expect(process.output()).toEqual({
      stdout: '',
      stderr: expect.stringContaining('Could not resolve "./not-there.ts"'),
    });
    expect(descendantsOf(process.pid)).toEqual([]);
  });
});

describe('a stack in this process', () => {
  let folder: string;
  let stack: RunningStack;
  beforeAll(async () => {
    folder = temporaryFolder();
    stack = await startFixture(folder);
  });
  afterAll(async () => {
    await stack?.stop();
    remove(folder);
  });

  test('makes tables, queues and buckets as serverless.yml says', async () => {
    const { dynamodb, sqs, destroy } = clientsOf(stack.endpoint);

    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'stack-fixture-local' }));
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual(['GSI1']);
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const ttl = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: 'stack-fixture-local' }));
    expect(ttl.TimeToLiveDescription?.AttributeName).toBe('expires_at_epoch');
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: stack.environment.JOBS_QUEUE_URL, AttributeNames: ['All'] }),
    );
    expect(Attributes?.VisibilityTimeout).toBe('30');
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '{}')).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:stack-fixture-local-jobs-dlq',
      maxReceiveCount: 3,
    });
    const { headers } = await fetch(`${stack.endpoint}/${stack.environment.BUCKET_NAME}/file`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost', 'access-control-request-method': 'PUT' },
    });
    expect(headers.get('access-control-allow-methods')).toBe('GET, PUT');
    expect(headers.get('access-control-expose-headers')).toBe('ETag');
    expect(headers.get('access-control-max-age')).toBe('3600');

    destroy();
  });

  test.each(['dynamodb', 'sqs'])('starts %s again when it is killed, with what it held', async (emulator) => {
    await leaveTraces(stack.endpoint);
    const pid = stack.children()[emulator] ?? -1;

    process.kill(pid, 'SIGKILL');

    await eventually(
      'another process has taken its place',
      () => ![undefined, pid].includes(stack.children()[emulator]),
    );
    expect(await takeTraces(stack.endpoint)).toEqual({ row: '1', messages: ['kept'], object: 'kept' });
  });

  test('uses an endpoint instead of its own emulators, with its own names and the same result', async () => {
    const other = await startFixture(dataDir, { endpoint: stack.endpoint });
    try {
      expect(Object.keys(other.children())).toEqual(['api']);
      expect(other.endpoint).toBe(stack.endpoint);
      expect(Object.keys(other.names)).toEqual(Object.keys(stack.names));
      expect(other.names).toMatchObject({
        Table: 'stack-fixture-developer',
        JobsQueue: 'stack-fixture-developer-jobs',
      });
      expect(stack.names).toMatchObject({ Table: 'stack-fixture-local', JobsQueue: 'stack-fixture-local-jobs' });
      const { queued } = (await (
        await fetch(`${other.baseUrl}/jobs`, { method: 'POST', body: '{"id":"far"}' })
      ).json()) as { queued: boolean };
      expect(queued).toBe(true);
    } finally {
      await other.stop();
    }
  });

  test('started again on the same folder, changes no resource and keeps rows, messages and objects', async () => {
    await leaveTraces(stack.endpoint);
    await stack.stop();
    const { names, environment } = stack;

    stack = await startFixture(folder);

    expect(stack.names).toEqual(names);
    expect(stack.environment.TABLE_STREAM).toBe(environment.TABLE_STREAM);
    expect(await takeTraces(stack.endpoint)).toEqual({ row: '1', messages: ['kept'], object: 'kept' });
  });
});
