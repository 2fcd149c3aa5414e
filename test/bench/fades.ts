import { benchService, createTimeline, narrate, renderToEnd, withFile } from './bench-service.ts';
import { rowOf, timedJob } from './job.ts';
import { describeVideo } from './likeness.ts';
import { NAIVE_FADES, naiveFades } from './naive-fades.ts';
import type { Bench } from './row.ts';
import { notesFor } from './speech.ts';

const WARM_UP_SLIDES = 12;

/** Every slide fades in: the whole job through the API. */
export const fadesBench: Bench = {
  name: 'fades',
  async *rows(context) {
    const { deck, secondsPerSlide, folder } = context;
    await using service = await benchService();
    const wanted = { secondsPerSlide, fade: true, notes: notesFor(secondsPerSlide) };
    const warm = await service.account('max');
    const short = { ...deck, slides: deck.slides.slice(0, WARM_UP_SLIDES) };
    await renderToEnd(warm, await createTimeline(warm, short, wanted));
    const client = await service.account('max');
    const timeline = await createTimeline(client, deck, wanted);
    await narrate(client, timeline);
    const job = await timedJob(service, client, timeline);
    const looks = await withFile(job.result.render, folder, (file) => describeVideo(file, deck, context));
    const name = 'whole job with fades by the API, narration there';
    yield { id: 'fades', name, against: NAIVE_FADES, ...rowOf(job), ...looks };
  },
};

/** The same by chains of ffmpeg's filters. */
export const fadesByFfmpeg: Bench = { name: 'naive-fades', rows: naiveFades };
