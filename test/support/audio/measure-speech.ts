import { spawn } from 'node:child_process';
import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';

/** Speech as it is measured here: by its samples alone, never by what the engine says of them. */
export interface Heard {
  /** Mono. */
  samples: Int16Array;
  /** Hz. */
  sampleRate: number;
}

/** dBFS, of 5 ms: what of speech at −16 LUFS is to be heard. */
const AUDIBLE = -50;
const WINDOW_SECONDS = 0.005;

export const samplesOfPcm = (pcm: Buffer, sampleRate = 48_000): Heard => ({
  samples: new Int16Array(new Uint8Array(pcm).buffer),
  sampleRate,
});

/** Root mean square of a stretch in dBFS; −120 for silence. */
export function levelBetween({ samples, sampleRate }: Heard, fromSeconds: number, toSeconds: number): number {
  const from = Math.max(0, Math.round(fromSeconds * sampleRate));
  const to = Math.min(samples.length, Math.round(toSeconds * sampleRate));
  let sum = 0;
  for (let i = from; i < to; i++) sum += (samples[i] ?? 0) ** 2;
  return to > from ? 10 * Math.log10(sum / (to - from) / 32_768 ** 2 + 1e-12) : -120;
}

/**
 * How long after a moment sound starts, in seconds; negative: it had started before it. Sound that lasts from before the
 * look-back is not distinguished from sound that starts there.
 */
export function onsetAfter(speech: Heard, seconds: number, { lookBack = 0.1, lookAhead = 1 } = {}): number | undefined {
  const first = Math.max(0, seconds - lookBack);
  for (let at = first; at < seconds + lookAhead; at += WINDOW_SECONDS)
    if (levelBetween(speech, at, at + WINDOW_SECONDS) > AUDIBLE) return at - seconds;
  return undefined;
}

/** The longest stretch without sound between two moments, in seconds. */
export function longestSilence(speech: Heard, fromSeconds: number, toSeconds: number): number {
  let longest = 0;
  let since = fromSeconds;
  for (let at = fromSeconds; at < toSeconds; at += WINDOW_SECONDS) {
    if (levelBetween(speech, at, at + WINDOW_SECONDS) > AUDIBLE) since = at + WINDOW_SECONDS;
    longest = Math.max(longest, at + WINDOW_SECONDS - since);
  }
  return longest;
}

/** Steps at a join are looked at so closely, and compared with what the sound does around it, in seconds. */
const AT_JOIN_SECONDS = 0.001;
const AROUND_SECONDS = 0.025;
/** A step that is this many times the usual one is heard as a click, if it is no smaller than this of full scale. */
const CLICK_RATIO = 8;
const CLICK_FLOOR = 0.004;

/**
 * The greatest step from one sample to the next within 1 ms of a moment, next to what is usual within 25 ms of it (root
 * mean square): a click is a step that the sound around it does not take. Both as parts of full scale.
 */
export function stepAt({ samples, sampleRate }: Heard, seconds: number) {
  const middle = Math.round(seconds * sampleRate);
  const step = (i: number) => ((samples[i] ?? 0) - (samples[i - 1] ?? 0)) / 32_768;
  let highest = 0;
  let sum = 0;
  let count = 0;
  const around = Math.round(AROUND_SECONDS * sampleRate);
  const near = Math.round(AT_JOIN_SECONDS * sampleRate);
  // The ends of the sound are joins to silence: a step from nothing to the first sample counts.
  for (let i = Math.max(0, middle - around); i <= Math.min(samples.length, middle + around); i++) {
    const size = Math.abs(step(i));
    if (Math.abs(i - middle) <= near) highest = Math.max(highest, size);
    else {
      sum += size ** 2;
      count++;
    }
  }
  const usual = Math.sqrt(sum / Math.max(1, count));
  return { highest, usual, isClick: highest > CLICK_FLOOR && highest > CLICK_RATIO * usual };
}

/** Integrated loudness in LUFS and true peak in dBTP, by ffmpeg's meter. */
export async function loudnessOf({ samples, sampleRate }: Heard): Promise<{ integrated: number; truePeak: number }> {
  const input = ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1', '-i', 'pipe:0'];
  const args = ['-hide_banner', '-nostats', ...input, '-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const meter = spawn(ffmpegInstaller.path, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let report = '';
  meter.stderr.setEncoding('utf8').on('data', (text: string) => {
    report += text;
  });
  const ended = new Promise<void>((resolve, reject) => {
    meter.once('error', reject);
    meter.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg: ${code} ${report.slice(-300)}`)),
    );
  });
  meter.stdin.end(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  await ended;
  const summary = report.slice(report.lastIndexOf('Summary:'));
  return {
    integrated: Number(summary.match(/I:\s+(\S+) LUFS/)?.[1]),
    truePeak: Number(summary.match(/Peak:\s+(\S+) dBFS/)?.[1]),
  };
}
