import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RenderAnswer } from '../../lib/renders/view.ts';
import { inspectMp4 } from '../../lib/video/inspect.ts';
import { createDevelopmentAccount } from '../../localstack/cli/operator.ts';
import { type Stack, startStack } from '../../localstack/stack.ts';
import { download } from '../e2e/service.ts';
import type { BenchContext, Measurement } from './row.ts';

interface Running {
  stack: Stack;
  timelineId: string;
  send<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Stays within the rate limit of the account, 600 requests a minute. */
const POLL_MS = 125;
// About seven seconds of speech: a slide of ten must not be made longer by its narration.
const SENTENCES = ['All of these slides differ in what they say and show.', 'The voice goes on for some seconds.'];

async function renderOnce({ send, timelineId }: Running): Promise<RenderAnswer> {
  const { id } = await send<RenderAnswer>('POST', '/renders', { timeline_id: timelineId });
  for (;;) {
    const render = await send<RenderAnswer>('GET', `/renders/${id}`);
    if (render.status === 'completed') return render;
    if (render.status !== 'queued' && render.status !== 'processing' && render.status !== 'rendering')
      throw new Error(`the render ended as ${render.status}: ${JSON.stringify(render.error)}`);
    await wait(POLL_MS);
  }
}

async function start({ deck, secondsPerSlide, folder }: BenchContext): Promise<Running> {
  const stack = await startStack({ port: 0, edgePort: 0, dataDir: join(folder, 'stack'), logLevel: 'error' });
  const { api_key } = await createDevelopmentAccount(stack.environment, {
    name: 'Bench',
    email: 'b@example.com',
    plan: 'max',
  });
  const headers = { 'x-api-key': api_key, 'content-type': 'application/json' };
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(stack.baseUrl + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const slides = Array.from({ length: deck.slides }, (_, index) => ({
    title: `Slide ${index + 1}: a title of usual length`,
    bullet_points: Array.from(
      { length: 3 + (index % 4) },
      (_, bullet) => `Point ${bullet + 1} of slide ${index + 1}, in a few words`,
    ),
    speaker_notes: secondsPerSlide < 10 ? '' : `Number ${index + 1}. ${SENTENCES.join(' ')}`,
    duration_seconds: secondsPerSlide,
  }));
  const { id } = await send<{ id: string }>('POST', '/timelines', { title: 'Bench', slides });
  return { stack, timelineId: id, send };
}

/**
 * The whole job as a client sees it: from POST /renders to `completed`, through queues and workers, drawing, sound, mux
 * and storage. The narration is there already: a first render, which is not timed, has made it and has warmed the workers.
 */
export function wholeJob(): Measurement {
  let running: Running | undefined;
  return {
    name: 'whole job, through the API',
    async prepare(context) {
      running = await start(context);
      await renderOnce(running);
    },
    async run({ folder, deck, fps, secondsPerSlide }) {
      if (!running) throw new Error('not prepared');
      const render = await renderOnce(running);
      const file = await download(render.output.url, join(folder, 'whole.mp4'));
      const { video } = await inspectMp4(file);
      const wanted = deck.slides * secondsPerSlide * fps;
      if (video.samples !== wanted) throw new Error(`the video has ${video.samples} frames and should have ${wanted}`);
      return { note: `${video.samples} frames, ${((render.output.size_bytes ?? 0) / 1e6).toFixed(1)} MB` };
    },
    async release() {
      await running?.stack.stop();
    },
  };
}
