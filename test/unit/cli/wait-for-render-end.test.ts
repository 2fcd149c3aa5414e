import { describe, expect, it } from 'vitest';
import type { RenderResponse } from '#cli/cli-api-client.ts';
import { startWebhookReceiver } from '#cli/local-webhook-receiver.ts';
import { createProgressDisplay, type RenderProgress } from '#cli/progress.ts';
import { waitForRenderEnd } from '#cli/wait-for-render-end.ts';
import { ApiError, NoAnswer } from '#front/client/api-error.ts';
import { sampleRenderAnswer } from '#test/support/samples/render-answer.ts';

const operation = { method: 'GET', path: '/renders/rn_1' };
const never = new AbortController().signal;

/** Answers polls in turn, the last one for ever. */
const polls = (...answers: (RenderResponse | Error)[]) => {
  let polled = 0;
  return {
    get count() {
      return polled;
    },
    async getRender(): Promise<RenderResponse> {
      const answer = answers[Math.min(polled++, answers.length - 1)];
      if (answer === undefined || answer instanceof Error) throw answer;
      return answer;
    },
  };
};

describe('watching a render', () => {
  it.each(['completed', 'failed', 'canceled'] as const)('ends with a render that is %s', async (status) => {
    const seen: number[] = [];
    const client = polls(
      sampleRenderAnswer({ progress: 10 }),
      sampleRenderAnswer({ progress: 60 }),
      sampleRenderAnswer({ status, progress: 100 }),
    );
    const onProgress = ({ progress }: RenderProgress): void => void seen.push(progress);
    const render = await waitForRenderEnd(client, 'rn_1', { onProgress, signal: never, pollMs: 1 });
    expect(render.status).toBe(status);
    expect(seen).toEqual([10, 60, 100]);
  });

  it('gets over polls that fail in passing', async () => {
    const client = polls(
      new NoAnswer(operation, 'http://x', new Error('reset')),
      new ApiError(operation, 503, '', null),
      sampleRenderAnswer({ status: 'completed' }),
    );
    const render = await waitForRenderEnd(client, 'rn_1', { onProgress() {}, signal: never, pollMs: 1 });
    expect(render.status).toBe('completed');
  });

  it('gives up on a service that stays away', async () => {
    const client = polls(new NoAnswer(operation, 'http://x', new Error('reset')));
    await expect(waitForRenderEnd(client, 'rn_1', { onProgress() {}, signal: never, pollMs: 1 })).rejects.toThrow(
      NoAnswer,
    );
    expect(client.count).toBe(10);
  });

  it('gives up at once on what will not pass', async () => {
    const client = polls(new ApiError(operation, 404, '', null));
    await expect(waitForRenderEnd(client, 'rn_1', { onProgress() {}, signal: never, pollMs: 1 })).rejects.toThrow(
      ApiError,
    );
    expect(client.count).toBe(1);
  });

  it('polls at once when a delivery says that the render has ended', async () => {
    await using receiver = await startWebhookReceiver();
    const ended = sampleRenderAnswer({ status: 'completed', progress: 100 });
    const client = polls(sampleRenderAnswer(), ended);
    const seen: number[] = [];
    const watching = waitForRenderEnd(client, ended.id, {
      onProgress: ({ progress }) => {
        seen.push(progress);
        const event = {
          event: 'render.completed',
          event_id: 'evt_1',
          created_at: ended.created_at,
          data: ended,
        } as const;
        // After the first poll, and well before the next one would be due.
        if (seen.length === 1) setImmediate(() => receiver.events.emit('delivery', event));
      },
      receiver,
      signal: never,
      pollMs: 60_000,
    });
    expect((await watching).status).toBe('completed');
    expect(seen).toEqual([50, 100, 100]);
    expect(receiver.events.listenerCount('delivery')).toBe(0);
  });

  it('stops when it is asked to', async () => {
    const controller = new AbortController();
    const watching = waitForRenderEnd(polls(sampleRenderAnswer()), 'rn_1', {
      onProgress: () => controller.abort(new Error('enough')),
      signal: controller.signal,
      pollMs: 60_000,
    });
    await expect(watching).rejects.toThrow('enough');
  });
});

describe('progress off a terminal', () => {
  it('is a line for every 10 %, never one that falls', () => {
    const lines: string[] = [];
    const stream = { write: (text: string) => lines.push(text) > 0 } as unknown as NodeJS.WritableStream;
    const display = createProgressDisplay(stream);
    for (const progress of [0, 3, 9, 12, 11, 19, 45, 20, 47, 100, 100])
      display.update({ progress, stage: progress === 100 ? 'done' : 'encoding', status: 'rendering' });
    display.stop();
    expect(lines).toEqual(
      [
        '    0 %  drawing and encoding',
        '   12 %  drawing and encoding',
        '   45 %  drawing and encoding',
        '  100 %  done',
      ].map((line) => `${line}\n`),
    );
  });
});
