import type { Client } from '#test/support/service/start-service.ts';
import {
  benchService,
  createTimeline,
  narrate,
  renderToEnd,
  SHORT_JOB,
  type Timeline,
  withFile,
} from './bench-service.ts';
import { rowOf, timedJob } from './job.ts';
import { describeVideo } from './likeness.ts';
import { NAIVE } from './naive.ts';
import type { Bench } from './row.ts';
import { notesFor } from './speech.ts';
import { medianOf } from './timed.ts';

const TURNS = 3;

/**
 * The whole job as a client sees it. Every first render is of an account that has rendered nothing before, so that none of
 * its clips and sounds are there; the workers are warm from the render of another account.
 */
export const wholeJob: Bench = {
  name: 'whole',
  async *rows(context) {
    const { deck, folder, secondsPerSlide, quick } = context;
    const turns = quick ? 1 : TURNS;
    await using service = await benchService();
    const fresh = async (): Promise<{ client: Client; timeline: Timeline }> => {
      const client = await service.account('max');
      return {
        client,
        timeline: await createTimeline(client, deck, { secondsPerSlide, notes: notesFor(secondsPerSlide) }),
      };
    };
    const edit = async (client: Client, timeline: Timeline, turn: number): Promise<void> => {
      // Somewhere in the middle, another one each time.
      const slide = timeline.slides[(Math.floor(timeline.slides.length / 2) + turn) % timeline.slides.length];
      await client.ok('PUT', `/timelines/${timeline.id}/slides/${slide?.id}`, { title: `Another title ${turn}` });
    };
    const warm = await fresh();
    await renderToEnd(warm.client, warm.timeline);
    // And the worker that makes small work from end to end is warm from an edit of it.
    await edit(warm.client, warm.timeline, TURNS);
    await renderToEnd(warm.client, warm.timeline);

    let last = warm;
    const whole = await medianOf(turns, async () => {
      last = await fresh();
      await narrate(last.client, last.timeline);
      return timedJob(service, last.client, last.timeline);
    });
    const looks = await withFile(whole.result.render, folder, (file) => describeVideo(file, deck, context));
    const there = { id: 'whole', name: 'whole job by the API, narration there', against: [NAIVE] };
    yield { ...there, ...rowOf(whole), ...looks, note: `${rowOf(whole).note}; ${whole.spread}` };

    const again = await medianOf(turns, () => timedJob(service, last.client, last.timeline, SHORT_JOB));
    yield { id: 'identical', name: 'the same again', against: ['whole'], ...rowOf(again), note: again.spread };

    const edited = await medianOf(turns, async (turn) => {
      await edit(last.client, last.timeline, turn);
      return timedJob(service, last.client, last.timeline, SHORT_JOB);
    });
    yield {
      id: 'edit',
      name: 'after another title of one slide',
      against: ['whole'],
      ...rowOf(edited),
      note: edited.spread,
    };

    last = await fresh();
    const narrated = await timedJob(service, last.client, last.timeline);
    yield {
      id: 'whole-narrated',
      name: 'whole job by the API, narration made by it',
      against: [NAIVE],
      ...rowOf(narrated),
    };
    const afterwards = await medianOf(turns, async (turn) => {
      await edit(last.client, last.timeline, turn);
      return timedJob(service, last.client, last.timeline, SHORT_JOB);
    });
    const name = 'after another title of one slide of that';
    yield { id: 'edit-narrated', name, against: ['whole-narrated'], ...rowOf(afterwards), note: afterwards.spread };
  },
};
