import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import type { Client, OwnService } from '#test/support/service/start-service.ts';
import { withTable } from '#test/support/service/with-table.ts';
import { benchService, createTimeline, renderToEnd, type Timeline } from './bench-service.ts';
import { makeDeck } from './deck.ts';
import type { BenchContext, Row } from './row.ts';
import { notesFor } from './speech.ts';
import { type RenderTimes, type RunTask, renderSeconds, type Shares, serialSeconds, timesOf } from './worker-model.ts';

const SLIDES = [60, 500];
const QUICK_SLIDES = [6];
const SECONDS = 10;
const WARM_UP_SLIDES = 60;
const WORKERS = [1, 2, 4, 8, 16, 32, 64];
/** Enough to notice the end soon, and seldom enough to leave the render its core. */
const POLL = { working: 200, ending: 50 };
/** What the pictures are drawn in the second time. */
const OTHER_TEMPLATE = 'minimal';

interface Observed {
  seconds: number;
  tasks: RunTask[];
}

/** A render as its tasks tell it, in seconds since its POST. */
async function observe(service: OwnService, client: Client, timeline: Timeline): Promise<Observed> {
  const posted = Date.now();
  const render = await renderToEnd(client, timeline, {}, POLL);
  const seconds = (Date.now() - posted) / 1000;
  const since = (time: string | null | undefined) => (Date.parse(time ?? '') - posted) / 1000;
  const tasks = await withTable(service, (table) =>
    renderRepository(table).tasks({ account_id: client.accountId, render_id: render.id, epoch: 1 }),
  );
  return {
    seconds,
    tasks: tasks.flatMap(({ kind, began_at, done_at }) => {
      const ended = since(done_at ?? (kind === 'assembly' ? render.completed_at : undefined));
      return began_at === undefined || Number.isNaN(ended) ? [] : [{ kind, began: since(began_at), ended }];
    }),
  };
}

interface Pair {
  fromNotes: Observed;
  narrated: Observed;
}

/** A deck from its notes, and once more with other pictures and another length: its speech is there, nothing else is. */
async function observePair(service: OwnService, context: BenchContext, slides: number): Promise<Pair> {
  const deck = await makeDeck(slides, context.deck.size, [context.deck.template(0)]);
  const client = await service.account('max');
  const timeline = await createTimeline(client, deck, { secondsPerSlide: SECONDS, notes: notesFor(SECONDS) });
  const fromNotes = await observe(service, client, timeline);
  await client.ok('PUT', `/timelines/${timeline.id}`, { template_id: OTHER_TEMPLATE });
  const slide = `/timelines/${timeline.id}/slides/${timeline.slides[0]?.id}`;
  await client.ok('PUT', slide, { duration_seconds: SECONDS + 1 });
  return { fromNotes, narrated: await observe(service, client, timeline) };
}

async function warmUp(service: OwnService, { deck, quick }: BenchContext): Promise<void> {
  const client = await service.account('max');
  const short = { ...deck, slides: deck.slides.slice(0, quick ? 6 : WARM_UP_SLIDES) };
  await renderToEnd(client, await createTimeline(client, short, { secondsPerSlide: 10, notes: notesFor(10) }));
}

const sharesOf = ({ stack: { environment } }: OwnService): Shares => ({
  narration: Number(environment.NARRATION_SHARE),
  video: Number(environment.ENCODING_SHARE),
  audio: Number(environment.ENCODING_SHARE),
});

/**
 * How the time of a render falls with the number of workers. One worker at a time is measured: what each task took, and what
 * ran alone. The model gives each worker as much of a machine as that one had, and schedules the same tasks over more of them.
 * The model is held against a measurement of the smallest deck with a worker for each core, which share what that one had alone.
 */
export async function* rowsByWorkers(context: BenchContext): AsyncGenerator<Row> {
  const decks = context.quick ? QUICK_SLIDES : SLIDES;
  const together = await observeTogether(context, decks[0] ?? 0);
  await using service = await benchService({ cores: 1 });
  await warmUp(service, context);
  const shares = sharesOf(service);
  for (const slides of decks) {
    const both = slides === decks[0] ? together : undefined;
    const { fromNotes, narrated } = await observePair(service, context, slides);
    const of = `${slides} slides`;
    yield rowOf(`workers-${slides}-notes`, `${of} from notes, one worker`, fromNotes, both?.fromNotes, shares);
    yield rowOf(`workers-${slides}`, `${of}, narration there, one worker`, narrated, both?.narrated, shares);
  }
}

/** The smallest deck with a worker for each core. */
async function observeTogether(context: BenchContext, slides: number): Promise<Pair> {
  await using service = await benchService();
  await warmUp(service, context);
  // Awaited here: the service is stopped where this scope ends.
  return await observePair(service, context, slides);
}

function rowOf(
  id: string,
  name: string,
  { seconds, tasks }: Observed,
  both: Observed | undefined,
  shares: Shares,
): Row {
  const times = timesOf(tasks, seconds);
  const points = WORKERS.map((workers) => ({ workers, seconds: renderSeconds(times, workers, shares) }));
  const curve = { serialSeconds: serialSeconds(times), points };
  const one = curve.points[0]?.seconds ?? Number.NaN;
  const note = `serial ${curve.serialSeconds.toFixed(2)} s, ${((100 * curve.serialSeconds) / one).toFixed(0)} %`;
  return { id, name, seconds, curve, note, model: modelLines(times, { curve, measured: both?.seconds, shares }) };
}

interface Told {
  curve: NonNullable<Row['curve']>;
  measured: number | undefined;
  shares: Shares;
}

/** The result of the model, and what it was given. */
function modelLines(times: RenderTimes, { curve, measured, shares }: Told): string[] {
  const falls = curve.points.map(({ workers, seconds }) => `${workers}: ${seconds.toFixed(2)}`).join(', ');
  const serial = Object.entries(times.serial).map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`);
  const stages = times.stages.map((stage) =>
    [...Map.groupBy(stage, ({ kind }) => kind)].map(([kind, tasks]) => {
      const sum = tasks.reduce((total, { seconds }) => total + seconds, 0);
      const longest = Math.max(...tasks.map(({ seconds }) => seconds));
      const share = shares[kind] === undefined ? '' : `, at most ${shares[kind]} at once`;
      return `${tasks.length} × ${kind} ${sum.toFixed(2)} s together, the longest ${longest.toFixed(2)}${share}`;
    }),
  );
  return [
    `by the model, workers: seconds: ${falls}`,
    `alone: ${serial.join(', ')}`,
    `side by side: ${stages.flat().join('; ') || 'nothing'}`,
    ...(measured === undefined ? [] : [`measured with a worker for each core: ${measured.toFixed(2)} s`]),
  ];
}
