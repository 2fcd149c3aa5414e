import { PassThrough } from 'node:stream';
import { type FfmpegRuntime, runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import type { RawPicture } from '#engine/video/picture.ts';

/** One plane of 8-bit samples, row by row. */
export interface Plane {
  width: number;
  height: number;
  samples: Uint8Array;
}

/** The luma of a drawn picture in limited-range BT.709, by the formula and not by an encoder's conversion. */
export function lumaOf({ width, height, rgba }: RawPicture): Plane {
  const samples = new Uint8Array(width * height);
  for (let i = 0; i < samples.length; i++) {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]];
    samples[i] = Math.round(16 + ((0.2126 * red + 0.7152 * green + 0.0722 * blue) * 219) / 255);
  }
  return { width, height, samples };
}

const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Mean structural similarity over windows of 8 × 8 samples, 4 apart: 1 for equal planes. */
export function ssim(a: Plane, b: Plane): number {
  if (a.width !== b.width || a.height !== b.height) throw new RangeError('the planes differ in size');
  let total = 0;
  let windows = 0;
  for (let y = 0; y + WINDOW <= a.height; y += STEP) {
    for (let x = 0; x + WINDOW <= a.width; x += STEP) {
      total += windowSsim(a.samples, b.samples, y * a.width + x, a.width);
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim(a: Uint8Array, b: Uint8Array, start: number, stride: number): number {
  let sumA = 0;
  let sumB = 0;
  let squares = 0;
  let product = 0;
  for (let row = 0; row < WINDOW; row++) {
    const from = start + row * stride;
    for (let i = from; i < from + WINDOW; i++) {
      const p = a[i] ?? 0;
      const q = b[i] ?? 0;
      sumA += p;
      sumB += q;
      squares += p * p + q * q;
      product += p * q;
    }
  }
  const n = WINDOW * WINDOW;
  const means = (sumA / n) * (sumB / n);
  const meanSquares = (sumA / n) ** 2 + (sumB / n) ** 2;
  const variances = (squares / n - meanSquares) * (n / (n - 1));
  const covariance = (product / n - means) * (n / (n - 1));
  return ((2 * means + C1) * (2 * covariance + C2)) / ((meanSquares + C1) * (variances + C2));
}

export interface FramesWanted {
  /** Every so manieth frame, from `offset` on. */
  every: number;
  offset: number;
  width: number;
  height: number;
  /** Seconds from which frames count; without it the whole video is decoded. */
  seek?: number;
  /** How many at most. */
  count?: number;
}

/** The luma of some frames of a video. */
export async function* lumaOfFrames(
  file: string,
  { every, offset, width, height, seek, count }: FramesWanted,
  runtime: FfmpegRuntime,
): AsyncGenerator<Plane> {
  const stream = new PassThrough();
  const options = ['-map', '0:v:0', '-vf', `select=eq(mod(n\\,${every})\\,${offset})`, '-vsync', '0'];
  const most = count === undefined ? [] : ['-frames:v', String(count)];
  const output = { at: stream, options: [...options, ...most, '-f', 'rawvideo', '-pix_fmt', 'yuv420p'] };
  const from = seek === undefined ? [] : ['-ss', seek.toFixed(6)];
  const run = runFfmpeg({ inputs: [{ at: file, options: from }], output }, runtime);
  run.catch((error: Error) => stream.destroy(error));
  const frame = Buffer.alloc((width * height * 3) / 2);
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(frame, filled, at);
      filled += taken;
      at += taken;
      if (filled < frame.length) continue;
      filled = 0;
      yield { width, height, samples: Uint8Array.from(frame.subarray(0, width * height)) };
    }
  }
  await run;
}
