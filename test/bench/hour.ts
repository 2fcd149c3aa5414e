import { join } from 'node:path';
import { DEFAULT_NARRATION_PAUSES } from '#features/timelines/narration-pauses.ts';
import type { Schemas } from '#front/client/client.ts';
import { download } from '#test/support/service/start-service.ts';
import { offsetAt } from './av-offset.ts';
import { benchService, createTimeline, narrate, renderToEnd, withFile } from './bench-service.ts';
import { makeDeck } from './deck.ts';
import { rowOf, timedJob } from './job.ts';
import type { Bench } from './row.ts';
import { notesFor } from './speech.ts';

const SLIDES = 360;
const QUICK_SLIDES = 12;
const SECONDS = 10;

/** A video of an hour: what its workers need, and how far picture and sound are apart at its end. */
export const hourBench: Bench = {
  name: 'hour',
  async *rows({ deck: { size, template }, fps, quick, folder, runtime }) {
    const count = quick ? QUICK_SLIDES : SLIDES;
    const deck = await makeDeck(count, size, [template(0)]);
    await using service = await benchService();
    const client = await service.account('max');
    const timeline = await createTimeline(client, deck, { secondsPerSlide: SECONDS, notes: notesFor(SECONDS) });
    await narrate(client, timeline);
    const warm = await service.account('max');
    const pictures = { secondsPerSlide: SECONDS, notes: () => '' };
    await renderToEnd(warm, await createTimeline(warm, { ...deck, slides: deck.slides.slice(0, 12) }, pictures));
    const job = await timedJob(service, client, timeline);
    yield { id: 'hour', name: `${count} slides of ${SECONDS} s with narration, by the API`, ...rowOf(job) };

    const ends = await withFile(job.result.render, folder, async (file) => {
      const offsets: { slide: number; frames: number; likeness: number }[] = [];
      for (const slide of [1, count - 1]) {
        const path = `/timelines/${timeline.id}/slides/${timeline.slides[slide]?.id}/audio`;
        const { url } = await client.ok<Schemas['SlideAudio']>('GET', path);
        const speech = await download(url, join(folder, `speech-${slide}.wav`));
        const [before, picture] = [await deck.draw(slide - 1), await deck.draw(slide)];
        const frame = slide * SECONDS * fps;
        const event = {
          file,
          before,
          slide: picture,
          speech,
          speechDelay: DEFAULT_NARRATION_PAUSES.lead_seconds,
          frame,
          fps,
        };
        const found = await offsetAt(event, runtime);
        if (found.frame !== frame) throw new Error(`slide ${slide} begins at frame ${found.frame}, not ${frame}`);
        offsets.push({ slide, frames: found.seconds * fps, likeness: found.likeness });
      }
      return offsets;
    });
    const note = ends
      .map(({ slide, frames, likeness }) => `slide ${slide + 1}: ${frames.toFixed(2)} frames (${likeness.toFixed(3)})`)
      .join(', ');
    const offsetFrames = Math.max(...ends.map(({ frames }) => Math.abs(frames)));
    yield { id: 'hour-offset', name: 'sound after its picture, near the beginning and at the end', offsetFrames, note };
  },
};
