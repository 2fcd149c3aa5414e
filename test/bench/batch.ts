import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Schemas } from '#front/client/client.ts';
import type { Client, OwnService } from '#test/support/service/start-service.ts';
import { benchService, untilEnd } from './bench-service.ts';
import { type Deck, makeDeck } from './deck.ts';
import { filmFiles } from './film-files.ts';
import { remotionRival } from './rivals/remotion.ts';
import { rowOfRival } from './rivals/rivals.ts';
import type { Bench, BenchContext, Row } from './row.ts';
import { notesFor } from './speech.ts';
import { timed } from './timed.ts';

type Batch = Schemas['Batch'];

const SLIDES = 10;
const SECONDS = 10;
/** The slide whose picture and speech change with a row, and the one of which only the picture does. */
const SPOKEN = 0;
const SHOWN = 5;
const WARM_UP_ROWS = 4;
/** A look at a batch costs processor time that its rows do not get; a row takes longer than this. */
const POLL_MS = 500;

/** The texts of a row, by the names of its variables. */
interface Values {
  name: string;
  offer: string;
}

const valuesOf = (row: number): Values => ({ name: `Customer ${row + 1}`, offer: `Offer ${row + 1}` });

/** Ten slides of ten seconds, all narrated, of which two change with the values. */
const timelineOf = (deck: Deck, { name, offer }: Values) => ({
  title: 'Bench',
  language: 'en',
  resolution: '1080p',
  template_id: deck.template(0),
  slides: deck.slides.map((slide, index) => ({
    ...slide,
    ...(index === SPOKEN ? { title: `Hello ${name}` } : {}),
    ...(index === SHOWN ? { title: offer } : {}),
    speaker_notes: `${index === SPOKEN ? `Hello ${name}. ` : ''}${notesFor(SECONDS)(index)}`,
    duration_seconds: SECONDS,
  })),
});

/** From POST /batches until its client sees that all rows have ended. @throws Error when one has no video */
async function renderBatch(client: Client, deck: Deck, rows: number): Promise<Batch> {
  const { id: timelineId } = await client.ok<{ id: string }>('POST', '/timelines', {
    ...timelineOf(deck, { name: '{{name}}', offer: '{{offer}}' }),
    variables: { name: null, offer: null },
  });
  const { id } = await client.ok<Batch>('POST', '/batches', {
    timeline_id: timelineId,
    rows: Array.from({ length: rows }, (_, row) => ({ variables: valuesOf(row) })),
  });
  for (;;) {
    const batch = await client.ok<Batch>('GET', `/batches/${id}`);
    if (batch.status !== 'running') {
      if (batch.counts.completed !== rows) throw new Error(`of ${rows} rows: ${JSON.stringify(batch.counts)}`);
      return batch;
    }
    await wait(POLL_MS);
  }
}

/**
 * The same videos as whole decks, in which the values stand instead of the variables. Each is of an account that has rendered
 * nothing before: what one has spoken, drawn and encoded is there for no other. All are asked for at once, as the rows are.
 */
async function renderSeparately(clients: readonly Client[], deck: Deck): Promise<void> {
  await Promise.all(
    clients.map(async (client, row) => {
      const { id: timelineId } = await client.ok<{ id: string }>('POST', '/timelines', timelineOf(deck, valuesOf(row)));
      const { id } = await client.ok<{ id: string }>('POST', '/renders', { timeline_id: timelineId });
      await untilEnd(client, id, { working: POLL_MS, ending: POLL_MS });
    }),
  );
}

async function accounts(service: OwnService, count: number): Promise<Client[]> {
  const made: Client[] = [];
  for (let index = 0; index < count; index++) made.push(await service.account('max'));
  return made;
}

const perMinute = (count: number, seconds: number): string => ((60 * count) / seconds).toFixed(1);

/** The figures of one row: of all of them, divided by their number. */
function perRow(count: number, { seconds, cpuSeconds }: { seconds: number; cpuSeconds: number | undefined }) {
  return {
    seconds: seconds / count,
    cpuSeconds: cpuSeconds === undefined ? undefined : cpuSeconds / count,
    note: `${count} in ${seconds.toFixed(1)} s, ${perMinute(count, seconds)} a minute`,
  } satisfies Partial<Row>;
}

/** The video of one row by Remotion: its ten pictures, and a sound of the same length. Remotion speaks and draws nothing of it. */
async function rowOfRemotion(context: BenchContext, deck: Deck): Promise<Row> {
  const folder = join(context.folder, 'batch-rival');
  await mkdir(folder, { recursive: true });
  const film = { ...context, deck, folder, secondsPerSlide: SECONDS, ...filmFiles(deck, folder, SLIDES * SECONDS) };
  return rowOfRival(remotionRival, film, {
    id: 'batch-remotion',
    name: `one film of 10 by ${remotionRival.name}, from pictures and sound that are there`,
    against: ['batch'],
  });
}

/** The videos of a batch, and the same as whole decks, by one service. */
async function* rowsOfService({ batchRows, separateRenders }: BenchContext, deck: Deck): AsyncGenerator<Row> {
  await using service = await benchService({ prewarm: true });
  // Both kinds of work have warm workers.
  await renderBatch(await service.account('max'), deck, WARM_UP_ROWS);

  const clients = await accounts(service, separateRenders);
  yield {
    id: 'separate',
    name: 'a film of a whole deck of 10, nothing shared',
    ...perRow(separateRenders, await timed(() => renderSeparately(clients, deck))),
  };

  const client = await service.account('max');
  yield {
    id: 'batch',
    name: 'a row of a batch, two slides of 10 its own',
    against: ['separate'],
    ...perRow(batchRows, await timed(() => renderBatch(client, deck, batchRows))),
  };
}

/** A video for each row of a batch, against videos of whole decks that share nothing. The figures are those of one row. */
export const batchBench: Bench = {
  name: 'batch',
  async *rows(context) {
    const { size, template } = context.deck;
    const deck = await makeDeck(SLIDES, size, [template(0)]);
    yield* rowsOfService(context, deck);
    // After the service has ended: the processes that it starts each minute would count.
    yield await rowOfRemotion(context, deck);
  },
};
