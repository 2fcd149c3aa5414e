/**
 * Makes videos of several sizes, frame rates and lengths, with fades between some pictures, and has both decoders compare
 * them (see second-decoder.ts); then breaks one, and checks that this is noticed.
 *
 *   node test/ci/second-decoder-samples.ts
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import { encodeSkippedFrameTemplate } from '#engine/video/h264/encode/skip-templates.ts';
import { skippedFrameUnit } from '#engine/video/h264/skip-frames.ts';
import type { RawPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { type Film, type FilmShot, makeFilm } from './proof/film.ts';
import { compareDecoders } from './second-decoder.ts';

const PICTURES = 4;
/** IDR pictures of different encodings meet, some with the same `idr_pic_id`, and `frame_num` starts again from 0. */
const SHOTS: readonly FilmShot[] = [
  { picture: 0, frames: 1 },
  { picture: 1, frames: 7 },
  { picture: 2, frames: 137 },
  { fade: [2, 3], frames: 12 },
  { picture: 3, frames: 899 },
  { picture: 0, frames: 1 },
  { picture: 2, frames: 1 },
  { fade: [2, 0], frames: 1 },
  { fade: [0, 1], frames: 1 },
  { picture: 1, frames: 1 },
];
/**
 * Fades that decoders blend. OpenH264 2.3 shows frames in another order where key frames of such a stream follow one another
 * within two frames; the plan of a render has no such shots.
 */
const BLENDED: readonly FilmShot[] = [
  { picture: 1, frames: 7 },
  { fade: [1, 2], frames: 12 },
  { picture: 2, frames: 137 },
  { fade: [2, 3], frames: 1 },
  { picture: 3, frames: 299 },
  { fade: [3, 0], frames: 2 },
  { picture: 0, frames: 3 },
  { fade: [0, 1], frames: 60 },
  { picture: 1, frames: 60 },
];
/** Pictures that come in from a side, which decoders move. */
const MOVED: readonly FilmShot[] = (['slide', 'cover'] as const).flatMap((type) => [
  { picture: 0, frames: 20 },
  { fade: [0, 1], frames: 12, movesIn: { type, direction: 'ltr' } },
  { picture: 1, frames: 5 },
  { fade: [1, 2], frames: 30, movesIn: { type, direction: 'rtl' } },
  { picture: 2, frames: 161 },
  { fade: [2, 0], frames: 2, movesIn: { type, direction: 'ltr' } },
]);
/** Parts that drift while a picture stands, before and after a fade. */
const DRIFTS = [
  { x: 0, y: 0, width: 64, height: 64, across: -12, down: -8 },
  { x: 160, y: 112, width: 144, height: 96, across: 9, down: 14 },
];
const DRIFTING: readonly FilmShot[] = [
  { picture: 0, frames: 140, drifts: DRIFTS },
  { fade: [0, 1], frames: 12 },
  { picture: 1, frames: 330, drifts: DRIFTS.slice(1) },
  { picture: 2, frames: 40 },
];
/** A part of the picture that grows, while it stands and while another picture fades in. */
const ROOM = { x: 0, y: 0, width: 230, height: 300, anchorX: 230, anchorY: 90 };
const sizes = (from: number, frames: number, picture: number, before?: number) => ({
  room: ROOM,
  sizes: { picture, before, frames: Array.from({ length: frames }, (_, i) => 1 + 0.0005 * (from + i)) },
});
const ZOOMING: readonly FilmShot[] = [
  { picture: 0, frames: 90, zooms: sizes(0, 90, 1) },
  { fade: [0, 1], frames: 12, zooms: sizes(90, 12, 1.051, 1) },
  { picture: 1, frames: 100, zooms: sizes(102, 100, 1.051) },
  { picture: 2, frames: 3, zooms: sizes(202, 3, 1.101) },
  { fade: [2, 3], frames: 6 },
  { picture: 3, frames: 20 },
];
type SampleSize = Pick<VideoSettings, 'width' | 'height' | 'fps'>;

