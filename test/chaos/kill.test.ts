import { join } from 'node:path';
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

const SLIDES = 24;
const SECONDS_EACH = 2;

let service: OwnService;
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
  if (!found) throw new Error('no worker is encoding');
  return found;
}

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
    const { ffmpeg } = await busyEncoder();
    process.kill(ffmpeg, 'SIGKILL');
    await ended(client, first.id, 150);

    const second = await beginRender(2);
    const { worker } = await busyEncoder();
    process.kill(worker, 'SIGKILL');

    // While the message of the killed worker is hidden, the whole of a small video is made by another function.
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Small',
      slides: [1, 2, 3].map((i) => ({ title: `Small slide ${i}`, duration_seconds: SECONDS_EACH })),
      transition: { type: 'zoom', duration_seconds: 0.8 },
    });
    const third = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
    process.kill((await busyEncoder('prepareRender')).worker, 'SIGKILL');
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
  it('has no process working for it five seconds later, and never completes', async () => {
    const render = await beginRender(3);
    await busyEncoder();
    await client.ok('DELETE', `/renders/${render.id}`);
    const canceled = performance.now();
    const working = () =>
      Object.values(service.stack.workers())
        .flat()
        .flatMap((worker) => childrenOf(worker, 'ffmpeg'));
    // Each moving clip has a process of its own, so that a worker without one may still be between two of them: what
    // counts is that there is none from the fifth second on, until no worker can take the work up again.
    await waitUntilIdle(service, 60, () => {
      if (performance.now() - canceled > 5000) expect(working()).toEqual([]);
    });
    expect(working()).toEqual([]);
    expect(await client.ok('GET', `/renders/${render.id}`)).toMatchObject({ status: 'canceled', error: null });
    expect(receiver.of(render.id)).toEqual([]);
  });
});
