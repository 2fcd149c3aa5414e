import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { RenderAnswer } from '#features/renders/view.ts';
import { type InsistentClient, Refused } from './insistent-client.ts';
import { seededRandom } from './seeded-random.ts';

/** Every text that is spoken has this many characters: so what is counted tells how many were spoken. */
export const CHARACTERS = 60;
const LOOK_MS = 1000;
/** Seconds after which a render that has not ended is lost. The sweeper looks every minute, and leaves work two minutes. */
const PATIENCE_SECONDS = 900;
/** A cancel comes within this many ms after the render was created. */
const CANCEL_MS = 5000;

const notesOf = (index: number, slide: number, seed: number): string =>
  `Story ${index}, slide ${slide}, of run ${seed}. It is soon told.`.padEnd(CHARACTERS - 1, ' so').concat('.');

const png = (index: number, shade: number): Promise<Uint8Array> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: index % 256, g: shade, b: 90 } } })
    .png()
    .toBuffer();

/** The course of one customer's render. */
export interface Story {
  account: number;
  render: string;
  timeline: string;
  /** The customer asked to cancel it, and was notified that it is canceled. */
  canceled: boolean;
  /** Seconds of video, for one without narration. */
  seconds: number | undefined;
  /** Whether its timeline was deleted after its end. */
  deleted: boolean;
}

export interface StoryOptions {
  index: number;
  seed: number;
  account: number;
  /** Whether renders of this account may be canceled. */
  cancels: boolean;
}

/** A render as a customer makes it: with or without narration, an image, changes meanwhile, a cancel; its course is the seed's. */
export async function tellStory(client: InsistentClient, options: StoryOptions, created: () => void): Promise<Story> {
  const { index, seed, account, cancels } = options;
  const random = seededRandom(seed * 100_003 + index);
  const [isNarrated, hasImage, changes, isNarratedBefore, isCanceled, isDeleted] = [
    0.5, 0.25, 0.35, 0.3, 0.25, 0.1,
  ].map((share) => random() < share);
  // Every tenth is large enough to be shared out among workers.
  const isLarge = index % 10 === 9;
  const slides = Array.from({ length: isLarge ? 4 : 2 }, (_, slide) => ({
    title: `Slide ${slide} of story ${index}, ${seed}`,
    ...(isNarrated && slide === 0
      ? { speaker_notes: notesOf(index, slide, seed) }
      : { duration_seconds: isLarge ? 2 : 1 }),
  }));
  const timeline = await client.send<{ id: string; slides: { id: string }[] }>(
    'POST',
    '/timelines',
    {
      title: `Story ${index}`,
      resolution: isLarge ? '1080p' : '480p',
      transition: { type: isLarge ? 'zoom' : 'none', duration_seconds: isLarge ? 1.5 : 0 },
      slides,
    },
    `timeline-${index}`,
  );
  const path = `/timelines/${timeline.id}`;
  const [first = '', second = ''] = timeline.slides.map(({ id }) => id);
  if (isNarrated && isNarratedBefore) await client.send('POST', `${path}/slides/${first}/audio`, {});
  if (hasImage) await client.send('POST', `${path}/slides/${second}/images`, await png(index, 10));
  const request = { timeline_id: timeline.id, output: { fps: 24 } };
  const { id } = await client.send<RenderAnswer>('POST', '/renders', request, `render-${index}`);
  created();

  const story: Story = {
    ...{ account, render: id, timeline: timeline.id, canceled: false, deleted: false },
    seconds: isNarrated || isLarge ? undefined : slides.length,
  };
  // The video shows the timeline as it was.
  if (changes) await client.send('PUT', `${path}/slides/${second}`, { title: `Changed ${index}`, duration_seconds: 3 });
  if (changes && hasImage) await client.send('POST', `${path}/slides/${second}/images`, await png(index, 200));
  if (cancels && isCanceled) {
    await wait(random() * CANCEL_MS);
    try {
      story.canceled = (await client.send<RenderAnswer>('DELETE', `/renders/${id}`)).status === 'canceled';
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'render_not_cancelable')) throw error;
    }
  }
  const end = performance.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    const { status } = await client.send<RenderAnswer>('GET', `/renders/${id}`);
    if (['completed', 'failed', 'canceled'].includes(status) || performance.now() > end) break;
    await wait(LOOK_MS);
  }
  if (isDeleted) {
    await client.send('DELETE', path).catch((error: unknown) => {
      // The first attempt took effect, and its answer was lost.
      if (!(error instanceof Refused && error.code === 'timeline_not_found')) throw error;
    });
    story.deleted = true;
  }
  return story;
}