const SAMPLES: readonly SampleSize[] = [
  { width: 1920, height: 1080, fps: 30 },
  { width: 1080, height: 1920, fps: 60 },
  { width: 854, height: 480, fps: 24 },
  { width: 480, height: 854, fps: 25 },
  { width: 1080, height: 1350, fps: 30 },
  { width: 720, height: 720, fps: 50 },
  { width: 3840, height: 2160, fps: 60 },
];
const runtime = { ffmpegPath };

/** Edges, flat parts and gradients; another picture for every seed. */
function patterned({ width, height }: SampleSize, seed: number): RawPicture {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < rgba.length; at += 4) {
    const x = (at / 4) % width;
    const y = Math.floor(at / 4 / width);
    const isInk = ((x >> 4) * 7 + (y >> 5) * 13 + seed * 5) % 11 < 3;
    rgba[at] = isInk ? 20 : (x * 255) / width;
    rgba[at + 1] = isInk ? 20 : (y * 255) / height;
    rgba[at + 2] = isInk ? 40 : (seed * 60) % 256;
  }
  return { width, height, rgba };
}

async function sample(size: SampleSize, folder: string, shots: readonly FilmShot[]): Promise<Film> {
  const pictures = Array.from({ length: PICTURES }, (_, seed) => patterned(size, seed));
  const settings = { codec: 'h264', ...size, quality: 'standard' } as const;
  const film = await makeFilm({ settings, pictures, shots, folder, encodesFades: shots === SHOTS }, runtime);
  if (!film.isCopied) throw new Error('no skipped frames were written');
  return film;
}

/** Skipped frames that all have the same frame_num: ffmpeg plays them without a word. */
async function breakFrameNumbers(file: string, size: SampleSize): Promise<void> {
  const template = await encodeSkippedFrameTemplate(size, runtime);
  const bytes = await readFile(file);
  let changed = 0;
  for (let frameNum = 2; frameNum < 16; frameNum++) {
    const from = Buffer.from(skippedFrameUnit(template, frameNum));
    const to = Buffer.from(skippedFrameUnit(template, 1));
    for (let at = bytes.indexOf(from); at >= 0 && from.length === to.length; at = bytes.indexOf(from, at)) {
      to.copy(bytes, at);
      changed += 1;
    }
  }
  if (changed === 0) throw new Error('found no frame to break');
  await writeFile(file, bytes);
}

/** What is wrong with a file, in words; undefined when both decoders agree on every frame. */
async function faultOf({ file, frames }: Pick<Film, 'file' | 'frames'>): Promise<string | undefined> {
  try {
    const found = await compareDecoders(file, ffmpegPath);
    if (found.firstDifference !== undefined) return `differs from frame ${found.firstDifference} of ${found.frames}`;
    return found.frames === frames ? undefined : `has ${found.frames} frames, not ${frames}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'decoders-'));
let failures = 0;
try {
  for (const size of SAMPLES) {
    const isMovable = size.width <= codecFactsOf('h264').widestMove;
    for (const [what, shots] of Object.entries({
      '': SHOTS,
      ', blended fades': BLENDED,
      ', parts that drift': DRIFTING,
      ', an image that grows': ZOOMING,
      ...(isMovable ? { ', moved pictures': MOVED } : {}),
    })) {
      const name = `${size.width}x${size.height} at ${size.fps} fps${what}`;
      const film = await sample(size, folder, shots);
      const fault = await faultOf(film);
      if (fault !== undefined) failures += 1;
      console.log(fault === undefined ? `equal      ${name}: ${film.frames} frames` : `DIFFERENT  ${name}: ${fault}`);
    }
  }
  const small = { width: 640, height: 360, fps: 30 } as const;
  const film = await sample(small, folder, [{ picture: 0, frames: 40 }]);
  const before = await faultOf(film);
  await breakFrameNumbers(film.file, small);
  const after = await faultOf(film);
  const isNoticed = before === undefined && after !== undefined;
  if (!isNoticed) failures += 1;
  console.log(`${isNoticed ? 'noticed   ' : 'MISSED    '} broken frame numbers: ${(before ?? after)?.split('\n')[0]}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
