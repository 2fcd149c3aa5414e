import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FfmpegRuntime, runFfmpeg } from '../video/ffmpeg/run.ts';
import { SAMPLE_RATE } from '../video/settings.ts';
import { applyGains, LIMITER_BLOCK, limiterGains, truePeaks } from './limiter.ts';

/** LUFS, integrated. */
const TARGET_LOUDNESS = -16;
/** dBTP. 0.3 dB below the documented limit: two meters of true peak differ by about that much. */
const CEILING = -1.8;
/** dBFS of the highest sample, for speech too short for a loudness measurement (400 ms). */
const SHORT_PEAK = -4;
/** dB. A higher gain amplifies noise. */
const MAX_GAIN = 30;
/**
 * dB that the gain may be raised to compensate for limiting. With 3 dB, 17 of espeak-ng's 131 voices stayed more than 1 dB
 * below the target at speed 2.
 */
const LIMITING_HEADROOM = 9;
/** dB below the target that is accepted. */
const CLOSE_ENOUGH = 0.1;
/** Halvings of the headroom that find the gain. */
const SETTLING_ROUNDS = 7;
/** Samples per turn of the event loop: about 10 ms of work. */
const TURN = 1000 * LIMITER_BLOCK;

/**
 * Brings mono speech to 48 kHz, −16 LUFS and at most −1.5 dBTP. One ffmpeg run resamples and measures (ebur128); a linear
 * gain then sets the loudness, and a look-ahead limiter holds the peaks. Without the limiter, synthetic speech with its
 * crest factor of 19 dB would stay at −21 LUFS.
 * @returns signed 16 bit little endian, exactly round(length × 48,000 / sampleRate) samples, aligned with the input.
 */
export async function levelSpeech(pcm: Int16Array, sampleRate: number, runtime: FfmpegRuntime): Promise<Buffer> {
  const length = Math.round((pcm.length * SAMPLE_RATE) / sampleRate);
  const { samples, loudness } = await resampleAndMeasure(pcm, sampleRate, length, runtime);

  const highest = await inTurns(length, (from, to) => highestSample(samples, from, to));
  const peak = Math.max(1e-6, ...highest);
  const wanted = loudness === undefined ? SHORT_PEAK - decibels(peak) : TARGET_LOUDNESS - loudness;

  const threshold = linear(CEILING - Math.min(wanted, MAX_GAIN) - LIMITING_HEADROOM) / 2;
  const blocks = {
    peaks: new Float32Array(Math.ceil(length / LIMITER_BLOCK)),
    energies: new Float32Array(Math.ceil(length / LIMITER_BLOCK)),
  };
  await inTurns(length, (from, to) => {
    blocks.peaks.set(truePeaks(samples, from, to, threshold), from / LIMITER_BLOCK);
    blocks.energies.set(blockEnergies(samples, from, to), from / LIMITER_BLOCK);
  });
  const { gain, edges } = settleGain(blocks, wanted);
  const parts = await inTurns(length, (from, to) => applyGains(samples.subarray(from, to), from, gain, edges));
  return Buffer.concat(parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)));
}

/**
 * Limiting reduces loudness, so the gain is raised: the least gain that reaches the wanted loudness is found by bisection
 * (raising it by the loss converges slowly). Energy is measured in place of loudness: only the difference between before
 * and after counts, where the two differ by a few tenths of a dB.
 * @param wanted dB
 */
function settleGain({ peaks, energies }: { peaks: Float32Array; energies: Float32Array }, wanted: number) {
  const at = (decibel: number) => {
    const gain = linear(Math.min(decibel, MAX_GAIN));
    const edges = limiterGains(peaks, linear(CEILING) / gain);
    const given = decibels(gain) + decibels(Math.sqrt(energyRatio(energies, edges)));
    return { gain, edges, isEnough: given > Math.min(wanted, MAX_GAIN) - CLOSE_ENOUGH };
  };
  let low = wanted;
  let high = wanted + LIMITING_HEADROOM;
  const unlimited = at(low);
  if (unlimited.isEnough) return unlimited;
  for (let round = 1; round <= SETTLING_ROUNDS; round++) {
    const middle = (low + high) / 2;
    if (at(middle).isEnough) high = middle;
    else low = middle;
  }
  return at(high);
}

function energyRatio(energies: Float32Array, edges: Float32Array): number {
  let before = 1e-12;
  let after = 1e-12;
  for (let block = 0; block < energies.length; block++) {
    const limit = ((edges[block] ?? 1) + (edges[block + 1] ?? 1)) / 2;
    before += energies[block] ?? 0;
    after += (energies[block] ?? 0) * limit ** 2;
  }
  return after / before;
}

function highestSample(samples: Float32Array, from: number, to: number): number {
  let peak = 0;
  for (let i = from; i < to; i++) peak = Math.max(peak, Math.abs(samples[i] ?? 0));
  return peak;
}

function blockEnergies(samples: Float32Array, from: number, to: number): Float32Array {
  const energies = new Float32Array(Math.ceil((to - from) / LIMITER_BLOCK));
  for (let i = from; i < to; i++) {
    const block = Math.floor((i - from) / LIMITER_BLOCK);
    energies[block] = (energies[block] ?? 0) + (samples[i] ?? 0) ** 2;
  }
  return energies;
}

interface Measured {
  samples: Float32Array;
  /** LUFS; undefined when there is too little sound to measure. */
  loudness: number | undefined;
}

async function resampleAndMeasure(
  pcm: Int16Array,
  sampleRate: number,
  length: number,
  runtime: FfmpegRuntime,
): Promise<Measured> {
  const samples = new Float32Array(length);
  const bytes = Buffer.from(samples.buffer);
  let filled = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      filled += chunk.copy(bytes, filled);
      done();
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'speech-'));
  try {
    const report = join(folder, 'loudness.txt');
    const filters = [
      `aresample=${SAMPLE_RATE}:filter_size=64:cutoff=0.97:exact_rational=1:osf=dbl`,
      'ebur128=metadata=1',
      `ametadata=mode=print:key=lavfi.r128.I:file=${escapeFilterValue(report)}`,
    ];
    await runFfmpeg(
      {
        inputs: [{ at: bytesOf(pcm), options: ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1'] }],
        output: { at: sink, options: ['-af', filters.join(','), '-f', 'f32le', '-ac', '1'] },
      },
      runtime,
    );
    return { samples, loudness: lastLoudness(await readFile(report, 'utf8')) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function bytesOf(pcm: Int16Array): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < pcm.length; at += TURN) {
        const part = pcm.subarray(at, at + TURN);
        yield Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      }
    })(),
    { objectMode: false },
  );
}

function lastLoudness(report: string): number | undefined {
  const value = Number(report.match(/lavfi\.r128\.I=(\S+)\s*$/)?.[1]);
  // −70 LUFS is the gate of the meter: no 400 ms were louder.
  return value > -70 ? value : undefined;
}

/** ffmpeg unescapes twice: in the value of an option and in the filter graph. */
function escapeFilterValue(path: string): string {
  return path.replace(/[\\':]/g, '\\$&').replace(/[\\'[\],;]/g, '\\$&');
}

async function inTurns<Result>(length: number, work: (from: number, to: number) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < length; from += TURN) {
    results.push(work(from, Math.min(from + TURN, length)));
    await nextTurn();
  }
  return results;
}

function linear(decibel: number): number {
  return 10 ** (decibel / 20);
}

function decibels(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}
