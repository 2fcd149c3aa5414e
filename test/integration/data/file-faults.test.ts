import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awsClientTimeoutAndRetrySettings, bucketClient, queueClient } from '#adapters/aws/clients.ts';
import { createDeliveryQueue } from '#adapters/aws/queues.ts';
import { withRetryDeadline } from '#adapters/aws/retries.ts';
import { s3BucketStorage } from '#adapters/aws/storage.ts';
import { DependencyUnavailableError } from '#kernel/shared/errors.ts';
import { injectFaults } from '#test/support/aws/inject-faults.ts';

const CONTENT = Buffer.alloc(200_000, 'abc');
/** A test that waits for the end of a silence says how long that is; the others never do, on however busy a machine. */
const PATIENT_MS = 120_000;
const SILENCE_MS = 1000;
const timeouts = (silence = PATIENT_MS) =>
  awsClientTimeoutAndRetrySettings({ connect: PATIENT_MS, answer: PATIENT_MS, silence });

let directory: string;
let close: () => Promise<void>;
/** One for each request, in their order; the last one answers all that follow. */
let answers: RequestListener[];
let requests: string[];
let settings: { endpoint: string; region: string; credentials: { accessKeyId: string; secretAccessKey: string } };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-faults-'));
  requests = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answers[Math.min(requests.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});
afterEach(async () => {
  await close();
  await rm(directory, { recursive: true, force: true });
});

const files = (silence?: number) =>
  s3BucketStorage(bucketClient({ ...timeouts(silence), ...settings, forcePathStyle: true }), 'media');
const whole: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
};
const half = (then: (response: Parameters<RequestListener>[1]) => void): RequestListener => {
  return (_, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, CONTENT.length / 2), () => then(response));
  };
};
const reset = half((response) => response.destroy());
const stalled = half(() => undefined);
const slowDown: RequestListener = (request, response) => {
  request.resume().on('end', () => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
};

describe('a file whose transfer breaks', () => {
  it.each([
    ['is cut off', reset, undefined],
    ['stands still', stalled, SILENCE_MS],
    ['is told to slow down', slowDown, undefined],
  ])('is read again from its start when it %s', async (_, broken, silence) => {
    const path = join(directory, 'file');
    answers = [broken, whole];
    expect(Buffer.compare(await files(silence).getBytes('k'), CONTENT)).toBe(0);
    requests = [];
    await files(silence).getFile('k', path);
    expect(Buffer.compare(await readFile(path), CONTENT)).toBe(0);
    requests = [];
    await writeFile(path, '');
    await files(silence).getRange('k', { offset: 100, bytes: CONTENT.length }, path);
    expect(Buffer.compare((await readFile(path)).subarray(100), CONTENT)).toBe(0);
    expect(requests).toEqual(['GET /media/k?x-id=GetObject', 'GET /media/k?x-id=GetObject']);
  });

  it('is written again from its start', async () => {
    const path = join(directory, 'file');
    await writeFile(path, CONTENT);
    const taken: number[] = [];
    const take: RequestListener = async (request, response) => {
      taken.push(Buffer.concat(await request.toArray()).length);
      response.writeHead(200).end();
    };
    answers = [slowDown, (request) => request.destroy(), take];
    expect(await files().putFile('k', path, 'video/mp4')).toEqual({ size_bytes: CONTENT.length });
    expect(taken).toEqual([CONTENT.length]);
  });

  it('is not available when that continues', async () => {
    answers = [stalled];
    await expect(withRetryDeadline(500, () => files(SILENCE_MS).getBytes('k'))).rejects.toBeInstanceOf(
      DependencyUnavailableError,
    );
  });
});

describe('a batch of messages', () => {
  const ref = (delivery_id: string) => ({
    account_id: 'acc',
    receiver: { kind: 'webhook', id: 'wh' } as const,
    ...{ delivery_id, render_id: 'rn', event_id: 'evt', scheduled_for: 'now' },
  });
  const client = () => queueClient({ ...timeouts(), ...settings, useQueueUrlAsEndpoint: false });
  const url = 'http://127.0.0.1:9/000000000000/q';
  const queues = { deliveries: url, slowDeliveries: url } as Parameters<typeof createDeliveryQueue>[1];
  const answerWith = (failed: (ids: string[]) => object[]): RequestListener => {
    return async (request, response) => {
      const { Entries } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
        Entries: { Id: string; MessageBody: string }[];
      };
      sent.push(Entries.map(({ MessageBody }) => (JSON.parse(MessageBody) as { delivery_id: string }).delivery_id));
      const Failed = failed(Entries.map(({ Id }) => Id));
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ Successful: [], Failed }));
    };
  };
  let sent: string[][];
  beforeEach(() => {
    sent = [];
  });

  it('is sent again in the part that the queue could not take', async () => {
    const second = ([, Id]: string[]) => [{ Id, SenderFault: false, Code: 'InternalError' }];
    answers = [answerWith(second), answerWith(() => [])];
    await createDeliveryQueue(client(), queues).sendAll(['a', 'b', 'c'].map(ref));
    expect(sent).toEqual([['a', 'b', 'c'], ['b']]);
  });

  it('that the queue refuses is an error, at once', async () => {
    answers = [answerWith(([Id]) => [{ Id, SenderFault: true, Code: 'InvalidMessageContents', Message: 'no' }])];
    await expect(createDeliveryQueue(client(), queues).sendAll(['a'].map(ref))).rejects.toThrow(
      '1 of 1 messages were refused',
    );
    expect(sent).toHaveLength(1);
  });

  it('is sent again when the queue is throttled', async () => {
    answers = [answerWith(() => [])];
    const sqs = client();
    let left = 3;
    injectFaults([sqs], { mode: 'throttled', fails: () => left-- > 0, random: () => 0.7 });
    await createDeliveryQueue(sqs, queues).sendAll(['a'].map(ref));
    expect(sent).toEqual([['a']]);
  });
});
