/**
 * Measures how long a deck of standing slides takes, against ffmpeg alone over the same pictures, and what the service is
 * to reach besides.
 *
 * Prints a table and the targets, and writes .bench/latest.json (but not with `--quick`). Compare ratios, not seconds. A missed
 * target is marked; the run still succeeds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { countExternalMemoryInGcLimit } from '#app/composition/external-memory-gc.ts';
import { exitWithText, parseOptionsOrExit } from '#cli/command-line.ts';
import { NUMBER_OPTION, TEXT_OPTION } from '#test/support/command-options.ts';
import { apiLatency } from './api-latency.ts';
import { batchBench } from './batch.ts';
import { makeDeck } from './deck.ts';
import { doorBench } from './door.ts';
import { fadesBench, fadesByFfmpeg } from './fades.ts';
import { filmFiles } from './film-files.ts';
import { hourBench } from './hour.ts';
import { medianRows } from './medians.ts';
import { memoryBench } from './memory.ts';
import { motionBench } from './motion.ts';
import { naiveBench } from './naive.ts';
import { narrationHour } from './narration-hour.ts';
import { writePage } from './page/write-page.ts';
import { mergeRows, readResult, writeResult } from './result.ts';
import { motionRivalsBench } from './rivals/motion-rivals.ts';
import { rivalsBench } from './rivals/rivals.ts';
import { type Bench, type BenchContext, type Measurement, type Row, withRatios } from './row.ts';
import { scalingBench } from './scaling.ts';
import { shortJob } from './short-job.ts';
import { startBench } from './start.ts';
import { formatTable } from './table.ts';
import { targetLine, targetsOf } from './targets.ts';
import { drawOnTheWay, makeVideo } from './video-part.ts';
import { templateRows, videoRows } from './video-rows.ts';
import { watchBench } from './watch.ts';
import { wholeJob } from './whole-job.ts';

/** In the order in which they are run: what is compared is close together, and the naive ones, which heat the machine up,
 * come after what they are compared with. */
const BENCHES: readonly Bench[] = [
  ...[startBench, doorBench, apiLatency, shortJob, videoRows, wholeJob, motionBench, watchBench, naiveBench],
  ...[fadesBench, fadesByFfmpeg, scalingBench, templateRows, memoryBench],
];
/** Slow; each by its own option. */
const WHEN_ASKED: readonly Bench[] = [hourBench, rivalsBench, motionRivalsBench, narrationHour, batchBench];

const SIZE = { width: 1920, height: 1080 };
const FPS = 30;
const FULL = { slides: 60, seconds: 10 };
const QUICK = { slides: 6, seconds: 6 };
/** The rows of the batch, and the separate videos that it is compared with. */
const BATCH = { rows: 1000, separate: 20 };
const QUICK_BATCH = { rows: 20, separate: 4 };

const USAGE = `npm run bench [-- options]: how long the service takes, against ffmpeg alone
  --repeat N      medians of N runs (1)
  --only LIST     of ${[...BENCHES, ...WHEN_ASKED].map(({ name }) => name).join(',')}
  --hour          a film of an hour, too
  --rivals        other programs, too; they are installed for it
  --add           keep what .bench/latest.json has besides
  --quick         a short film, and nothing is kept
  --slides N      slides of the film (${FULL.slides})
  --seconds N     of each slide (${FULL.seconds})
  --template ID   what the slides look like (plain)
  --rows N        of "batch" (${BATCH.rows})
  --separate N    films of whole decks that "batch" is compared with (${BATCH.separate})
  --page          write .bench/page.html and table.md from .bench/latest.json, and measure nothing`;

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  hour: { type: 'boolean', default: false },
  rivals: { type: 'boolean', default: false },
  repeat: { ...NUMBER_OPTION, default: '1' },
  add: { type: 'boolean', default: false },
  page: { type: 'boolean', default: false },
  only: TEXT_OPTION,
  slides: NUMBER_OPTION,
  rows: NUMBER_OPTION,
  separate: NUMBER_OPTION,
  seconds: NUMBER_OPTION,
  template: { ...TEXT_OPTION, default: 'plain' },
} as const;

