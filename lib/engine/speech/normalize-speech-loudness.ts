import { setImmediate as nextTurn } from 'node:timers/promises';
import { applyLimiterGains, computeLimiterGains, LIMITER_BLOCK_SAMPLES, truePeaksOfBlocks } from './limiter.ts';
import { createLoudnessMeter } from './loudness-meter.ts';
import { TARGET_LOUDNESS_LUFS, TRUE_PEAK_CEILING_DBTP } from './loudness-target.ts';
import { createResampler } from './resample-speech.ts';

/** Level of the highest sample of speech that is too short for a loudness measurement (400 ms). */
const SHORT_SPEECH_PEAK_DBFS = -4;
/** A higher gain would amplify noise. */
const MAX_GAIN_DB = 30;
/**
 * Amount by which the gain may be raised to compensate for limiting. With 3 dB, 17 of espeak-ng's 131 voices stayed more than 1 dB
 * below the target at speed 2.
 */
const LIMITING_HEADROOM_DB = 9;
/** Difference below the target that is accepted. */
const TOLERANCE_DB = 0.1;
/** Steps of the bisection that finds the gain. */
const BISECTION_ROUNDS = 7;
/** Samples per step: a few milliseconds of work. */
const STEP_SAMPLES = 1000 * LIMITER_BLOCK_SAMPLES;

/**
 * Brings mono speech to 48 kHz, −16 LUFS and at most −1.5 dBTP. It yields every few milliseconds, so that the caller can let the event
 * loop run. The speech is resampled and measured; a linear gain then sets the loudness, and a look-ahead limiter bounds the peaks. Without
 * the limiter, synthetic speech with its crest factor of 19 dB would stay at −21 LUFS.
 * @returns exactly round(length × 48,000 / sampleRate) samples, aligned with the input.
 */
function* levelInSteps(pcm: Int16Array, sampleRate: number): Generator<undefined, Int16Array<ArrayBuffer>> {
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
  const wantedGainDb =
    loudness === undefined ? SHORT_SPEECH_PEAK_DBFS - decibelsOf(peak) : TARGET_LOUDNESS_LUFS - loudness;

  const threshold =
    amplitudeOf(TRUE_PEAK_CEILING_DBTP - Math.min(wantedGainDb, MAX_GAIN_DB) - LIMITING_HEADROOM_DB) / 2;
  const blocks = {
    peaks: new Float32Array(Math.ceil(length / LIMITER_BLOCK_SAMPLES)),
    energies: new Float32Array(Math.ceil(length / LIMITER_BLOCK_SAMPLES)),
  };
  for (const [from, to] of stepsOf(length)) {
    blocks.peaks.set(truePeaksOfBlocks(samples, from, to, threshold), from / LIMITER_BLOCK_SAMPLES);
    blocks.energies.set(blockEnergies(samples, from, to), from / LIMITER_BLOCK_SAMPLES);
    yield;
  }
  const { gain, edges } = settleGain(blocks, wantedGainDb);
  const levelled = new Int16Array(length);
  for (const [from, to] of stepsOf(length)) {
    levelled.set(applyLimiterGains(samples.subarray(from, to), from, gain, edges), from);
    yield;
  }
  return levelled;
}

/** `normalizeSpeechLoudness` as one synchronous call, for a thread that has nothing else to do. */
export function normalizeSpeechLoudnessSync(pcm: Int16Array, sampleRate: number): Int16Array<ArrayBuffer> {
  const steps = levelInSteps(pcm, sampleRate);
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
  const steps = levelInSteps(pcm, sampleRate);
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    if (step.done) return Buffer.from(step.value.buffer);
    await nextTurn();
  }
}

function* stepsOf(length: number): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += STEP_SAMPLES) yield [from, Math.min(from + STEP_SAMPLES, length)];
}

/**
 * Limiting reduces loudness, so the gain is raised: the least gain that reaches the wanted loudness is found by bisection (raising it by
 * the loss converges slowly). Energy is measured instead of loudness: only the change matters, in which the two measures agree to a few
 * tenths of a dB.
 * @param wantedGainDb the gain that would be right without the limiter
 */
function settleGain({ peaks, energies }: { peaks: Float32Array; energies: Float32Array }, wantedGainDb: number) {
  const tryGain = (gainDb: number) => {
    const gain = amplitudeOf(Math.min(gainDb, MAX_GAIN_DB));
    const edges = computeLimiterGains(peaks, amplitudeOf(TRUE_PEAK_CEILING_DBTP) / gain);
    const reachedGainDb = decibelsOf(gain) + decibelsOf(Math.sqrt(energyRatio(energies, edges)));
    return { gain, edges, isEnough: reachedGainDb > Math.min(wantedGainDb, MAX_GAIN_DB) - TOLERANCE_DB };
  };
  let lowDb = wantedGainDb;
  let highDb = wantedGainDb + LIMITING_HEADROOM_DB;
  const unraised = tryGain(lowDb);
  if (unraised.isEnough) return unraised;
  for (let round = 1; round <= BISECTION_ROUNDS; round++) {
    const middleDb = (lowDb + highDb) / 2;
    if (tryGain(middleDb).isEnough) highDb = middleDb;
    else lowDb = middleDb;
  }
  return tryGain(highDb);
}

/** The energy of the blocks after limiting, divided by that before. */
function energyRatio(energies: Float32Array, edges: Float32Array): number {
  let energyBefore = 1e-12;
  let energyAfter = 1e-12;
  for (let block = 0; block < energies.length; block++) {
    const limit = ((edges[block] ?? 1) + (edges[block + 1] ?? 1)) / 2;
    energyBefore += energies[block] ?? 0;
    energyAfter += (energies[block] ?? 0) * limit ** 2;
  }
  return energyAfter / energyBefore;
}

function highestSample(samples: Float32Array, from: number, to: number): number {
  let peak = 0;
  for (let i = from; i < to; i++) peak = Math.max(peak, Math.abs(samples[i] ?? 0));
  return peak;
}

function blockEnergies(samples: Float32Array, from: number, to: number): Float32Array {
  const energies = new Float32Array(Math.ceil((to - from) / LIMITER_BLOCK_SAMPLES));
  for (let block = 0; block < energies.length; block++) {
    const blockStart = from + block * LIMITER_BLOCK_SAMPLES;
    const blockEnd = Math.min(blockStart + LIMITER_BLOCK_SAMPLES, to);
    let energy = 0;
    for (let i = blockStart; i < blockEnd; i++) energy += (samples[i] ?? 0) ** 2;
    energies[block] = energy;
  }
  return energies;
}

function amplitudeOf(levelDb: number): number {
  return 10 ** (levelDb / 20);
}

function decibelsOf(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}
