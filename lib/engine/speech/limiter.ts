import { roundToInt16 } from './round-to-int16.ts';

/** Samples per gain step: one millisecond at 48 kHz. The gain is linear between the steps. */
export const LIMITER_BLOCK_SAMPLES = 48;
const ATTACK_DB_PER_BLOCK = 1;
const RELEASE_DB_PER_BLOCK = 0.1;

// Four-fold oversampling as in ITU-R BS.1770: three points between two samples, by windowed sinc.
/** Samples on each side of a point from which the point is interpolated. */
const REACH = 6;
const tapsAt = (offset: number): Float64Array =>
  Float64Array.from({ length: 2 * REACH }, (_, tap) => {
    const x = tap - REACH + 1 - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (REACH + 1));
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
const [QUARTER, HALF, THREE_QUARTERS] = [tapsAt(0.25), tapsAt(0.5), tapsAt(0.75)];

/**
 * The highest true peak (linear) of each block of LIMITER_BLOCK_SAMPLES samples between `from` (a multiple of it) and `to`.
 * @param threshold linear; points between samples are computed only next to samples of at least this size.
 */
export function truePeaksOfBlocks(samples: Float32Array, from: number, to: number, threshold: number): Float32Array {
  const peaks = new Float32Array(Math.ceil((to - from) / LIMITER_BLOCK_SAMPLES));
  // The points after a sample are also those before the next sample, so they are computed once.
  let after = 0;
  let afterIndex = -1;
  for (let first = from; first < to; first += LIMITER_BLOCK_SAMPLES) {
    const end = Math.min(first + LIMITER_BLOCK_SAMPLES, to);
    let highest = 0;
    for (let i = first; i < end; i++) {
      const size = Math.abs(samples[i] ?? 0);
      if (size > highest) highest = size;
      if (size < threshold) continue;
      const before = afterIndex === i - 1 ? after : between(samples, i - 1);
      after = between(samples, i);
      afterIndex = i;
      highest = Math.max(highest, before, after);
    }
    peaks[(first - from) / LIMITER_BLOCK_SAMPLES] = highest;
  }
  return peaks;
}

/** The highest of the three interpolated points between a sample and the next one. @param left index of the sample */
function between(samples: Float32Array, left: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  for (let tap = 0; tap < 2 * REACH; tap++) {
    const sample = samples[left + tap - REACH + 1] ?? 0;
    a += (QUARTER[tap] ?? 0) * sample;
    b += (HALF[tap] ?? 0) * sample;
    c += (THREE_QUARTERS[tap] ?? 0) * sample;
  }
  return Math.max(Math.abs(a), Math.abs(b), Math.abs(c));
}

/**
 * Gains (linear, ≤ 1) at the edges of the blocks, one more than there are blocks. Interpolated linearly between the edges, they keep
 * every peak at or below the ceiling, fall before a peak and recover after it.
 * @param peaks per block, linear
 * @param ceiling linear, on the same scale
 */
export function limiterGains(peaks: Float32Array, ceiling: number): Float32Array {
  const attack = 10 ** (ATTACK_DB_PER_BLOCK / 20);
  const release = 10 ** (RELEASE_DB_PER_BLOCK / 20);
  const gains = new Float32Array(peaks.length);
  let gain = 1;
  for (let i = 0; i < gains.length; i++) {
    gain = Math.min(1, ceiling / Math.max(peaks[i] ?? 0, 1e-9), gain * release);
    gains[i] = gain;
  }
  for (let i = gains.length - 1; i >= 0; i--) {
    gain = Math.min(gains[i] ?? 1, gain * attack);
    gains[i] = gain;
  }
  // An edge has the lower gain of its two blocks: the line between two edges stays under both.
  const edges = new Float32Array(gains.length + 1).fill(1);
  for (let i = 0; i < gains.length; i++) {
    edges[i] = Math.min(edges[i] ?? 1, gains[i] ?? 1);
    edges[i + 1] = gains[i] ?? 1;
  }
  return edges;
}

/**
 * Multiplies samples by `gain` and by the limiter's gains.
 * @param from offset of the samples in the whole, a multiple of LIMITER_BLOCK_SAMPLES
 * @returns signed 16 bit
 */
export function applyLimiterGains(samples: Float32Array, from: number, gain: number, edges: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let first = 0; first < samples.length; first += LIMITER_BLOCK_SAMPLES) {
    const block = (from + first) / LIMITER_BLOCK_SAMPLES;
    const left = edges[block] ?? 1;
    const slope = ((edges[block + 1] ?? 1) - left) / LIMITER_BLOCK_SAMPLES;
    const end = Math.min(first + LIMITER_BLOCK_SAMPLES, samples.length);
    for (let i = first; i < end; i++) {
      out[i] = roundToInt16((samples[i] ?? 0) * gain * (left + slope * (i - first)) * 32768);
    }
  }
  return out;
}
