/**
 * Encodes videos of several sizes, frame rates and lengths, and has both decoders compare them (see second-decoder.ts);
 * then breaks one, and checks that this is noticed.
 *
 *   node test/ci/second-decoder-samples.ts
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { encodeSegment, type SegmentSpec } from '../../lib/video/encode-segment.ts';
import { skipFrame } from '../../lib/video/h264/synthesize.ts';
import { muxSegments } from '../../lib/video/mux-segments.ts';
import type { RawPicture } from '../../lib/video/picture.ts';
import { skipTemplate } from '../../lib/video/skip-template-cache.ts';
import { compareDecoders } from './second-decoder.ts';

const LENGTHS = [1, 7, 137, 899, 1, 1];
const SAMPLES: readonly Omit<SegmentSpec, 'quality' | 'frames'>[] = [
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
function patterned(width: number, height: number, seed: number): RawPicture {
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

async function sample(
  file: string,
  { width, height, fps }: (typeof SAMPLES)[number],
  lengths = LENGTHS,
): Promise<void> {
  const spec: SegmentSpec = { width, height, fps, quality: 'standard', frames: lengths };
  const pictures = async function* (first: number): AsyncGenerator<RawPicture> {
    for (let i = 0; i < lengths.length; i++) yield patterned(width, height, first + i);
  };
  // Two segments, so that IDR pictures of different encodings meet.
  const segments = [`${file}.1.h264`, `${file}.2.h264`];
  let frames = 0;
  for (const [i, segment] of segments.entries()) {
    const encoded = await encodeSegment(spec, pictures(i * lengths.length), segment, runtime);
    if (encoded.method !== 'skip_frames') throw new Error(`${width}x${height} was encoded by ${encoded.method}`);
    frames += encoded.frames;
  }
  await muxSegments({ segments, fps, width, height, frames }, file, runtime);
}

/** Skipped frames that all have the same frame_num: ffmpeg plays them without a word. */
async function breakFrameNumbers(file: string, spec: SegmentSpec): Promise<void> {
  const template = await skipTemplate(spec, runtime);
  const bytes = await readFile(file);
  let changed = 0;
  for (let frameNum = 2; frameNum < 16; frameNum++) {
    const from = Buffer.from(skipFrame(template, frameNum));
    const to = Buffer.from(skipFrame(template, 1));
    for (let at = bytes.indexOf(from); at >= 0 && from.length === to.length; at = bytes.indexOf(from, at)) {
      to.copy(bytes, at);
      changed += 1;
    }
  }
  if (changed === 0) throw new Error('found no frame to break');
  await writeFile(file, bytes);
}

/** What is wrong with a file, in words; undefined when both decoders agree on every frame. */
async function faultOf(file: string): Promise<string | undefined> {
  try {
    const { firstDifference } = await compareDecoders(file, ffmpegPath);
    return firstDifference === undefined ? undefined : `differs from frame ${firstDifference}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'decoders-'));
let failures = 0;
try {
  for (const spec of SAMPLES) {
    const name = `${spec.width}x${spec.height} at ${spec.fps} fps`;
    const file = join(folder, 'sample.mp4');
    await sample(file, spec);
    const { frames, firstDifference } = await compareDecoders(file, ffmpegPath);
    const isEqual = frames === 2 * LENGTHS.reduce((a, b) => a + b) && firstDifference === undefined;
    if (!isEqual) failures += 1;
    console.log(
      isEqual
        ? `equal      ${name}: ${frames} frames`
        : `DIFFERENT  ${name}: from frame ${firstDifference} of ${frames}`,
    );
  }
  const broken = { width: 640, height: 360, fps: 30 } as const;
  const file = join(folder, 'broken.mp4');
  await sample(file, broken, [40]);
  const before = await faultOf(file);
  await breakFrameNumbers(file, { ...broken, quality: 'standard', frames: [40] });
  const after = await faultOf(file);
  const isNoticed = before === undefined && after !== undefined;
  if (!isNoticed) failures += 1;
  console.log(`${isNoticed ? 'noticed   ' : 'MISSED    '} broken frame numbers: ${(before ?? after)?.split('\n')[0]}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
