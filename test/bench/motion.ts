import { MOTION_LEVELS, type MotionLevel } from '#engine/video/motion/motions.ts';
import type { OwnService } from '#test/support/service/start-service.ts';
import { benchService, createTimeline, narrate, renderToEnd } from './bench-service.ts';
import { clipJobRow, encodedClipRow } from './clip.ts';
import { rowOf, timedJob } from './job.ts';
import { NAIVE } from './naive.ts';
import type { Bench, BenchContext, Row } from './row.ts';
import { notesFor } from './speech.ts';

const WARM_UP_SLIDES = 12;
/** Milliseconds between two checks of the render, also at its end: processor time is compared, of which a check takes 10 ms. */
const CHECKS = { working: 250, ending: 250 };

const NAMES: Readonly<Record<MotionLevel, string>> = {
  none: 'whole job, nothing moves',
  calm: 'whole job, calm',
  lively: 'whole job, lively',
};

/** A deck at some levels of motion: the whole job through the API, with existing narration, on workers that are warm. */
export async function* deckInMotion(
  { deck, secondsPerSlide }: Pick<BenchContext, 'deck' | 'secondsPerSlide'>,
  levels: readonly MotionLevel[],
  afterwards: (service: OwnService) => AsyncGenerator<Row> = nothing,
): AsyncGenerator<Row> {
  await using service = await benchService();
  const notes = notesFor(secondsPerSlide);
  const warm = await service.account('max');
  const short = { ...deck, slides: deck.slides.slice(0, WARM_UP_SLIDES) };
  await renderToEnd(warm, await createTimeline(warm, short, { secondsPerSlide, notes, motion: 'lively' }));
  for (const motion of levels) {
    // An account that has rendered nothing has none of the clips.
    const client = await service.account('max');
    const timeline = await createTimeline(client, deck, { secondsPerSlide, notes, motion });
    await narrate(client, timeline);
    const job = await timedJob(service, client, timeline, CHECKS);
    yield { id: `motion-${motion}`, name: NAMES[motion], against: [NAIVE], ...rowOf(job) };
  }
  yield* afterwards(service);
}

async function* nothing(): AsyncGenerator<Row> {}

/** The same deck without motion, with calm and with lively motion. And a slide with a clip. */
export const motionBench: Bench = {
  name: 'motion',
  async *rows(context) {
    const clip = yield* encodedClipRow(context);
    yield* deckInMotion(context, MOTION_LEVELS, (service) => clipJobRow(context, service, clip));
  },
};
