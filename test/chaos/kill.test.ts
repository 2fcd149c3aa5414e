import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderAnswer } from '../../lib/renders/view.ts';
import { inspectMp4 } from '../../lib/video/mp4/inspect.ts';
import { waitUntilIdle } from '../support/chaos/wait-until-idle.ts';
import { childrenOf } from '../support/processes/children.ts';
import { startReceiver } from '../support/service/receiver.ts';
import {
  type Client,
  download,
  ended,
  type OwnService,
  startService,
  until,
} from '../support/service/start-service.ts';

/** Enough for two shares of 720p with zooms. */
const SLIDES = 16;
const SECONDS_EACH = 2;
const NOTES = 'One sentence.';

let service: OwnService;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  service = await startService();
  client = await service.account('pro');
  receiver = await startReceiver();
  // The notes are spoken before: else the first worker of a render would encode all by itself while they are.
  const slides = [{ title: 'Spoken', speaker_notes: NOTES }];
  const spoken = await client.ok<{ id: string }>('POST', '/timelines', { title: 'Spoken', slides });
  await ended(client, (await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: spoken.id })).id, 150);
  await client.ok('POST', '/webhooks', { url: receiver.url, events: ['render.completed', 'render.failed'] });
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

async function beginRender(run: number): Promise<RenderAnswer> {
  const slides = Array.from({ length: SLIDES }, (_, i) => ({
    title: `Slide ${i + 1} of a deck that is long enough to be interrupted`,
    bullet_points: ['Every slide differs', `This one is number ${i + 1}`],
    duration_seconds: SECONDS_EACH,
    ...(i === 0 ? { speaker_notes: NOTES } : {}),
  }));
  const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'Chaos',
    resolution: '720p',
    // Another text each time: what an earlier render made would not be encoded again.
    slides: slides.map((slide) => ({ ...slide, title: `${slide.title} (${run})` })),
    transition: { type: 'zoom', duration_seconds: 0.8 },
  });
  return client.ok('POST', '/renders', { timeline_id: timeline.id });
}

/** Milliseconds between two looks: an ffmpeg of a small video lives for some 300. */
const LOOK_MS = 10;
const PATIENCE_MS = 120_000;

interface AtWork {
  worker: number;
  /** Its ffmpeg, which stands still. */
  encoder: number;
}

/** Stops the ffmpeg of a worker in the middle of its work, however late this process gets its turn: the worker waits for it. */
async function stopEncoder(name = 'encodeSegment'): Promise<AtWork> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(LOOK_MS))
    for (const worker of service.stack.workers()[name] ?? []) {
      const [encoder] = childrenOf(worker, 'ffmpeg');
      if (encoder === undefined || !signal(encoder, 'SIGSTOP')) continue;
      if (childrenOf(worker, 'ffmpeg').includes(encoder)) return { worker, encoder };
      signal(encoder, 'SIGCONT');
    }
  throw new Error(`no worker of ${name} is encoding`);
}

/** Kills a worker in the middle of encoding, or its ffmpeg. */
async function killEncoding(victim: keyof AtWork, name?: string): Promise<void> {
  const atWork = await stopEncoder(name);
  if (!signal(atWork[victim], 'SIGKILL')) throw new Error(`the ${victim} has ended by itself`);
  signal(atWork.encoder, 'SIGCONT');
}

/** @returns false when there is no such process any more. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

const workingEncoders = (): number[] =>
  Object.values(service.stack.workers())
    .flat()
    .flatMap((worker) => childrenOf(worker, 'ffmpeg'));

async function expectOneWholeVideo(begun: RenderAnswer): Promise<void> {
  const render = await ended(client, begun.id, 150);
  expect(render).toMatchObject({ status: 'completed', error: null, slides_total: begun.slides_total });
  const file = await download(render.output.url, join(service.directory, `${render.id}.mp4`));
  const { video } = await inspectMp4(file);
  expect(video.samples).toBe(Math.round((render.output.duration_seconds ?? 0) * 30));
  expect(video.samples).toBeGreaterThanOrEqual(begun.slides_total * SECONDS_EACH * 30);
}

const eventsOf = ({ id }: RenderAnswer): string[] =>
  receiver.of(id).map(({ event, event_id }) => `${event} ${event_id}`);

describe('a render whose workers are killed', () => {
  let killed: Record<'worker' | 'ffmpeg' | 'lone worker', RenderAnswer>;
  beforeAll(async () => {
    const first = await beginRender(1);
    await killEncoding('encoder');
    await ended(client, first.id, 150);

    const second = await beginRender(2);
    await killEncoding('worker');

    // While the message of the killed worker is hidden, the whole of a small video is made by another function.
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Small',
      slides: [1, 2, 3].map((i) => ({ title: `Small slide ${i}`, duration_seconds: SECONDS_EACH })),
      transition: { type: 'zoom', duration_seconds: 0.8 },
    });
    const third = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
    await killEncoding('worker', 'prepareRender');
    killed = { worker: second, ffmpeg: first, 'lone worker': third };
  });

  it('completes after a kill -9 of ffmpeg in the middle of its work', () => expectOneWholeVideo(killed.ffmpeg));

  it('completes after a kill -9 of a queue worker in the middle of its work', () => expectOneWholeVideo(killed.worker));

  it('completes after a kill -9 of the worker that makes a small video all by itself', () =>
    expectOneWholeVideo(killed['lone worker']));

  it('completes once: each has one terminal event after all work is over', async () => {
    await waitUntilIdle(service, 60);
    for (const render of Object.values(killed))
      expect(eventsOf(render)).toEqual([expect.stringMatching(/^render\.completed evt_/)]);
  });
});

describe('a large render that is canceled', () => {
  it('soon has no process working for it, and never completes', async () => {
    const render = await beginRender(3);
    await until(
      async () => workingEncoders().length,
      (count) => count > 0,
      60,
    );
    await client.ok('DELETE', `/renders/${render.id}`);
    await waitUntilIdle(service, 60);
    expect(workingEncoders()).toEqual([]);
    expect(await client.ok('GET', `/renders/${render.id}`)).toMatchObject({ status: 'canceled', error: null });
    expect(receiver.of(render.id)).toEqual([]);
  });
});
