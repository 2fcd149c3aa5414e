import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';

export const ffmpegPath = ffmpegInstaller.path;
const run = promisify(execFile);

export async function ffmpeg(...args: string[]): Promise<{ stdout: Buffer; stderr: string }> {
  const options = { encoding: 'buffer', maxBuffer: 1 << 28 } as const;
  const { stdout, stderr } = await run(ffmpegPath, ['-hide_banner', '-nostats', '-y', ...args], options);
  return { stdout, stderr: stderr.toString() };
}

export function samplesOf(pcm: Buffer): Int16Array {
  return new Int16Array(new Uint8Array(pcm).buffer);
}

/** What a player hears of a file: the edit list honoured. */
export async function decodeAsPlayed(file: string): Promise<Int16Array> {
  const { stdout } = await ffmpeg('-v', 'error', '-i', file, '-map', 'a:0', '-ac', '1', '-f', 's16le', '-');
  return samplesOf(stdout);
}

/** Integrated loudness in LUFS and true peak in dBTP, by ffmpeg's meter. */
export async function loudness(wavFile: string): Promise<{ integrated: number; truePeak: number }> {
  const { stderr } = await ffmpeg('-i', wavFile, '-af', 'ebur128=peak=true', '-f', 'null', '-');
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  return {
    integrated: Number(summary.match(/I:\s+(\S+) LUFS/)?.[1]),
    truePeak: Number(summary.match(/Peak:\s+(\S+) dBFS/)?.[1]),
  };
}

/** The place of the highest sample within a stretch. */
export function peakAt(samples: Int16Array, from: number, to: number): number {
  let best = from;
  for (let i = from; i < to; i++) if (Math.abs(samples[i] ?? 0) > Math.abs(samples[best] ?? 0)) best = i;
  return best;
}

/** Root mean square of a stretch in dBFS. */
export function levelOf(samples: Int16Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] ?? 0) ** 2;
  return 10 * Math.log10(sum / (to - from) / 32_768 ** 2 + 1e-12);
}

/** Energy of what differs between two stretches of the same place, relative to the first, in dB. */
export function differenceInDb(a: Int16Array, b: Int16Array, from: number, to: number): number {
  let signal = 1e-9;
  let noise = 1e-9;
  for (let i = from; i < to; i++) {
    signal += (a[i] ?? 0) ** 2;
    noise += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  }
  return 10 * Math.log10(noise / signal);
}
