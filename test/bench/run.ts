/**
 * Measures how long a deck of standing slides takes, against a naive ffmpeg run over the same pictures.
 *
 *   node test/bench/run.ts [--quick] [--slides N] [--seconds N]
 *
 * Prints a table and writes .bench/latest.json. All rows come from one run on one machine: compare ratios, not seconds.
 */
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { inspectMp4 } from '../../lib/video/inspect.ts';
import { createLatency, readLatency } from './api-latency.ts';
import { makeDeck } from './deck.ts';
import { NAIVE, naive } from './naive.ts';
import { writeNarration } from './narration.ts';
import { writeRawPictures } from './raw-pictures.ts';
import { type BenchContext, formatTable, type Measurement, type Row } from './row.ts';
import { lumaOf, lumaOfFrames, ssim } from './ssim.ts';
import { drawing, videoPart, videoPartDrawn, videoPartFromPngs } from './video-part.ts';
import { wholeJob } from './whole-job.ts';

/** In the order in which they are run. The naive one comes last: it heats the machine up. */
const MEASUREMENTS: readonly Measurement[] = [
  readLatency,
  createLatency,
  drawing,
  videoPart,
  videoPartFromPngs,
  videoPartDrawn,
  wholeJob(),
  naive,
];

const SIZE = { width: 1920, height: 1080 };
const FPS = 30;
const FULL = { slides: 60, seconds: 10 };
const QUICK = { slides: 6, seconds: 5 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean' }, slides: { type: 'string' }, seconds: { type: 'string' } },
  });
  const standard = values.quick ? QUICK : FULL;
  const slides = Number(values.slides ?? standard.slides);
  const secondsPerSlide = Number(values.seconds ?? standard.seconds);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const context = await prepare(folder, slides, secondsPerSlide);
    const rows = withRatios(await measureAll(context));
    console.log(
      `${slides} slides x ${secondsPerSlide} s, ${SIZE.width}x${SIZE.height} at ${FPS} fps, ${cpus().length} cores`,
    );
    console.log(formatTable(rows));
    await mkdir('.bench', { recursive: true });
    const result = { at: new Date().toISOString(), slides, secondsPerSlide, ...SIZE, fps: FPS, rows };
    await writeFile('.bench/latest.json', `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(folder: string, slides: number, secondsPerSlide: number): Promise<BenchContext> {
  const context: BenchContext = {
    deck: await makeDeck(slides, SIZE),
    fps: FPS,
    secondsPerSlide,
    folder,
    pngPattern: join(folder, '%03d.png'),
    wavFile: join(folder, 'narration.wav'),
    runtime: { ffmpegPath: bundledFfmpeg },
  };
  await context.deck.writePngs(folder);
  await writeRawPictures(context);
  await writeNarration(context.wavFile, slides * secondsPerSlide);
  return context;
}

async function measureAll(context: BenchContext): Promise<Row[]> {
  const rows: Row[] = [];
  for (const measurement of MEASUREMENTS) {
    const { name } = measurement;
    await measurement.prepare?.(context);
    const start = performance.now();
    const cpuStart = await cpuSeconds();
    const { video, note } = await measurement.run(context);
    const seconds = (performance.now() - start) / 1000;
    const cpu = difference(await cpuSeconds(), cpuStart);
    await measurement.release?.();
    rows.push({ name, seconds, cpuSeconds: cpu, note, ...(video && (await describe(video, context))) });
    if (video) await rm(video);
  }
  return rows;
}

/** Size, frames, and likeness of the frame in the middle of each slide to the drawn slide. */
async function describe(file: string, { deck, fps, secondsPerSlide, runtime }: BenchContext): Promise<Partial<Row>> {
  const every = fps * secondsPerSlide;
  const likeness: number[] = [];
  for await (const luma of lumaOfFrames(file, { every, offset: Math.floor(every / 2), ...deck.size }, runtime)) {
    likeness.push(ssim(lumaOf(await deck.draw(likeness.length)), luma));
  }
  if (likeness.length !== deck.slides) throw new Error(`${file} shows ${likeness.length} of ${deck.slides} slides`);
  const ssimMean = likeness.reduce((total, value) => total + value, 0) / likeness.length;
  const { video } = await inspectMp4(file);
  return { bytes: (await stat(file)).size, frames: video.samples, ssimMean, ssimMin: Math.min(...likeness) };
}

function withRatios(rows: readonly Row[]): Row[] {
  const base = rows.find(({ name }) => name === NAIVE);
  return rows.map((row) => ({
    ...row,
    ratio: quotient(row.seconds, base?.seconds),
    cpuRatio: quotient(row.cpuSeconds, base?.cpuSeconds),
  }));
}

const quotient = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b;

const difference = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a - b;

/** User and system time of this process and of its ended children (Linux only). */
async function cpuSeconds(): Promise<number | undefined> {
  const TICKS_PER_SECOND = 100;
  const line = await readFile('/proc/self/stat', 'utf8').catch(() => undefined);
  // The fields behind the name, which is in brackets: state is the first; 12 to 15 are utime, stime, cutime, cstime.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields && fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / TICKS_PER_SECOND;
}

await main();
