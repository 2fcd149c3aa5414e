import type { MotionLevel } from '#engine/video/motion/motions.ts';
import { benchService, createTimeline, narrate, renderToEnd } from './bench-service.ts';
import { clipRows } from './clip.ts';
import { rowOf, timedJob } from './job.ts';
import { NAIVE } from './naive.ts';
import type { Bench } from './row.ts';
import { notesFor } from './speech.ts';

const WARM_UP_SLIDES = 12;

const NAMES: Readonly<Record<MotionLevel, string>> = {
  none: 'whole job, nothing moves',
  calm: 'whole job, calm',
  lively: 'whole job, lively',
};

/** The same deck without motion, with calm and with lively motion: the whole job through the API, with existing narration. And a slide with a clip. */
export const motionBench: Bench = {
  name: 'motion',
  async *rows(context) {
    const { deck, secondsPerSlide } = context;
    await using service = await benchService();
    const notes = notesFor(secondsPerSlide);
    const warm = await service.account('max');
    const short = { ...deck, slides: deck.slides.slice(0, WARM_UP_SLIDES) };
    await renderToEnd(warm, await createTimeline(warm, short, { secondsPerSlide, notes, motion: 'lively' }));
    for (const motion of ['none', 'calm', 'lively'] as const) {
      // An account that has rendered nothing has none of the clips.
      const client = await service.account('max');
      const timeline = await createTimeline(client, deck, { secondsPerSlide, notes, motion });
      await narrate(client, timeline);
      const job = await timedJob(service, client, timeline);
      yield { id: `motion-${motion}`, name: NAMES[motion], against: [NAIVE], ...rowOf(job) };
    }
    yield* clipRows(context, service);
  },
};