async function main(): Promise<void> {
  const values = parseOptionsOrExit(USAGE, OPTIONS);
  if (values.page) {
    console.log(await writePage());
    return;
  }
  for (const name of ['rows', 'separate', 'slides', 'seconds', 'repeat'] as const)
    if (Number(values[name] ?? 1) < 1)
      exitWithText({ text: `--${name} takes a number from 1, not ${values[name]}.`, exitCode: 2 });
  const standard = values.quick ? QUICK : FULL;
  const batch = values.quick ? QUICK_BATCH : BATCH;
  const slides = Number(values.slides ?? standard.slides);
  const secondsPerSlide = Number(values.seconds ?? standard.seconds);
  const benches = chosen(values.only, { hour: values.hour, rivals: values.rivals });
  const measurement: Measurement = {
    command: ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
    at: new Date().toISOString(),
    load: loadavg()[0] ?? 0,
  };
  const about = { slides, secondsPerSlide, ...SIZE, fps: FPS };
  const before = values.add ? await readResult(about) : [];
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const deck = await makeDeck(slides, SIZE, [values.template]);
    const context: BenchContext = {
      deck,
      fps: FPS,
      secondsPerSlide,
      quick: values.quick,
      batchRows: Number(values.rows ?? batch.rows),
      separateRenders: Number(values.separate ?? batch.separate),
      folder,
      ...filmFiles(deck, folder, slides * secondsPerSlide),
      runtime: { ffmpegPath: bundledFfmpeg },
    };
    await warmUp(context);
    const runs: Row[][] = [];
    const measuredRows = () => medianRows(runs.map(withRatios)).map((row) => ({ ...row, measured: measurement }));
    for (let run = 0; run < Number(values.repeat); run++) {
      const rows: Row[] = [];
      runs.push(rows);
      for (const bench of benches) {
        for await (const row of measured(bench, context)) {
          rows.push(row);
          // After each, so that a run which is ended early leaves what it has. A quick one has nothing worth keeping.
          if (!values.quick) await writeResult(about, mergeRows(before, measuredRows()));
        }
      }
    }
    const rows = measuredRows();
    const isBatchAlone = benches.every((bench) => bench === batchBench);
    const film = isBatchAlone
      ? `${context.batchRows} rows of 10 slides of 10 s`
      : `${slides} slides of ${secondsPerSlide} s`;
    const what = `${film}, ${SIZE.width}x${SIZE.height} at ${FPS} fps`;
    const how = runs.length > 1 ? `, medians of ${runs.length} runs` : '';
    const models = rows.flatMap(({ name, model = [] }) => model.map((line) => `${name}: ${line}`));
    const lines = targetsOf(rows).map(targetLine);
    console.log([`${what}, ${cpus().length} cores${how}`, formatTable(rows), '', ...models, ...lines].join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function chosen(only: string | undefined, asked: Readonly<Record<string, boolean>>): readonly Bench[] {
  if (only === undefined) return [...BENCHES, ...WHEN_ASKED.filter(({ name }) => asked[name])];
  return only.split(',').map((wanted) => {
    const bench = [...BENCHES, ...WHEN_ASKED].find(({ name }) => name === wanted);
    if (bench) return bench;
    const names = [...BENCHES, ...WHEN_ASKED].map(({ name }) => name);
    return exitWithText({ text: `There is no benchmark "${wanted}": there are ${names.join(', ')}.`, exitCode: 2 });
  });
}

/** The first that is measured must not be the one that loads fonts and binaries and has cold code. */
async function warmUp(context: BenchContext): Promise<void> {
  const deck = await makeDeck(3, context.deck.size, [context.deck.template(0)]);
  await rm(await makeVideo({ ...context, secondsPerSlide: 1 }, deck, drawOnTheWay(deck)));
  for (const [index] of context.deck.slides.entries()) if (index < 10) await context.deck.draw(index);
}

function shortly({ seconds, p50Ms, note, missing }: Row): string {
  const figure = p50Ms === undefined ? `${seconds?.toFixed(2) ?? '-'} s` : `${p50Ms.toFixed(1)} ms`;
  return `${figure} ${note ?? missing ?? ''}`;
}

/** One that fails costs no other one its rows. */
async function* measured(bench: Bench, context: BenchContext): AsyncGenerator<Row> {
  try {
    for await (const row of bench.rows(context)) {
      console.error(`${bench.name}: ${row.name}: ${shortly(row)}`);
      yield row;
    }
  } catch (error) {
    console.error(error);
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    yield { id: `${bench.name}-failed`, name: bench.name, error: message };
  }
}

// As every worker that draws does.
countExternalMemoryInGcLimit();
await main();
