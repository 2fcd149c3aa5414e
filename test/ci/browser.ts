/**
 * Plays finished videos in headless Chromium, seeks in them, and compares the picture at each place with what ffmpeg decodes.
 *
 *   node test/ci/browser.ts <file.mp4|file.webm>…
 *
 * Over the first file it shows caption files of our as tracks, and compares what is shown with what was written.
 * CHROMIUM names the browser (/usr/bin/chromium), FFMPEG_PATH another ffmpeg. Prints one line for each file; ends with 1
 * when one does not load, is not as long or large as its headers say, comes to rest elsewhere after a seek, shows another
 * picture, or does not play, or when a caption is not shown.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { inspectWebm } from '#engine/video/webm/inspect.ts';
import { Browser } from './browser/devtools.ts';
import { serveFiles } from './browser/file-server.ts';
import { meanColours } from './browser/mean-colours.ts';
import { PLAYED, type Played } from './browser/played.ts';
import { trackFaults } from './browser/tracks.ts';

/** Pictures are compared by the mean colours of their fields: the number of fields across and down. */
const GRID = 4;
/**
 * In steps of 255. A browser interpolates chroma in its own way: fields with narrow stripes in full colours differed by up to 9.
 * Which frame is shown, the browser says itself.
 */
const COLOUR_TOLERANCE = 12;

interface Expected {
  frames: number;
  seconds: number;
  width: number;
  height: number;
}

async function expectedOf(file: string): Promise<Expected> {
  if (file.endsWith('.webm')) {
    const { video, durationSeconds } = await inspectWebm(file);
    return { frames: video.times.length, seconds: durationSeconds, width: video.width, height: video.height };
  }
  const { video, durationSeconds } = await inspectMp4(file);
  return { frames: video.samples, seconds: durationSeconds, width: video.width, height: video.height };
}

/** Forward, to the last frame, back, to the first, and within. */
const seekFrames = ({ frames }: Expected): number[] =>
  [0.3, 0.7, 1, 0.1, 0, 0.5, 0.45, 0.9].map((part) => Math.round(part * (frames - 1)));

const summary = ({ durationSeconds, width, height, seeks, playedFrames, playedSeconds, textTracks }: Played): string =>
  [
    `${durationSeconds} s, ${width}x${height}, ${seeks.length} seeks, ${textTracks} text tracks`,
    `${playedFrames} frames in ${playedSeconds.toFixed(2)} s, first colour ${seeks[0]?.colours[0]}`,
  ].join(', ');

const NOWHERE: Played['seeks'][number] = { seconds: Number.NaN, frameSeconds: Number.NaN, colours: [] };

/** What is wrong, in words; nothing when all is well. */
function faults(
  played: Played,
  expected: Expected,
  { frames, times }: { frames: readonly number[]; times: readonly number[] },
  pictures: readonly number[][][],
): string[] {
  const found: string[] = [];
  if (Math.abs(played.durationSeconds - expected.seconds) > 0.03) found.push(`it lasts ${played.durationSeconds} s`);
  if (played.width !== expected.width || played.height !== expected.height) {
    found.push(`it is ${played.width}x${played.height}`);
  }
  for (const [i, time] of times.entries()) {
    const { seconds, frameSeconds, colours } = played.seeks[i] ?? NOWHERE;
    if (!(Math.abs(seconds - time) < 0.001)) found.push(`a seek to ${time} s ends at ${seconds} s`);
    const frame = Math.round((frameSeconds * expected.frames) / expected.seconds);
    if (frame !== frames[i]) found.push(`a seek to frame ${frames[i]} shows frame ${frame}`);
    const difference = largestDifference(colours, pictures[i] ?? []);
    if (!(difference <= COLOUR_TOLERANCE)) found.push(`at ${time.toFixed(3)} s its colours differ by ${difference}`);
  }
  // Slow machines leave frames out. That none is missing, the seeks show, and the decoders that take their time.
  if (played.playedFrames < 2) found.push(`${played.playedFrames} frames were played in ${played.playedSeconds} s`);
  return found;
}

/** NaN when one has fields that the other has not. */
const largestDifference = (one: readonly number[][], other: readonly number[][]): number =>
  one.length !== other.length || one.length === 0
    ? Number.NaN
    : Math.max(...one.flat().map((value, i) => Math.abs(value - (other.flat()[i] ?? Number.NaN))));

async function main(files: readonly string[]): Promise<number> {
  const ffmpegPath = process.env.FFMPEG_PATH ?? bundledFfmpeg;
  await using server = await serveFiles(files);
  await using browser = await Browser.start(process.env.CHROMIUM ?? '/usr/bin/chromium');
  const evaluate = await browser.openPage(server.url);
  const script = await readFile(new URL('browser/play-in-page.js', import.meta.url), 'utf8');
  let failures = files.length === 0 ? 1 : 0;
  for (const [number, file] of files.entries()) {
    try {
      const expected = await expectedOf(file);
      const frames = seekFrames(expected);
      // In the middle of a frame: no rounding makes it the next one.
      const times = frames.map((frame) => ((frame + 0.5) * expected.seconds) / expected.frames);
      const call = [`${server.url}/file/${number}`, times, GRID].map((value) => JSON.stringify(value)).join();
      const played = PLAYED.parse(await evaluate(`(${script})(${call})`));
      const found = faults(
        played,
        expected,
        { frames, times },
        await meanColours(file, frames, { ...expected, grid: GRID }, { ffmpegPath }),
      );
      const text = summary(played);
      console.log(found.length === 0 ? `plays   ${file}: ${text}` : `FAILED  ${file}: ${text}: ${found.join('; ')}`);
      failures += found.length === 0 ? 0 : 1;
      if (number > 0) continue;
      const captions = await trackFaults(evaluate, `${server.url}/file/${number}`, expected.seconds);
      console.log(captions.length === 0 ? 'shows   captions as tracks' : `FAILED  tracks: ${captions.join('; ')}`);
      failures += captions.length;
    } catch (error) {
      failures += 1;
      console.log(`FAILED  ${file}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return failures === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2));
