import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDeck } from '../deck.ts';
import { filmFiles } from '../film-files.ts';
import { framesOf } from '../frames.ts';
import { describeVideo } from '../likeness.ts';
import { naiveBench } from '../naive.ts';
import { type WatchedRun, watchCpuOfChildren } from '../process-tree.ts';
import { type Bench, type BenchContext, pictureAt, type Row } from '../row.ts';
import { type Timed, timed } from '../timed.ts';
import { wholeJob } from '../whole-job.ts';
import { editlyRival } from './editly.ts';
import { hyperframesRival } from './hyperframes.ts';
import { runLimited } from './limited-run.ts';
import { meltRival } from './melt.ts';
import { moviepyRival } from './moviepy.ts';
import { remotionRival } from './remotion.ts';
import { filesOf, type Rival, type RivalFilm, type RivalMotion } from './rival.ts';

const RIVALS = [meltRival, moviepyRival, editlyRival, remotionRival, hyperframesRival];

/** A minute of video: those that photograph every frame need minutes for it. */
const RIVAL_SLIDES = 6;
const RIVAL_SECONDS = 10;
/** Each may take this long for it. */
const LIMIT_SECONDS = 900;

const prefixed = (id: string): string => `rivals-${id}`;

/** The same video by this service, by ffmpeg alone and by other programs, each from its own start to a finished MP4. */
export const rivalsBench: Bench = {
  name: 'rivals',
  async *rows(context) {
    const folder = join(context.folder, 'rivals');
    await mkdir(folder, { recursive: true });
    const deck = await makeDeck(RIVAL_SLIDES, context.deck.size, [context.deck.template(0)]);
    const film: BenchContext = {
      ...context,
      ...{ deck, folder, secondsPerSlide: RIVAL_SECONDS },
      ...filmFiles(deck, folder, RIVAL_SLIDES * RIVAL_SECONDS),
    };
    for (const bench of [wholeJob, naiveBench])
      for await (const row of bench.rows(film))
        yield {
          ...row,
          id: prefixed(row.id),
          name: `${RIVAL_SLIDES} slides: ${row.name}`,
          against: row.against?.map(prefixed),
        };
    for (const rival of RIVALS)
      yield await rowOfRival(rival, film, {
        id: prefixed(rival.id),
        name: `${RIVAL_SLIDES} slides: ${rival.name}`,
        against: [prefixed(naiveBench.name)],
      });
  },
};

/**
 * The video of a context by another program.
 * @param row what its row is called, and what it is compared with
 * @param moved the movements, and the pictures of slides before they start; absent: nothing moves
 */
export async function rowOfRival(
  rival: Rival,
  context: BenchContext,
  row: Pick<Row, 'id' | 'name' | 'against'>,
  moved?: { pictures: readonly string[]; motion: RivalMotion },
): Promise<Row> {
  const { deck, fps, secondsPerSlide } = context;
  const folder = join(context.folder, rival.id);
  await mkdir(folder, { recursive: true });
  const [pattern, wav] = await Promise.all([context.pngs(), context.wav()]);
  const pictures = deck.slides.map((_, index) => pictureAt(pattern, index));
  const video = join(folder, 'film.mp4');
  const film: RivalFilm = { pictures, wav, size: deck.size, fps, secondsPerSlide, folder, video, ...moved };
  try {
    const { program, options, version, environment } = await rival.install(film);
    const limits = { folder, seconds: LIMIT_SECONDS, environment };
    const run = await timed(() => watchCpuOfChildren(() => runLimited(program, options, limits)));
    return {
      ...row,
      ...(await resultOf(video, context, moved !== undefined)),
      seconds: run.seconds,
      cpuSeconds: leastCpuSeconds(run),
      filmSeconds: deck.slides.length * secondsPerSlide,
      program: { version, command: shown(film, [program, ...options]) },
      note: version,
    };
  } catch (error) {
    return { ...row, missing: error instanceof Error ? error.message : String(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Processor time that a program took at least: the kernel's sum is without children that were killed, the sum of the watch without what they
 * took after its last look. Undefined where the system does not tell.
 */
const leastCpuSeconds = ({ cpuSeconds, result }: Timed<WatchedRun<unknown>>): number | undefined =>
  cpuSeconds === undefined || result.cpuSeconds === undefined ? undefined : Math.max(cpuSeconds, result.cpuSeconds);

/** What it made. Some make a frame more or less, which is not a reason to leave them out. While parts still come, nothing is compared. */
async function resultOf(video: string, context: BenchContext, isMoved: boolean): Promise<Partial<Row>> {
  const { deck, fps, secondsPerSlide } = context;
  const [frames, { size: bytes }] = await Promise.all([framesOf(video), stat(video)]);
  const wanted = deck.slides.length * secondsPerSlide * fps;
  if (frames === wanted && !isMoved) return describeVideo(video, deck, context);
  if (Math.abs(frames - wanted) > fps) throw new Error(`made ${frames} frames of ${wanted}`);
  return { frames, bytes };
}

/** A command as it is shown: files by their names. */
function shown(film: RivalFilm, words: readonly string[]): string {
  const short = (word: string) =>
    filesOf(film).reduce((text, file) => text.replaceAll(file, file.split('/').at(-1) ?? ''), word);
  return words.map((word) => short(word).replaceAll(`${film.folder}/`, '')).join(' ');
}
