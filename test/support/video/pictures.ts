import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { type FfmpegInputOrOutput, runFfmpeg } from '#engine/video/ffmpeg/run.ts';
import type { RawPicture } from '#engine/video/picture.ts';

export const runtime = { ffmpegPath };

/** A temporary folder that is removed when the scope ends. */
export async function temporaryFolder(): Promise<{ path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'video-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A picture with edges, flat parts and a gradient; another one for every seed. */
export function patternedPicture({ width, height }: { width: number; height: number }, seed: number): RawPicture {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInk = (Math.floor(x / 5) * 7 + Math.floor(y / 9) * 13 + seed * 5) % 11 < 3;
      const at = (y * width + x) * 4;
      rgba[at] = isInk ? 20 : (x * 255) / width;
      rgba[at + 1] = isInk ? 20 : (y * 255) / height;
      rgba[at + 2] = isInk ? 40 : (seed * 60) % 256;
      rgba[at + 3] = 255;
    }
  }
  return { width, height, rgba };
}

export async function* pictures(
  size: { width: number; height: number },
  seeds: readonly number[],
): AsyncGenerator<RawPicture> {
  for (const seed of seeds) yield patternedPicture(size, seed);
}

/** Runs ffmpeg and gives what it writes to a pipe. */
export async function ffmpegOutput(
  inputs: readonly FfmpegInputOrOutput<Readable>[],
  options: readonly string[],
): Promise<Buffer> {
  const stream = new PassThrough();
  const [bytes] = await Promise.all([buffer(stream), runFfmpeg({ inputs, output: { at: stream, options } }, runtime)]);
  return bytes;
}

/** MD5 of every frame of a video file, as ffmpeg decodes it. Annex B files need `-f h264` in `input`. */
export async function frameHashes(file: string, input: readonly string[] = []): Promise<string[]> {
  const text = await ffmpegOutput([{ at: file, options: input }], ['-map', '0:v:0', '-vsync', '0', '-f', 'framemd5']);
  const lines = text.toString().split('\n');
  return lines.filter((line) => /^\d/.test(line)).map((line) => line.split(',').at(-1)?.trim() ?? '');
}

/** [hash, count] of every run of equal neighbours. */
export function runsOf(hashes: readonly string[]): [hash: string, count: number][] {
  const runs: [string, number][] = [];
  for (const hash of hashes) {
    const last = runs.at(-1);
    if (last?.[0] === hash) last[1] += 1;
    else runs.push([hash, 1]);
  }
  return runs;
}

export const ANNEX_B = ['-f', 'h264'];
