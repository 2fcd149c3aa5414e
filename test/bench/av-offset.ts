import { type FfmpegRuntime, streamFfmpegOutput } from '#engine/video/ffmpeg/run.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import { findSound } from './audio-lag.ts';
import { lumaOf, lumaOfFrames, type Plane } from './ssim.ts';

/** The slides that are measured: each follows another one, and its speech starts this number of seconds after it. */
export interface Event {
  file: string;
  before: RawPicture;
  slide: RawPicture;
  /** A recording of the speech: a file that ffmpeg reads. */
  speech: string;
  speechDelay: number;
  /** Where the slide should start. */
  frame: number;
  fps: number;
}

export interface Offset {
  /** Frame at which the slide is seen first. */
  frame: number;
  /** How much later than that, less `speechDelay`, its speech starts; in seconds. */
  seconds: number;
  /** Correlation of the recording with what was heard. */
  likeness: number;
}

/** 0.125 ms a sample: a 1/133 of a frame at 60 fps. */
const SAMPLE_RATE = 8000;
const AROUND_FRAMES = 30;
const AROUND_SECONDS = 1;
const HEARD_SECONDS = 3;
const MIN_LIKENESS = 0.8;

/**
 * Decodes picture and sound around the beginning of a slide and says how far they are apart.
 * @throws Error when the slide or its speech is not found within a second
 */
export async function offsetAt(event: Event, runtime: FfmpegRuntime): Promise<Offset> {
  const frame = await firstFrameOf(event, runtime);
  const expected = frame / event.fps + event.speechDelay;
  const from = expected - AROUND_SECONDS;
  // The filter, not `-ss`: everything before is decoded, so a drift within the track would be seen.
  const cut = `atrim=start=${from.toFixed(6)}:duration=${2 * AROUND_SECONDS + HEARD_SECONDS},asetpts=PTS-STARTPTS`;
  const heard = await samplesOf(event.file, cut, runtime);
  const speech = await samplesOf(event.speech, `atrim=duration=${HEARD_SECONDS}`, runtime);
  const { at, likeness } = findSound(speech, heard, 0, heard.length - speech.length);
  if (likeness < MIN_LIKENESS) throw new Error(`the speech was not found: a correlation of ${likeness.toFixed(2)}`);
  return { frame, seconds: at / SAMPLE_RATE - AROUND_SECONDS, likeness };
}

async function firstFrameOf({ file, before, slide, frame, fps }: Event, runtime: FfmpegRuntime): Promise<number> {
  const [old, wanted] = [lumaOf(before), lumaOf(slide)];
  const first = frame - AROUND_FRAMES;
  let at = first;
  // A quarter of a frame early, for the seek rounds.
  const seek = (first - 0.25) / fps;
  const size = { width: slide.width, height: slide.height };
  for await (const seen of lumaOfFrames(
    file,
    { every: 1, offset: 0, ...size, seek, count: 2 * AROUND_FRAMES },
    runtime,
  )) {
    if (difference(seen, wanted) < difference(seen, old)) return at;
    at += 1;
  }
  throw new Error(`the slide is not seen within ${AROUND_FRAMES} frames of where it should begin`);
}

function difference(a: Plane, b: Plane): number {
  let sum = 0;
  for (let i = 0; i < a.samples.length; i++) sum += Math.abs((a.samples[i] ?? 0) - (b.samples[i] ?? 0));
  return sum;
}

/** Mono, as far as the filter lets it through. */
async function samplesOf(file: string, filter: string, runtime: FfmpegRuntime): Promise<Float32Array> {
  const options = ['-map', '0:a:0', '-af', filter, '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 'f32le'];
  const pieces: Buffer[] = [];
  for await (const piece of streamFfmpegOutput([{ at: file, options: [] }], options, runtime)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const samples = new Float32Array(Math.floor(bytes.length / 4));
  for (const [i] of samples.entries()) samples[i] = bytes.readFloatLE(i * 4);
  return samples;
}
