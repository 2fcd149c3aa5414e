import { rm, stat } from 'node:fs/promises';
import { rowsByWorkers } from './by-workers.ts';
import type { Deck } from './deck.ts';
import { makeDeck } from './deck.ts';
import type { Bench, BenchContext, Row } from './row.ts';
import { medianOf, timed } from './timed.ts';
import { drawOnTheWay, fromPngs, makeVideo, type PictureSource } from './video-part.ts';

const SECONDS = [5, 10, 60];
const SLIDES = [10, 60, 240];
const TURNS = 3;

async function measure(
  context: BenchContext,
  secondsPerSlide: number,
  deck: Deck,
  source: PictureSource,
): Promise<Partial<Row>> {
  const turns = context.quick ? 1 : TURNS;
  const {
    result: video,
    seconds,
    cpuSeconds,
    spread,
  } = await medianOf(turns, () => timed(() => makeVideo({ ...context, secondsPerSlide }, deck, source)));
  const bytes = (await stat(video)).size;
  await rm(video);
  return { seconds, cpuSeconds, bytes, frames: deck.slides.length * secondsPerSlide * context.fps, note: spread };
}

/**
 * How the time of the video part grows with the time that slides stand, and with how many there are; how that of the whole job
 * falls with workers.
 */
export const scalingBench: Bench = {
  name: 'scaling',
  async *rows(context) {
    const { deck, quick } = context;
    const pngs = await fromPngs(context);
    for (const seconds of SECONDS) {
      const name = `video part from PNG files, ${deck.slides.length} slides of ${seconds} s`;
      yield {
        id: `seconds-${seconds}`,
        name,
        against: ['seconds-10'],
        ...(await measure(context, seconds, deck, pngs)),
      };
    }
    for (const count of quick ? SLIDES.slice(0, 1) : SLIDES) {
      const more = await makeDeck(count, deck.size, [deck.template(0)]);
      const name = `video part drawn on the way, ${count} slides of 10 s`;
      yield {
        id: `slides-${count}`,
        name,
        against: ['slides-60'],
        ...(await measure(context, 10, more, drawOnTheWay(more))),
      };
    }
    yield* rowsByWorkers(context);
  },
};
