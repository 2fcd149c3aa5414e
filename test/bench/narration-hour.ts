import { setTimeout as wait } from 'node:timers/promises';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import type { AccountMonthUsage } from '#features/accounts/usage.ts';
import type { RenderAnswer } from '#features/renders/view.ts';
import { DEFAULT_NARRATION_PAUSES } from '#features/timelines/narration-pauses.ts';
import type { Client, Service } from '#test/support/service/start-service.ts';
import { withTable } from '#test/support/service/with-table.ts';
import { benchService, renderToEnd, type Timeline } from './bench-service.ts';
import { fillerWords } from './deck.ts';
import type { Bench, Row } from './row.ts';
import { timed } from './timed.ts';

interface Narrated {
  id: string;
  slides: number;
  /** How long the notes of each slide are. */
  characters: number;
}

/**
 * An hour of slides of half a minute; one of as many slides as a timeline can have; and of the longest notes there can be
 * as many as a video has room for.
 */
const HOUR: Narrated = { id: 'narration-hour', slides: 120, characters: 440 };
const SHORT: Narrated = { id: 'narration-short', slides: 500, characters: 110 };
const LONGEST: Narrated = { id: 'narration-longest', slides: 40, characters: 4950 };

const POLL_MS = 200;
const PAUSES = DEFAULT_NARRATION_PAUSES.lead_seconds + DEFAULT_NARRATION_PAUSES.pause_seconds;

/** Notes of whole sentences, no two slides the same. */
function notesOf(slide: number, characters: number): string {
  const sentences = [`This is slide ${slide + 1}.`];
  for (let length = 0; length < characters; length += sentences.at(-1)?.length ?? 1)
    sentences.push(`${fillerWords(8 + (sentences.length % 7), slide * 31 + sentences.length)}.`);
  return sentences.join(' ').slice(0, characters);
}

const createNarrated = (client: Client, { slides, characters }: Narrated): Promise<Timeline> =>
  client.ok('POST', '/timelines', {
    title: 'Narrated',
    language: 'en',
    resolution: '480p',
    slides: Array.from({ length: slides }, (_, i) => ({
      title: `Slide ${i + 1}`,
      speaker_notes: notesOf(i, characters),
    })),
  });

/** From POST /renders until all narration is there. */
async function untilNarrated(client: Client, timeline: Timeline): Promise<RenderAnswer> {
  const { id } = await client.ok<RenderAnswer>('POST', '/renders', { timeline_id: timeline.id });
  for (;;) {
    const render = await client.ok<RenderAnswer>('GET', `/renders/${id}`);
    if (render.status === 'failed') throw new Error(`the render failed: ${JSON.stringify(render.error)}`);
    if (render.status === 'rendering' || render.status === 'completed') return render;
    await wait(POLL_MS);
  }
}

const charactersOf = async (client: Client): Promise<number> =>
  (await client.ok<{ usage: AccountMonthUsage }>('GET', '/entitlements')).usage.narration_characters;

/** Into how many tasks the narration of a render was dealt out. */
async function narrationUnits(service: Service, { accountId }: Client, renderId: string): Promise<number> {
  const tasks = await withTable(service, (table) =>
    renderRepository(table).tasks({ account_id: accountId, render_id: renderId, epoch: 1 }),
  );
  return tasks.filter(({ kind }) => kind === 'narration').length;
}

async function row(service: Service, wanted: Narrated): Promise<Row> {
  const client = await service.account('max');
  const timeline = await createNarrated(client, wanted);
  const { result: first, seconds, cpuSeconds } = await timed(() => untilNarrated(client, timeline));
  const tasks = await narrationUnits(service, client, first.id);
  const characters = await charactersOf(client);
  const again = await renderToEnd(client, timeline);
  const unitsAgain = await narrationUnits(service, client, again.id);
  if (unitsAgain > 0 || (await charactersOf(client)) !== characters)
    throw new Error(`the second render generated narration again: ${unitsAgain} tasks`);
  const speech = (again.output.duration_seconds ?? 0) - wanted.slides * PAUSES;
  const note = `${(speech / seconds).toFixed(1)} × real time: ${speech.toFixed(0)} s of speech, ${characters} characters, ${tasks} tasks; of the second render ${unitsAgain}`;
  return {
    id: wanted.id,
    name: `narration of ${wanted.slides} slides of ${wanted.characters} characters`,
    seconds,
    cpuSeconds,
    note,
  };
}

/** How much faster than it is spoken narration is made, and that no render makes it a second time. */
export const narrationHour: Bench = {
  name: 'narration-hour',
  async *rows({ quick }) {
    await using service = await benchService();
    // What comes first must not be what starts the workers.
    const warm = await service.account('max');
    await untilNarrated(warm, await createNarrated(warm, { id: 'warm', slides: 4, characters: 60 }));
    yield await row(service, quick ? { ...HOUR, slides: 12 } : HOUR);
    yield await row(service, quick ? { ...SHORT, slides: 50 } : SHORT);
    yield await row(service, quick ? { ...LONGEST, slides: 4 } : LONGEST);
  },
};
