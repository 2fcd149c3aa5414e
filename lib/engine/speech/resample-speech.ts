import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';

/** Taps of the low-pass on each side of an output sample, at the lower of the two rates. */
const TAPS_PER_SIDE = 32;
/** Part of the lower rate's band that is kept when the rate falls; the rest is the slope of the low-pass. */
const PASS_BAND = 0.97;
/** Shape of the Kaiser window: side lobes of about −90 dB. */
const KAISER_BETA = 9;
/** The maximum number of phases. A ratio with more phases uses the nearest of these: at most 1/2048 sample off. */
const MAX_PHASES = 1024;

/** The taps of all phases of one ratio, phase after phase. */
interface Taps {
  phases: number;
  /** Taps of a phase; a multiple of four. */
  length: number;
  /** After this number of output samples, which are this number of input samples, the phase repeats; undefined when the ratio was rounded. */
  repeats: { outputs: number; inputs: number } | undefined;
  values: Float64Array;
  /** True if the output samples of phase 0 are input samples: when the rate rises, all other weights are zeros of the sinc. */
  copiesPhaseZero: boolean;
}

/**
 * Changes the sampling rate of a mono sound to 48 kHz, in pieces of any length: a polyphase low-pass of windowed sinc (Smith,
 * "Digital Audio Resampling Home Page"; the window is Kaiser's, 1974). Silence surrounds the sound. The first output sample is
 * at the place of the first input sample, and none is shifted.
 */
export interface Resampler {
  /** Samples of the whole output: round(length × 48,000 / sampleRate). */
  readonly length: number;
  /** Writes the output samples from `from` to before `to` into `target`, at the same places; full scale is 1. */
  resample(from: number, to: number, target: Float32Array): void;
}

/** Makes the resampler of a mono sound. @param sampleRate Hz, of `pcm` */
export function createResampler(pcm: Int16Array, sampleRate: number): Resampler {
  const length = Math.round((pcm.length * SOUND_SAMPLE_RATE) / sampleRate);
  if (sampleRate === SOUND_SAMPLE_RATE)
    return {
      length,
      resample(from, to, target) {
        for (let outputIndex = from; outputIndex < to; outputIndex++)
          target[outputIndex] = (pcm[outputIndex] ?? 0) / 32_768;
      },
    };
  const taps = tapsOf(sampleRate);
  const tapsBefore = (taps.length - 1) >> 1;
  return {
    length,
    resample(from, to, target) {
      const inputStart = Math.floor((from * sampleRate) / SOUND_SAMPLE_RATE) - tapsBefore;
      const input = copyWithSilence(
        pcm,
        inputStart,
        Math.ceil((to * sampleRate) / SOUND_SAMPLE_RATE) + 1 - tapsBefore + taps.length,
      );
      const stretch = { input, origin: inputStart + tapsBefore, sampleRate, taps, lastSound: findLastSounds(input) };
      const firstRemaining = resampleByPhase(stretch, from, to, target);
      for (let outputIndex = firstRemaining; outputIndex < to; outputIndex++)
        resampleSample(stretch, outputIndex, target);
    },
  };
}

/** A stretch of input, from which a stretch of output is made. */
interface Stretch {
  input: Float64Array;
  /** The sample of the sound for which the taps start at the first sample of `input`. */
  origin: number;
  sampleRate: number;
  taps: Taps;
  /** For each index of `input`, the last index up to it with sound; −1 if there is none. */
  lastSound: Int32Array;
}

/** The start of the taps of an output sample: the index in `input`, and that in the values of the taps. */
function tapsStartOf(
  outputIndex: number,
  { origin, sampleRate, taps: { phases, length } }: Stretch,
): { start: number; row: number } {
  const position = (outputIndex * sampleRate) / SOUND_SAMPLE_RATE;
  const start = Math.floor(position);
  const phase = Math.round((position - start) * phases);
  return phase === phases ? { start: start + 1 - origin, row: 0 } : { start: start - origin, row: phase * length };
}

const isSilent = ({ lastSound, taps: { length } }: Stretch, start: number): boolean =>
  (lastSound[start + length - 1] ?? -1) < start;

function resampleSample(stretch: Stretch, outputIndex: number, target: Float32Array): void {
  const { start, row } = tapsStartOf(outputIndex, stretch);
  const { values, length } = stretch.taps;
  target[outputIndex] = isSilent(stretch, start) ? 0 : weightedSum(stretch.input, start, values, row, length) / 32_768;
}

