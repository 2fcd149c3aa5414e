import { benchService, createTimeline, SHORT_JOB } from './bench-service.ts';
import { rowOf, timedJob } from './job.ts';
import type { Bench } from './row.ts';
import { medianOf } from './timed.ts';

const TURNS = 9;
const WARM_UPS = 2;

/** The least there is to wait for: one slide of a second, another one each time, on workers that are warm. */
export const shortJob: Bench = {
  name: 'short',
  async *rows({ deck, quick }) {
    await using service = await benchService();
    const client = await service.account('max');
    const [slide] = deck.slides;
    if (!slide) throw new RangeError('the deck has no slides');
    const job = async (turn: number) => {
      const one = { ...deck, slides: [{ ...slide, title: `Turn ${turn}` }] };
      const timeline = await createTimeline(client, one, { secondsPerSlide: 1, notes: () => '' });
      return timedJob(service, client, timeline, SHORT_JOB);
    };
    for (let turn = 0; turn < WARM_UPS; turn++) await job(-1 - turn);
    const { spread, ...median } = await medianOf(quick ? 3 : TURNS, job);
    yield {
      id: 'one-second',
      name: 'one slide of 1 s, from POST to seen as completed',
      ...rowOf(median),
      note: spread,
    };
  },
};
