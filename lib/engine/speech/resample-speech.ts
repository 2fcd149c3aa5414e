import { SOUND_SAMPLE_RATE } from '#engine/video/settings.ts';

/** Taps of the low-pass on each side of an output sample, at the lower of the two rates. */
const REACH = 32;
/** Part of the lower rate's band that is kept when the rate falls; the rest is the slope of the low-pass. */
const PASS_BAND = 0.97;
/** Shape of the Kaiser window: side lobes of about −90 dB. */
const BETA = 9;
/** Rates whose ratio has more phases are resampled at the nearest of this many: at most 1/2048 sample off. */
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
  copiesFirst: boolean;
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
        for (let at = from; at < to; at++) target[at] = (pcm[at] ?? 0) / 32_768;
      },
    };
  const taps = tapsOf(sampleRate);
  const before = (taps.length - 1) >> 1;
  return {
    length,
    resample(from, to, target) {
      const first = Math.floor((from * sampleRate) / SOUND_SAMPLE_RATE) - before;
      const input = piece(pcm, first, Math.ceil((to * sampleRate) / SOUND_SAMPLE_RATE) + 1 - before + taps.length);
      const stretch = { input, first: first + before, sampleRate, taps, lastSound: lastSounds(input) };
      const firstSingle = resampleByPhase(stretch, from, to, target);
      for (let at = firstSingle; at < to; at++) resampleOne(stretch, at, target);
    },
  };
}

/** A stretch of input, from which a stretch of output is made. */
interface Stretch {
  input: Float64Array;
  /** The input sample at whose place the taps of the first one start. */
  first: number;
  sampleRate: number;
  taps: Taps;
  /** For each place in the input, the last place up to it with sound; −1 if there is none. */
  lastSound: Int32Array;
}

/** Start of the taps of an output sample: the place in the input, and in the values of the taps. */
function placeOf(at: number, { first, sampleRate, taps: { phases, length } }: Stretch): { start: number; row: number } {
  const exact = (at * sampleRate) / SOUND_SAMPLE_RATE;
  const start = Math.floor(exact);
  const phase = Math.round((exact - start) * phases);
  return phase === phases ? { start: start + 1 - first, row: 0 } : { start: start - first, row: phase * length };
}

const isSilent = ({ lastSound, taps: { length } }: Stretch, start: number): boolean =>
  (lastSound[start + length - 1] ?? -1) < start;

function resampleOne(stretch: Stretch, at: number, target: Float32Array): void {
  const { start, row } = placeOf(at, stretch);
  const { values, length } = stretch.taps;
  target[at] = isSilent(stretch, start) ? 0 : weighted(stretch.input, start, values, row, length) / 32_768;
}

/** Makes four output samples of the same phase at a time, which takes half the time. @returns the first sample not made */
function resampleByPhase(stretch: Stretch, from: number, to: number, target: Float32Array): number {
  const { repeats, values, length, copiesFirst } = stretch.taps;
  if (!repeats) return from;
  const { outputs, inputs } = repeats;
  const { input } = stretch;
  const before = (length - 1) >> 1;
  let group = from;
  for (; group + 4 * outputs <= to; group += 4 * outputs)
    for (let at = group; at < group + outputs; at++) {
      const { start, row } = placeOf(at, stretch);
      if (row === 0 && copiesFirst) {
        for (let n = 0; n < 4; n++) target[at + n * outputs] = (input[start + before + n * inputs] as number) / 32_768;
        continue;
      }
      let [a, b, c, d] = [0, 0, 0, 0];
      // Between the first taps of the first and the last taps of the last sample.
      const isAllSilent = (stretch.lastSound[start + 3 * inputs + length - 1] ?? -1) < start;
      for (let tap = 0; !isAllSilent && tap < length; tap++) {
        const weight = values[row + tap] as number;
        const place = start + tap;
        a += (input[place] as number) * weight;
        b += (input[place + inputs] as number) * weight;
        c += (input[place + 2 * inputs] as number) * weight;
        d += (input[place + 3 * inputs] as number) * weight;
      }
      target[at] = a / 32_768;
      target[at + outputs] = b / 32_768;
      target[at + 2 * outputs] = c / 32_768;
      target[at + 3 * outputs] = d / 32_768;
    }
  return group;
}

function lastSounds(input: Float64Array): Int32Array {
  const places = new Int32Array(input.length);
  let last = -1;
  for (let place = 0; place < input.length; place++) {
    if (input[place] !== 0) last = place;
    places[place] = last;
  }
  return places;
}

/** A stretch of a sound, with silence where it reaches beyond it. */
function piece(pcm: Int16Array, from: number, to: number): Float64Array {
  const samples = new Float64Array(to - from);
  const start = Math.max(0, from);
  samples.set(pcm.subarray(start, Math.max(start, to)), start - from);
  return samples;
}

/** The weighted sum of `length` (a multiple of four) samples, as four independent sums: each addition to a single one would wait for the last. */
function weighted(input: Float64Array, at: number, taps: Float64Array, first: number, length: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let tap = 0; tap < length; tap += 4) {
    a += (input[at + tap] as number) * (taps[first + tap] as number);
    b += (input[at + tap + 1] as number) * (taps[first + tap + 1] as number);
    c += (input[at + tap + 2] as number) * (taps[first + tap + 2] as number);
    d += (input[at + tap + 3] as number) * (taps[first + tap + 3] as number);
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
  const divisor = greatestDivisor(SOUND_SAMPLE_RATE, sampleRate);
  const exact = SOUND_SAMPLE_RATE / divisor;
  const phases = Math.min(exact, MAX_PHASES);
  /** Cut-off frequency, as a part of half the input rate. */
  const cutoff = Math.min(1, (SOUND_SAMPLE_RATE * PASS_BAND) / sampleRate);
  const length = Math.ceil((2 * REACH) / cutoff / 4) * 4;
  const before = (length - 1) >> 1;
  const values = new Float64Array(phases * length);
  for (let phase = 0; phase < phases; phase++) {
    const row = values.subarray(phase * length, (phase + 1) * length);
    for (let tap = 0; tap < length; tap++) {
      const distance = tap - before - phase / phases;
      row[tap] = sinc(distance * cutoff) * kaiser((2 * distance) / length);
    }
    // Normalized, so that a constant signal stays the same in every phase.
    const sum = row.reduce((total, value) => total + value, 0);
    for (let tap = 0; tap < length; tap++) row[tap] = (row[tap] ?? 0) / sum;
  }
  const repeats = exact === phases ? { outputs: exact, inputs: sampleRate / divisor } : undefined;
  return { phases, length, repeats, values, copiesFirst: cutoff === 1 };
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Kaiser's window, not normalized. @param x from −1 to 1; 0 beyond that */
const kaiser = (x: number): number => (Math.abs(x) > 1 ? 0 : bessel(BETA * Math.sqrt(1 - x * x)));

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

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
