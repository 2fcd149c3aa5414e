import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { expect, onTestFinished } from 'vitest';
import { type S3Server, serveS3 } from './serve-s3.ts';

export const CREDENTIALS = { accessKeyId: 'LOCALKEY', secretAccessKey: 'local+secret/42' };
export const BUCKET = 'media';

export interface TestS3 extends S3Server {
  dir: string;
  client: S3Client;
  /** Lines that the server logged: what it did not expect. */
  log: string[];
  clock: { now: () => number };
}

/** A client with the settings of the service's own. */
export function s3Client(endpoint: string, credentials = CREDENTIALS): S3Client {
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 's3-test-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A server with one bucket, in this process, for one test. */
export async function startS3(): Promise<TestS3> {
  const dir = await temporaryDir();
  const clock = { now: Date.now };
  const log: string[] = [];
  const server = await serveS3({
    dir,
    credentials: { [CREDENTIALS.accessKeyId]: CREDENTIALS.secretAccessKey },
    now: () => clock.now(),
    log: (line) => log.push(line),
  });
  const client = s3Client(server.endpoint);
  onTestFinished(async () => {
    client.destroy();
    await server.close();
    expect(log).toEqual([]);
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return { ...server, dir, client, log, clock };
}

export interface ChildS3 {
  endpoint: string;
  client: S3Client;
  kill(): Promise<void>;
  /** Peak resident memory so far, in bytes, and the number of open file descriptors. */
  usage(): Promise<{ peakRss: number; openFiles: number }>;
}

/** A server in its own process, over `dir`, to be killed and measured. */
export async function startChildS3(dir: string): Promise<ChildS3> {
  const child = fork(new URL('./child-server.ts', import.meta.url), [dir], { execArgv: [] });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  const { endpoint } = (await nextMessage(child)) as { endpoint: string };
  const client = s3Client(endpoint);
  onTestFinished(() => client.destroy());
  const usage = async () => {
    const answer = nextMessage(child);
    child.send('usage');
    return (await answer) as { peakRss: number; openFiles: number };
  };
  return { endpoint, client, kill, usage };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The server ended.'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

export function put(
  s3: { client: S3Client },
  Key: string,
  Body: PutObjectCommandInput['Body'],
  more: Partial<PutObjectCommandInput> = {},
) {
  return s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...more }));
}

export function get(s3: { client: S3Client }, Key: string, more: Partial<GetObjectCommandInput> = {}) {
  return s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key, ...more }));
}

export async function content(
  s3: { client: S3Client },
  Key: string,
  more: Partial<GetObjectCommandInput> = {},
): Promise<Buffer> {
  const { Body } = await get(s3, Key, more);
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

export async function text(s3: { client: S3Client }, Key: string): Promise<string> {
  return (await content(s3, Key)).toString();
}

export function md5(bytes: Uint8Array | string): string {
  return createHash('md5').update(bytes).digest('hex');
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Expects the status and code with which S3 refuses. Answers to HEAD have no code. */
export async function expectRefusal(attempt: Promise<unknown>, status: number, name?: string): Promise<void> {
  const outcome = await attempt.then(
    () => ({ status: 'accepted', name: undefined }),
    (error: { $metadata?: { httpStatusCode?: number }; name: string }) => ({
      status: error.$metadata?.httpStatusCode,
      name: error.name,
    }),
  );
  expect(outcome).toMatchObject(name === undefined ? { status } : { status, name });
}

/** `[status, code]` of a raw answer: what a browser or curl would see. */
export async function refusalOf(response: Response): Promise<[status: number, code: string | undefined]> {
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
}

export const KB = 1024;
export const MB = 1024 * KB;
export const ONE_KB = randomBytes(KB);
export const ODD_KEYS = [
  'a b.txt',
  'b+c.txt',
  'ü.txt',
  'e&f<g>.txt',
  "it's (1)!*.txt",
  '100%.txt',
  '日本/😀.txt',
  ' edge ',
  'a//b',
  'q?x=1#y',
];