/** Makes four output samples of the same phase at a time, which takes half the time. @returns the first sample not made */
function resampleByPhase(stretch: Stretch, from: number, to: number, target: Float32Array): number {
  const { repeats, values, length, copiesPhaseZero } = stretch.taps;
  if (!repeats) return from;
  const { outputs, inputs } = repeats;
  const { input } = stretch;
  const tapsBefore = (length - 1) >> 1;
  let group = from;
  for (; group + 4 * outputs <= to; group += 4 * outputs)
    for (let outputIndex = group; outputIndex < group + outputs; outputIndex++) {
      const { start, row } = tapsStartOf(outputIndex, stretch);
      if (row === 0 && copiesPhaseZero) {
        for (let member = 0; member < 4; member++)
          target[outputIndex + member * outputs] = (input[start + tapsBefore + member * inputs] as number) / 32_768;
        continue;
      }
      let [a, b, c, d] = [0, 0, 0, 0];
      // Between the first taps of the first and the last taps of the last sample.
      const isAllSilent = (stretch.lastSound[start + 3 * inputs + length - 1] ?? -1) < start;
      for (let tap = 0; !isAllSilent && tap < length; tap++) {
        const weight = values[row + tap] as number;
        const inputIndex = start + tap;
        a += (input[inputIndex] as number) * weight;
        b += (input[inputIndex + inputs] as number) * weight;
        c += (input[inputIndex + 2 * inputs] as number) * weight;
        d += (input[inputIndex + 3 * inputs] as number) * weight;
      }
      target[outputIndex] = a / 32_768;
      target[outputIndex + outputs] = b / 32_768;
      target[outputIndex + 2 * outputs] = c / 32_768;
      target[outputIndex + 3 * outputs] = d / 32_768;
    }
  return group;
}

function findLastSounds(input: Float64Array): Int32Array {
  const lastSoundIndexes = new Int32Array(input.length);
  let lastIndex = -1;
  for (let index = 0; index < input.length; index++) {
    if (input[index] !== 0) lastIndex = index;
    lastSoundIndexes[index] = lastIndex;
  }
  return lastSoundIndexes;
}

/** A stretch of a sound, with silence where it reaches beyond it. */
function copyWithSilence(pcm: Int16Array, from: number, to: number): Float64Array {
  const samples = new Float64Array(to - from);
  const start = Math.max(0, from);
  samples.set(pcm.subarray(start, Math.max(start, to)), start - from);
  return samples;
}

/**
 * The weighted sum of `length` (a multiple of four) samples, as four independent sums: each addition to a single one would wait for the last.
 */
function weightedSum(
  input: Float64Array,
  inputIndex: number,
  taps: Float64Array,
  tapIndex: number,
  length: number,
): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let tap = 0; tap < length; tap += 4) {
    a += (input[inputIndex + tap] as number) * (taps[tapIndex + tap] as number);
    b += (input[inputIndex + tap + 1] as number) * (taps[tapIndex + tap + 1] as number);
    c += (input[inputIndex + tap + 2] as number) * (taps[tapIndex + tap + 2] as number);
    d += (input[inputIndex + tap + 3] as number) * (taps[tapIndex + tap + 3] as number);
  }
  return a + b + (c + d);
}

/** Taps of the last rate: an engine speaks at one rate. */
let lastTaps: { sampleRate: number; taps: Taps } | undefined;

function tapsOf(sampleRate: number): Taps {
  if (lastTaps?.sampleRate !== sampleRate) lastTaps = { sampleRate, taps: makeTaps(sampleRate) };
  return lastTaps.taps;
}

function makeTaps(sampleRate: number): Taps {
  const divisor = greatestCommonDivisor(SOUND_SAMPLE_RATE, sampleRate);
  const exactPhases = SOUND_SAMPLE_RATE / divisor;
  const phases = Math.min(exactPhases, MAX_PHASES);
  /** Cut-off frequency, as a part of half the input rate. */
  const cutoff = Math.min(1, (SOUND_SAMPLE_RATE * PASS_BAND) / sampleRate);
  const length = Math.ceil((2 * TAPS_PER_SIDE) / cutoff / 4) * 4;
  const tapsBefore = (length - 1) >> 1;
  const values = new Float64Array(phases * length);
  for (let phase = 0; phase < phases; phase++) {
    const row = values.subarray(phase * length, (phase + 1) * length);
    for (let tap = 0; tap < length; tap++) {
      const distance = tap - tapsBefore - phase / phases;
      row[tap] = sinc(distance * cutoff) * kaiser((2 * distance) / length);
    }
    // Normalized, so that a constant signal stays the same in every phase.
    const sum = row.reduce((total, value) => total + value, 0);
    for (let tap = 0; tap < length; tap++) row[tap] = (row[tap] ?? 0) / sum;
  }
  const repeats = exactPhases === phases ? { outputs: exactPhases, inputs: sampleRate / divisor } : undefined;
  return { phases, length, repeats, values, copiesPhaseZero: cutoff === 1 };
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Kaiser's window, not normalized. @param x from −1 to 1; 0 beyond that */
const kaiser = (x: number): number => (Math.abs(x) > 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)));

/** The modified Bessel function of the first kind, of order 0, by its power series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-15; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
