import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderAnswer } from '../../lib/renders/view.ts';
import { inspectMp4 } from '../../lib/video/mp4/inspect.ts';
import { childrenOf } from '../support/processes/children.ts';
import { startReceiver } from '../support/service/receiver.ts';
import { type Client, download, ended, type Service, startService, until } from '../support/service/start-service.ts';

const SLIDES = 24;
const SECONDS_EACH = 2;

let service: Service;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  service = await startService();
  client = await service.account('pro');
  receiver = await startReceiver();
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
    ...(i === 0 ? { speaker_notes: 'One sentence.' } : {}),
  }));
  const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'Chaos',
    resolution: '720p',
    // Another text each time: what an earlier render made would not be encoded again.
    slides: slides.map((slide) => ({ ...slide, title: `${slide.title} (${run})` })),
    transition: { type: 'fade', duration_seconds: 0.5 },
  });
  return client.ok('POST', '/renders', { timeline_id: timeline.id });
}

/** A worker of a function that is encoding at this moment, and its ffmpeg. */
async function busyEncoder(name = 'encodeSegment'): Promise<{ worker: number; ffmpeg: number }> {
  const busy = async () =>
    (service.stack.workers()[name] ?? []).flatMap((worker) =>
      childrenOf(worker, 'ffmpeg').map((ffmpeg) => ({ worker, ffmpeg })),
    );
  const [found] = await until(busy, (list) => list.length > 0, 60);
  if (!found) throw new Error('nobody is encoding');
  return found;
}

async function expectOneWholeVideo(begun: RenderAnswer): Promise<void> {
  const render = await ended(client, begun.id, 150);
  expect(render).toMatchObject({ status: 'completed', error: null, slides_total: begun.slides_total });
  const file = await download(render.output.url, join(service.directory, `${render.id}.mp4`));
  const { video } = await inspectMp4(file);
  expect(video.samples).toBe(Math.round((render.output.duration_seconds ?? 0) * 30));
  expect(video.samples).toBeGreaterThanOrEqual(begun.slides_total * SECONDS_EACH * 30);
  const terminal = () => receiver.of(render.id).map(({ event, event_id }) => `${event} ${event_id}`);
  await until(
    async () => terminal().length,
    (count) => count > 0,
    20,
  );
  // A second terminal event would come from a second run of the last step: long enough for that to have shown itself.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(terminal()).toHaveLength(1);
  expect(terminal()[0]).toMatch(/^render\.completed evt_/);
}

describe('a render whose workers are killed', () => {
  it('completes once after a kill -9 of a queue worker in the middle of its work', async () => {
    const render = await beginRender(1);
    const { worker } = await busyEncoder();
    process.kill(worker, 'SIGKILL');
    await expectOneWholeVideo(render);
  });

  it('completes once after a kill -9 of ffmpeg in the middle of its work', async () => {
    const render = await beginRender(2);
    const { ffmpeg } = await busyEncoder();
    process.kill(ffmpeg, 'SIGKILL');
    await expectOneWholeVideo(render);
  });

  it('completes once after a kill -9 of the worker that makes a small video all by itself', async () => {
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Small',
      slides: [1, 2, 3].map((i) => ({ title: `Small slide ${i}`, duration_seconds: SECONDS_EACH })),
      transition: { type: 'zoom', duration_seconds: 0.8 },
    });
    const render = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
    const { worker } = await busyEncoder('prepareRender');
    process.kill(worker, 'SIGKILL');
    await expectOneWholeVideo(render);
  });
});

describe('a large render that is canceled', () => {
  it('has no process working for it five seconds later, and never completes', async () => {
    const render = await beginRender(3);
    await busyEncoder();
    await client.ok('DELETE', `/renders/${render.id}`);
    const working = () =>
      Object.values(service.stack.workers())
        .flat()
        .flatMap((worker) => childrenOf(worker, 'ffmpeg'));
    // Each moving clip has a process of its own, so that a worker without one may still be between two of them: what
    // counts is that there is none from the fifth second on. Nobody takes the work up again either: the message of a
    // lost lease comes back after 17 s at most.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    for (let look = 0; look < 20; look++) {
      expect(working()).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    expect(await client.ok('GET', `/renders/${render.id}`)).toMatchObject({ status: 'canceled', error: null });
    expect(receiver.of(render.id)).toEqual([]);
  });
});
