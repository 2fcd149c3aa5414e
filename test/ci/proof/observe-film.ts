import { hash } from 'node:crypto';
import { containerOfCodec } from '#engine/video/codecs/codec-facts.ts';
import type { FfmpegRuntime } from '#engine/video/ffmpeg/run.ts';
import { inspectMp4, type SampleDurationRun } from '#engine/video/mp4/inspect.ts';
import { inspectWebm } from '#engine/video/webm/inspect.ts';
import { type Plane, ssim } from '#test/bench/ssim.ts';
import { decodedPictures } from './decoded-pictures.ts';
import type { Film, FilmShot } from './film.ts';

/** What the index of a file says of its frames. */
export interface Index {
  frames: number;
  keyframes: readonly number[];
  width: number;
  height: number;
  /** How long the frames last: one entry where all last as long. In ticks of an MP4 file, in frames of a WebM file. */
  runs: readonly SampleDurationRun[];
  /** In those ticks, or in frames. */
  ticksPerSecond: number;
}

/** What a file shows. */
export interface Observation {
  index: Index;
  /** MD5 of every decoded picture. */
  hashes: string[];
  /** By frame: the similarity (SSIM) to the drawn slide; undefined where pictures move. */
  ssims: (number | undefined)[];
}

async function readIndex({ file, settings }: Film): Promise<Index> {
  if (containerOfCodec(settings.codec) === 'webm') {
    const { video } = await inspectWebm(file);
    // Whole milliseconds: a time is right where it is the nearest one.
    const isRight = video.times.every((time, frame) => Math.abs(time - (frame * 1000) / settings.fps) <= 0.5);
    const runs = isRight ? [{ count: video.times.length, duration: 1 }] : [];
    return { ...video, frames: video.times.length, runs, ticksPerSecond: settings.fps };
  }
  const { video } = await inspectMp4(file);
  return { ...video, frames: video.samples, ticksPerSecond: video.timescale };
}

/** The drawn picture that stands at each frame; undefined where pictures move. */
const pictureAtFrames = (shots: readonly FilmShot[]): (number | undefined)[] =>
  shots.flatMap((shot) => Array<number | undefined>(shot.frames).fill('fade' in shot ? undefined : shot.picture));

/**
 * Reads a video's index and decodes its pictures, of which one is held at a time. `drawn` is the luma of its slides.
 * @throws FfmpegError where the decoder complains; Mp4Error or WebmError
 */
export async function observeFilm(film: Film, drawn: readonly Plane[], runtime: FfmpegRuntime): Promise<Observation> {
  const { width, height } = film.settings;
  const standing = pictureAtFrames(film.shots);
  const observation: Observation = { index: await readIndex(film), hashes: [], ssims: [] };
  const known = new Map<string, number>();
  for await (const picture of decodedPictures(film.file, film.settings, runtime)) {
    const slide = standing[observation.hashes.length];
    const digest = hash('md5', picture);
    observation.hashes.push(digest);
    const source = slide === undefined ? undefined : drawn[slide];
    if (!source) {
      observation.ssims.push(undefined);
      continue;
    }
    const key = `${slide} ${digest}`;
    const similarity = known.get(key) ?? ssim(source, { width, height, samples: picture.subarray(0, width * height) });
    known.set(key, similarity);
    observation.ssims.push(similarity);
  }
  return observation;
}
