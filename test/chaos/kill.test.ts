import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { type AtWork, type HeldFfmpeg, makeHeldFfmpeg, whoEncodes } from '#test/support/chaos/held-ffmpeg.ts';
import { waitUntilIdle } from '#test/support/chaos/wait-until-idle.ts';
import { isWhole } from '#test/support/depth.ts';
import { childrenOf } from '#test/support/processes/children.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import {
  type Client,
  download,
  ended,
  type OwnService,
  startService,
  until,
} from '#test/support/service/start-service.ts';

/** Enough for two shares of 720p with wipes, of which a frame is drawn in a third of the time that one of a zoom takes. */
const SLIDES = 11;
const SECONDS_EACH = 2;
const NOTES = 'One sentence.';

let folder: string;
let ffmpeg: HeldFfmpeg;
let service: OwnService;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kill-'));
  ffmpeg = makeHeldFfmpeg(join(folder, 'ffmpeg'));
  service = await startService({ environment: { ...process.env, FFMPEG_PATH: ffmpeg.path } });
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
  await rm(folder, { recursive: true });
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
    transition: { type: 'wipe', duration_seconds: 0.8 },
  });
  return client.ok('POST', '/renders', { timeline_id: timeline.id });
}

/** Has a render made, and kills a worker of a function while it encodes, or its ffmpeg. */
async function killEncoding(
  begin: () => Promise<RenderAnswer>,
  victim: keyof AtWork,
  name = 'encodeSegment',
): Promise<RenderAnswer> {
  const release = ffmpeg.hold(name);
  try {
    const render = await begin();
    process.kill((await whoEncodes(service, name))[victim], 'SIGKILL');
    return render;
  } finally {
    release();
  }
}

/** Has a render made of which one share loses its ffmpeg, and then its worker or that of the other share is killed while it encodes. */
async function killBothWays(): Promise<RenderAnswer> {
  const release = ffmpeg.hold('encodeSegment');
  try {
    const render = await beginRender(1);
    const { worker, encoder } = await whoEncodes(service, 'encodeSegment');
    process.kill(encoder, 'SIGKILL');
    await until(
      async () => childrenOf(worker, 'ffmpeg').includes(encoder),
      (isThere) => !isThere,
      60,
    );
    process.kill((await whoEncodes(service, 'encodeSegment')).worker, 'SIGKILL');
    return render;
  } finally {
    release();
  }
}

const workingEncoders = (): number[] =>
  Object.values(service.stack.workers())
    .flat()
    .flatMap((worker) => childrenOf(worker, 'ffmpeg'));

async function expectOneWholeVideo(begun: RenderAnswer | undefined): Promise<void> {
  if (!begun) throw new Error('there is no render');
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
  let killed: Partial<Record<'worker' | 'ffmpeg' | 'both' | 'lone worker', RenderAnswer>>;
  beforeAll(async () => {
    if (!isWhole) {
      // One render for both, which takes as much as all else here.
      killed = { both: await killBothWays() };
      return;
    }
    const first = await killEncoding(() => beginRender(1), 'encoder');
    await ended(client, first.id, 150);
    killed = { ffmpeg: first, worker: await killEncoding(() => beginRender(2), 'worker') };
    // While the message of the killed worker is hidden, the whole of a small video is made by another function.
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Small',
      slides: [1, 2, 3].map((i) => ({ title: `Small slide ${i}`, duration_seconds: SECONDS_EACH })),
      transition: { type: 'wipe', duration_seconds: 0.8 },
    });
    const beginSmall = () => client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
    const third = await killEncoding(beginSmall, 'worker', 'prepareRender');
    killed = { ...killed, 'lone worker': third };
  });

  it.runIf(!isWhole)('completes after a kill -9 of ffmpeg and of a queue worker in the middle of their work', () =>
    expectOneWholeVideo(killed.both),
  );

  it.runIf(isWhole)('completes after a kill -9 of ffmpeg in the middle of its work', () =>
    expectOneWholeVideo(killed.ffmpeg),
  );

  it.runIf(isWhole)('completes after a kill -9 of a queue worker in the middle of its work', () =>
    expectOneWholeVideo(killed.worker),
  );

  it.runIf(isWhole)('completes after a kill -9 of the worker that makes a small video all by itself', () =>
    expectOneWholeVideo(killed['lone worker']),
  );

  it('completes once: each has one terminal event after all work is over', async () => {
    await waitUntilIdle(service, 60);
    for (const render of Object.values(killed))
      expect(eventsOf(render)).toEqual([expect.stringMatching(/^render\.completed evt_/)]);
  });
});

describe('a large render that is canceled', () => {
  it('soon has no process working for it, and never completes', async () => {
    const release = ffmpeg.hold('encodeSegment');
    const render = await beginRender(3);
    await whoEncodes(service, 'encodeSegment');
    await client.ok('DELETE', `/renders/${render.id}`);
    await waitUntilIdle(service, 60);
    expect(workingEncoders()).toEqual([]);
    release();
    expect(await client.ok('GET', `/renders/${render.id}`)).toMatchObject({ status: 'canceled', error: null });
    expect(receiver.of(render.id)).toEqual([]);
  });
});

describe('the API that is killed', () => {
  it('does no work twice: a retry after a kill between the commit and the answer finds the same render', async () => {
    const slides = [{ title: 'a', duration_seconds: 1 }];
    const timeline = await client.ok<{ id: string }>('POST', '/timelines', { title: 'Tides', slides });
    const create = () =>
      client.call<{ id: string }>('POST', '/renders', { timeline_id: timeline.id }, { 'idempotency-key': 'killed' });
    const renders = async (): Promise<string[]> =>
      (await client.ok<{ data: { id: string }[] }>('GET', `/renders?timeline_id=${timeline.id}`)).data.map(
        ({ id }) => id,
      );
    const { sqs, api } = service.stack.children();
    if (sqs === undefined || api === undefined) throw new Error('the service is not complete');

    // The message for the render is sent after the commit and before the answer: while the queue is stopped, so is the request.
    process.kill(sqs, 'SIGSTOP');
    try {
      const lost = create();
      await until(renders, ({ length }) => length === 1, 20);
      process.kill(api, 'SIGKILL');
      expect((await lost).status).toBe(502);
    } finally {
      process.kill(sqs, 'SIGCONT');
    }
    const again = await until(create, ({ status }) => status === 200, 120);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await renders()).toEqual([again.body.id]);
  });
});
