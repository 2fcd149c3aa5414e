import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';

const run = promisify(execFile);
let count = 0;

/** Makes a file with ffmpeg. @param options all options but the output's name. @param extension its format, if the options do not say it */
export async function madeByFfmpeg(options: readonly string[], extension: string): Promise<Buffer<ArrayBuffer>> {
  count += 1;
  const file = join(tmpdir(), `clip-${process.pid}-${count}.${extension}`);
  try {
    await run(ffmpegPath, ['-v', 'error', '-y', ...options, file]);
    return await readFile(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** The input options of one colour. @param seconds its length */
export const colour = (name: string, seconds: number, size = '320x180', rate = 25): string[] => [
  ...['-f', 'lavfi', '-i', `color=${name}:s=${size}:r=${rate}:d=${seconds}`],
];

/** The input options of a tone. */
export const tone = (hertz: number, seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `sine=${hertz}:r=48000:d=${seconds}`],
];

/** Output options of MP4. */
export const MP4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
