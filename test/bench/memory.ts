import { benchService, createTimeline } from './bench-service.ts';
import { makeDeck } from './deck.ts';
import { rowOf, timedJob } from './job.ts';
import type { Bench } from './row.ts';
import { serviceMemory } from './service-memory.ts';
import { notesFor } from './speech.ts';

const SECONDS = 5;
const SLIDES = 12;
const QUICK_SLIDES = 4;

/** Memory of the whole service, and of workers at 2160p; that of workers at 1080p stands with the jobs that are timed. */
export const memoryBench: Bench = {
  name: 'memory',
  async *rows({ deck, quick, folder }) {
    // First, and alone: another service would share pages with this one.
    yield* serviceMemory(folder);
    const large = await makeDeck(quick ? QUICK_SLIDES : SLIDES, { width: 3840, height: 2160 }, [deck.template(0)]);
    await using service = await benchService();
    for (const fade of [false, true]) {
      const client = await service.account('max');
      const wanted = { secondsPerSlide: SECONDS, resolution: '2160p', fade, notes: notesFor(SECONDS) } as const;
      const job = await timedJob(service, client, await createTimeline(client, large, wanted));
      const name = `${large.slides.length} slides of ${SECONDS} s at 2160p${fade ? ', with fades' : ''}`;
      yield { id: fade ? 'memory-2160p-fades' : 'memory-2160p', name, ...rowOf(job) };
    }
  },
};
