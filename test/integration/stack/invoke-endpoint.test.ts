import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLambdaDecoder } from '#adapters/aws/decoder.ts';
import type { DecodeRequest } from '#features/uploads/decoding.ts';
import { DecoderFault, type DecodeUploadFunction } from '#features/uploads/ports.ts';
import type { LocalFunction } from '#stack/events/types.ts';
import { type InvokableFunctions, type InvokeEndpoint, startInvokeEndpoint } from '#stack/workers/invoke-endpoint.ts';
import { InvocationError } from '#stack/workers/worker-process.ts';
import { silentLog } from '#test/support/events/recorder.ts';
import { memoryDecoder } from '#test/support/fakes/decoder.ts';

const fn = (name: string, settings: Partial<LocalFunction>): LocalFunction => ({
  name,
  bundle: '',
  timeoutSeconds: 1,
  memorySizeMb: 128,
  environment: {},
  cpuBound: false,
  events: [],
  ...settings,
});
const request = (account_id: string): DecodeRequest => ({
  medium: 'image',
  account_id,
  token: '3f0c1c3a-8d41-4f5e-9d0e-0a1b2c3d4e5f',
});
const HERE = new AbortController().signal;

/** What the function does, by the account of the request. */
const FAULTS: Record<string, [how: DecoderFault['how'], error: InvocationError]> = {
  thrown: ['failed', new InvocationError('TypeError: x is not a function', 'TypeError')],
  killed: ['ended', new InvocationError('its process ended with SIGSEGV', 'Runtime.ExitError')],
  hung: ['timed_out', new InvocationError('Task timed out after 1.00 seconds', 'Sandbox.Timedout')],
};

let endpoint: InvokeEndpoint;
let callable: InvokableFunctions | undefined;
let client: LambdaClient;
/** Calls that run, and how many there were at once. */
const calls = { running: 0, most: 0, release: [] as (() => void)[] };

beforeAll(async () => {
  callable = {
    functions: [fn('decodeUpload', { calledAtOnce: 2 }), fn('narrateSlide', {})],
    async invoke(_, event) {
      const { account_id } = event as DecodeRequest;
      const [, error] = FAULTS[account_id] ?? [];
      if (error) throw error;
      if (account_id === 'large') return { text: 'x'.repeat(6 * 2 ** 20) };
      calls.running += 1;
      calls.most = Math.max(calls.most, calls.running);
      if (account_id === 'slow') await new Promise<void>((resolve) => calls.release.push(resolve));
      calls.running -= 1;
      return { facts: { of: account_id } };
    },
  };
  endpoint = await startInvokeEndpoint(() => callable, silentLog);
  client = new LambdaClient({
    endpoint: `http://127.0.0.1:${endpoint.port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
});
afterAll(() => {
  client.destroy();
  return endpoint.close();
});

const inMemory = memoryDecoder(({ account_id }) => {
  const [how] = FAULTS[account_id] ?? [];
  if (how) throw new DecoderFault(how, 'no answer');
  return { facts: { of: account_id } };
});

describe.each<[string, () => DecodeUploadFunction]>([
  ['in memory', () => inMemory],
  ['as a function that the local stack runs', () => createLambdaDecoder(client, 'video-render-local-decodeUpload')],
])('a decoder %s', (_, decoder) => {
  it('answers', async () => {
    expect(await decoder().decode(request('one'), HERE)).toEqual({ facts: { of: 'one' } });
  });

  it.each(Object.entries(FAULTS))('gives no answer when it was %s', async (account, [how]) => {
    const asked = decoder().decode(request(account), HERE);
    await expect(asked).rejects.toBeInstanceOf(DecoderFault);
    await expect(decoder().decode(request(account), HERE)).rejects.toMatchObject({ how });
  });

  it('is asked nothing after an abort', async () => {
    await expect(decoder().decode(request('one'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the endpoint of the local stack', () => {
  it('lets calls wait beyond those that a function takes at once', async () => {
    calls.most = 0;
    const decoder = createLambdaDecoder(client, 'video-render-local-decodeUpload');
    const asked = ['slow', 'slow', 'slow', 'slow'].map((account) => decoder.decode(request(account), HERE));
    for (let released = 0; released < asked.length; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = calls.release.shift();
      if (next) {
        next();
        released += 1;
      }
    }
    expect(await Promise.all(asked)).toHaveLength(4);
    expect(calls.most).toBeLessThanOrEqual(2);
  });

  it('gives no answer that is larger than Lambda gives', async () => {
    const decoder = createLambdaDecoder(client, 'video-render-local-decodeUpload');
    await expect(decoder.decode(request('large'), HERE)).rejects.toMatchObject({
      message: expect.stringContaining('Response payload size'),
    });
  });

  it('runs no function that has events, and none that is not there', async () => {
    for (const name of ['video-render-local-narrateSlide', 'video-render-local-other'])
      await expect(createLambdaDecoder(client, name).decode(request('one'), HERE)).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
      });
  });

  it('refuses a call that is not signed, and tells one that comes too early to come again', async () => {
    const url = `http://127.0.0.1:${endpoint.port}/2015-03-31/functions/video-render-local-decodeUpload/invocations`;
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(403);
    const before = callable;
    callable = undefined;
    const early = createLambdaDecoder(client, 'video-render-local-decodeUpload').decode(request('one'), HERE);
    await expect(early).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } });
    callable = before;
  });
});
