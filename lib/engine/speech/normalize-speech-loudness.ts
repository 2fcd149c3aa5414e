import { setImmediate as nextTurn } from 'node:timers/promises';
import { applyLimiterGains, LIMITER_BLOCK_SAMPLES, limiterGains, truePeaksOfBlocks } from './limiter.ts';
import { createLoudnessMeter } from './loudness-meter.ts';
import { TARGET_LOUDNESS_LUFS, TRUE_PEAK_CEILING_DBTP } from './loudness-target.ts';
import { createResampler } from './resample-speech.ts';

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
/** Steps of the bisection that finds the gain. */
const SETTLING_ROUNDS = 7;
/** Samples per step: a few milliseconds of work. */
const STEP = 1000 * LIMITER_BLOCK_SAMPLES;

/**
 * Brings mono speech to 48 kHz, −16 LUFS and at most −1.5 dBTP. It yields every few milliseconds, so that the caller can let the event
 * loop run. The speech is resampled and measured; a linear gain then sets the loudness, and a look-ahead limiter bounds the peaks. Without
 * the limiter, synthetic speech with its crest factor of 19 dB would stay at −21 LUFS.
 * @returns exactly round(length × 48,000 / sampleRate) samples, aligned with the input.
 */
function* levelling(pcm: Int16Array, sampleRate: number): Generator<undefined, Int16Array<ArrayBuffer>> {
  const { length, resample } = createResampler(pcm, sampleRate);
  const samples = new Float32Array(length);
  const meter = createLoudnessMeter();
  let peak = 1e-6;
  for (const [from, to] of stepsOf(length)) {
    resample(from, to, samples);
    meter.add(samples.subarray(from, to));
    peak = Math.max(peak, highestSample(samples, from, to));
    yield;
  }
  const loudness = meter.integrated();
  const wanted = loudness === undefined ? SHORT_PEAK - decibels(peak) : TARGET_LOUDNESS_LUFS - loudness;

  const threshold = linear(TRUE_PEAK_CEILING_DBTP - Math.min(wanted, MAX_GAIN) - LIMITING_HEADROOM) / 2;
  const blocks = {
    peaks: new Float32Array(Math.ceil(length / LIMITER_BLOCK_SAMPLES)),
    energies: new Float32Array(Math.ceil(length / LIMITER_BLOCK_SAMPLES)),
  };
  for (const [from, to] of stepsOf(length)) {
    blocks.peaks.set(truePeaksOfBlocks(samples, from, to, threshold), from / LIMITER_BLOCK_SAMPLES);
    blocks.energies.set(blockEnergies(samples, from, to), from / LIMITER_BLOCK_SAMPLES);
    yield;
  }
  const { gain, edges } = settleGain(blocks, wanted);
  const levelled = new Int16Array(length);
  for (const [from, to] of stepsOf(length)) {
    levelled.set(applyLimiterGains(samples.subarray(from, to), from, gain, edges), from);
    yield;
  }
  return levelled;
}

/** `normalizeSpeechLoudness` as one synchronous call, for a thread that has nothing else to do. */
export function normalizeSpeechLoudnessSync(pcm: Int16Array, sampleRate: number): Int16Array<ArrayBuffer> {
  const steps = levelling(pcm, sampleRate);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Brings mono speech to 48 kHz, −16 LUFS and at most −1.5 dBTP, without blocking the event loop.
 * @param sampleRate Hz, of `pcm`
 * @returns signed 16 bit little endian, exactly round(length × 48,000 / sampleRate) samples, aligned with the input.
 * @throws the signal's reason after an abort
 */
export async function normalizeSpeechLoudness(
  pcm: Int16Array,
  sampleRate: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const steps = levelling(pcm, sampleRate);
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done) return Buffer.from(step.value.buffer);
    await nextTurn();
  }
}

function* stepsOf(length: number): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += STEP) yield [from, Math.min(from + STEP, length)];
}

/**
 * Limiting reduces loudness, so the gain is raised: the least gain that reaches the wanted loudness is found by bisection (raising it by
 * the loss converges slowly). Energy is measured instead of loudness: only the difference before and after matters, and in this the two
 * measures agree to a few tenths of a dB.
 * @param wanted dB
 */
function settleGain({ peaks, energies }: { peaks: Float32Array; energies: Float32Array }, wanted: number) {
  const at = (decibel: number) => {
    const gain = linear(Math.min(decibel, MAX_GAIN));
    const edges = limiterGains(peaks, linear(TRUE_PEAK_CEILING_DBTP) / gain);
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
  const energies = new Float32Array(Math.ceil((to - from) / LIMITER_BLOCK_SAMPLES));
  for (let block = 0; block < energies.length; block++) {
    const first = from + block * LIMITER_BLOCK_SAMPLES;
    const end = Math.min(first + LIMITER_BLOCK_SAMPLES, to);
    let energy = 0;
    for (let i = first; i < end; i++) energy += (samples[i] ?? 0) ** 2;
    energies[block] = energy;
  }
  return energies;
}

function linear(decibel: number): number {
  return 10 ** (decibel / 20);
}

function decibels(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}
