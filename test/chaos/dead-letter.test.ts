import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetQueueUrlCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevelopmentAccount } from '#cli/operator.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { type RunningStack, startStack } from '#stack/start-stack.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import { until } from '#test/support/service/start-service.ts';

let directory: string;
let stack: RunningStack;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dead-letter-'));
  // An ffmpeg that says what it is and has its encoders (it lists them, and makes the tiny pictures by which the API asks) and
  // fails at everything else, every time: a fault that trying again does not correct.
  const broken = join(directory, 'ffmpeg');
  await writeFile(
    broken,
    `#!/bin/sh\ncase "$*" in -version|-formats|-encoders|*128x128*) exec ${JSON.stringify(ffmpegPath)} "$@";; esac\nexit 1\n`,
  );
  await chmod(broken, 0o755);
  const environment = { ...process.env, FFMPEG_PATH: broken };
  stack = await startStack({ port: 0, edgePort: 0, dataDir: directory, logLevel: 'silent', environment });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  await stack?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('a message that fails three times', () => {
  it('rests in its dead-letter queue, and its render says that it failed, with a code and one event', async () => {
    const { api_key } = await createDevelopmentAccount(stack.environment, {
      name: 'T',
      email: 't@example.com',
      plan: 'pro',
    });
    const headers = { 'x-api-key': api_key, 'content-type': 'application/json' };
    const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(stack.baseUrl + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (await response.json()) as T;
    };
    await send('POST', '/webhooks', { url: receiver.url, events: ['render.failed', 'render.completed'] });
    const timeline = await send<{ id: string }>('POST', '/timelines', {
      title: 'x',
      resolution: '480p',
      slides: [{ title: 'one' }],
    });
    const { id } = await send<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });

    const render = await until(
      () => send<RenderAnswer>('GET', `/renders/${id}`),
      ({ status }) => status === 'failed',
      90,
    );
    expect(render.error).toEqual({ code: 'encoder_failed', message: expect.not.stringContaining('ffmpeg') });

    const sqs = new SQSClient({
      endpoint: stack.endpoint,
      region: 'us-east-1',
      useQueueUrlAsEndpoint: false,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'video-render-local-renders-dlq' }));
    const receive = async () =>
      (await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }))).Messages ?? [];
    const [message] = await until(receive, (messages) => messages.length > 0, 60);
    expect(JSON.parse(message?.Body ?? '{}')).toMatchObject({ render_id: id, kind: 'prepare', index: 0 });

    await until(
      async () => receiver.of(id).length,
      (count) => count > 0,
      20,
    );
    expect(receiver.of(id).map(({ event }) => event)).toEqual(['render.failed']);
  });
});
