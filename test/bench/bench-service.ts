import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { useCompileCache } from '#cli/use-compile-cache.ts';
import type { MotionLevel } from '#engine/video/motion/motions.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import type { Schemas } from '#front/client/client.ts';
import { type Client, download, type OwnService, startService } from '#test/support/service/start-service.ts';
import type { Deck } from './deck.ts';

export type Timeline = Schemas['Timeline'];

/** Milliseconds between two looks at a render: until it is about to end, and from then on. */
export interface PollTimes {
  working: number;
  ending: number;
}

/** Asking costs the machine 10 ms of processor time that the render does not get: seldom, until it is about to end. */
const LONG_JOB: PollTimes = { working: 250, ending: 50 };
/** A job of a few tenths of a second would be measured by the pauses between the looks. */
export const SHORT_JOB: PollTimes = { working: 20, ending: 20 };
const NARRATION_POLL_MS = 1000;

/** The whole service in separate processes, with a compile cache as for `npm start`, stopped where its scope ends. */
export async function benchService(
  options: Parameters<typeof startService>[0] = {},
): Promise<OwnService & AsyncDisposable> {
  useCompileCache();
  const service = await startService(options);
  return { ...service, [Symbol.asyncDispose]: () => service.stop() };
}

export interface DeckTimeline {
  secondsPerSlide: number;
  resolution?: '480p' | '1080p' | '2160p';
  fade?: boolean;
  motion?: MotionLevel;
  /** What is said on a slide. */
  notes(index: number): string;
}

export const createTimeline = (client: Client, deck: Deck, wanted: DeckTimeline): Promise<Timeline> =>
  client.ok('POST', '/timelines', {
    title: 'Bench',
    language: 'en',
    resolution: wanted.resolution ?? '1080p',
    template_id: deck.template(0),
    ...(wanted.motion ? { motion: wanted.motion } : {}),
    ...(wanted.fade ? { transition: { type: 'fade', duration_seconds: 0.5 } } : {}),
    slides: deck.slides.map((slide, index) => ({
      ...slide,
      speaker_notes: wanted.notes(index),
      duration_seconds: wanted.secondsPerSlide,
    })),
  });

/** A timeline with slides that belong to no deck. */
export const createTimelineOf = (client: Client, slides: readonly object[]): Promise<Timeline> =>
  client.ok('POST', '/timelines', { title: 'Bench', language: 'en', resolution: '1080p', slides });

/** Has all slides narrated, and waits until they are. */
export async function narrate(client: Client, timeline: Timeline): Promise<void> {
  const path = `/timelines/${timeline.id}`;
  for (const { id } of timeline.slides) await client.ok('POST', `${path}/slides/${id}/audio`, { format: 'wav' });
  for (;;) {
    const { slides } = await client.ok<Timeline>('GET', path);
    const failed = slides.find(({ audio }) => audio.status === 'failed');
    if (failed) throw new Error(`the narration of slide ${failed.position + 1} failed`);
    if (slides.every(({ audio }) => audio.status === 'ready')) return;
    await wait(NARRATION_POLL_MS);
  }
}

/** From POST /renders until its client sees that it is completed. */
export async function renderToEnd(
  client: Client,
  timeline: Pick<Timeline, 'id'>,
  body: object = {},
  poll = LONG_JOB,
): Promise<RenderAnswer> {
  const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id, ...body });
  return untilEnd(client, id, poll);
}

/** Waits until a render is completed. @throws Error when it ends in another way */
export async function untilEnd(client: Client, id: string, poll: PollTimes): Promise<RenderAnswer> {
  for (;;) {
    const render = await client.ok<RenderAnswer>('GET', `/renders/${id}`);
    if (render.status === 'completed') return render;
    if (render.status === 'failed' || render.status === 'canceled')
      throw new Error(`the render ended as ${render.status}: ${JSON.stringify(render.error)}`);
    await wait(render.stage === 'assembling' ? poll.ending : poll.working);
  }
}

/** Fetches the file of a render for as long as it is looked at. */
export async function withFile<T>(
  render: RenderAnswer,
  folder: string,
  look: (file: string) => Promise<T>,
): Promise<T> {
  const file = await download(render.output.url, join(folder, `${render.id}.mp4`));
  try {
    return await look(file);
  } finally {
    await rm(file, { force: true });
  }
}
