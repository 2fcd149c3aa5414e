/**
 * Measures how long a deck of standing slides takes, against ffmpeg alone over the same pictures, and what the engine is
 * to reach besides.
 *
 *   node test/bench/run.ts [--quick] [--only video,whole,…] [--hour] [--remotion] [--slides N] [--seconds N] [--template ID]
 *
 * Prints a table and the targets, and writes .bench/latest.json. All rows come from one run on one machine: compare
 * ratios, not seconds. A missed target is marked; the run still succeeds.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { countExternalMemoryInGcLimit } from '../../lib/runtime/external-memory-gc.ts';
import { apiLatency } from './api-latency.ts';
import { makeDeck } from './deck.ts';
import { fadesBench, fadesByFfmpeg } from './fades.ts';
import { hourBench } from './hour.ts';
import { meltBench } from './melt.ts';
import { memoryBench } from './memory.ts';
import { naiveBench } from './naive.ts';
import { writeNarration } from './narration.ts';
import { narrationHour } from './narration-hour.ts';
import { remotionBench } from './remotion.ts';
import { type Bench, type BenchContext, type Row, withRatios } from './row.ts';
import { scalingBench } from './scaling.ts';
import { formatTable } from './table.ts';
import { targetLine, targetsOf } from './targets.ts';
import { drawOnTheWay, makeVideo } from './video-part.ts';
import { templateRows, videoRows } from './video-rows.ts';
import { wholeJob } from './whole-job.ts';

/** In the order in which they are run: what is compared is close together, and the naive ones, which heat the machine up,
 * come after what they are compared with. */
const BENCHES: readonly Bench[] = [
  ...[apiLatency, videoRows, wholeJob, naiveBench, meltBench],
  ...[fadesBench, fadesByFfmpeg, scalingBench, templateRows, memoryBench],
];
/** Slow; each by an option of its own. */
const WHEN_ASKED: readonly Bench[] = [hourBench, remotionBench, narrationHour];

const SIZE = { width: 1920, height: 1080 };
const FPS = 30;
const FULL = { slides: 60, seconds: 10 };
const QUICK = { slides: 6, seconds: 6 };

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  hour: { type: 'boolean', default: false },
  remotion: { type: 'boolean', default: false },
  only: { type: 'string' },
  slides: { type: 'string' },
  seconds: { type: 'string' },
  template: { type: 'string', default: 'plain' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const standard = values.quick ? QUICK : FULL;
  const slides = Number(values.slides ?? standard.slides);
  const secondsPerSlide = Number(values.seconds ?? standard.seconds);
  const benches = chosen(values.only, { hour: values.hour, remotion: values.remotion });
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const deck = await makeDeck(slides, SIZE, [values.template]);
    const context: BenchContext = {
      deck,
      fps: FPS,
      secondsPerSlide,
      quick: values.quick,
      folder,
      ...writtenOnce(deck, folder, slides * secondsPerSlide),
      runtime: { ffmpegPath: bundledFfmpeg },
    };
    await warmUp(context);
    const rows: Row[] = [];
    for (const bench of benches) {
      for await (const row of measured(bench, context)) rows.push(row);
      // After each, so that a run which is ended early leaves what it has.
      await save(rows, context);
    }
    const what = `${slides} slides of ${secondsPerSlide} s, ${SIZE.width}x${SIZE.height} at ${FPS} fps`;
    const all = withRatios(rows);
    const lines = targetsOf(all).map(targetLine);
    console.log([`${what}, ${cpus().length} cores`, formatTable(all), '', ...lines].join('\n'));
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
    throw new Error(`There is no benchmark "${wanted}": there are ${names.join(', ')}`);
  });
}

/** Files that several ways of making the video read, written when the first of them asks. */
function writtenOnce(deck: BenchContext['deck'], folder: string, seconds: number): Pick<BenchContext, 'pngs' | 'wav'> {
  let pngs: Promise<string> | undefined;
  let wav: Promise<string> | undefined;
  const writePngs = async () => {
    await deck.writePngs(folder);
    return join(folder, '%03d.png');
  };
  const writeWav = async () => {
    const path = join(folder, 'narration.wav');
    await writeNarration(path, seconds);
    return path;
  };
  return {
    pngs: () => {
      pngs ??= writePngs();
      return pngs;
    },
    wav: () => {
      wav ??= writeWav();
      return wav;
    },
  };
}

/** The first that is measured must not be the one that loads fonts and binaries and has cold code. */
async function warmUp(context: BenchContext): Promise<void> {
  const deck = await makeDeck(3, context.deck.size, [context.deck.template(0)]);
  await rm(await makeVideo({ ...context, secondsPerSlide: 1 }, deck, drawOnTheWay(deck)));
  for (const [index] of context.deck.slides.entries()) if (index < 10) await context.deck.draw(index);
}

/** One that fails costs no other one its rows. */
async function* measured(bench: Bench, context: BenchContext): AsyncGenerator<Row> {
  try {
    for await (const row of bench.rows(context)) {
      console.error(`${bench.name}: ${row.name}: ${row.seconds?.toFixed(2) ?? '-'} s ${row.note ?? ''}`);
      yield row;
    }
  } catch (error) {
    console.error(error);
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    yield { id: `${bench.name}-failed`, name: bench.name, error: message };
  }
}

async function save(measuredRows: readonly Row[], { deck, secondsPerSlide }: BenchContext): Promise<void> {
  const rows = withRatios(measuredRows);
  const about = { at: new Date().toISOString(), slides: deck.slides.length, secondsPerSlide, ...SIZE, fps: FPS };
  await mkdir('.bench', { recursive: true });
  await writeFile('.bench/latest.json', `${JSON.stringify({ ...about, rows, targets: targetsOf(rows) }, null, 2)}\n`);
}

// As every worker that draws does.
countExternalMemoryInGcLimit();
await main();
