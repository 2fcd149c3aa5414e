import { roundToInt16 } from './round-to-int16.ts';

/** Samples per gain step: one millisecond at 48 kHz. The gain is linear between the steps. */
export const LIMITER_BLOCK_SAMPLES = 48;
/** The fastest fall of the gain. */
const ATTACK_DB_PER_BLOCK = 1;
/** The fastest rise of the gain. */
const RELEASE_DB_PER_BLOCK = 0.1;

/**
 * Samples on each side of a point from which the point is interpolated. Four-fold oversampling as in ITU-R BS.1770: three points between two
 * samples, by windowed sinc.
 */
const TAPS_PER_SIDE = 6;
/** The weights of the samples around a point. @param offset the place of the point between two samples, 0–1 */
const interpolationTaps = (offset: number): Float64Array =>
  Float64Array.from({ length: 2 * TAPS_PER_SIDE }, (_, tap) => {
    const x = tap - TAPS_PER_SIDE + 1 - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS_PER_SIDE + 1));
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
const [QUARTER, HALF, THREE_QUARTERS] = [interpolationTaps(0.25), interpolationTaps(0.5), interpolationTaps(0.75)];

/**
 * The highest true peak (linear) of each block of LIMITER_BLOCK_SAMPLES samples between `from` (a multiple of it) and `to`.
 * @param threshold linear; points between samples are computed only next to samples of at least this size.
 */
export function truePeaksOfBlocks(samples: Float32Array, from: number, to: number, threshold: number): Float32Array {
  const peaks = new Float32Array(Math.ceil((to - from) / LIMITER_BLOCK_SAMPLES));
  // The points after a sample are also those before the next sample, so they are computed once.
  let peakAfter = 0;
  let peakAfterIndex = -1;
  for (let blockStart = from; blockStart < to; blockStart += LIMITER_BLOCK_SAMPLES) {
    const blockEnd = Math.min(blockStart + LIMITER_BLOCK_SAMPLES, to);
    let blockPeak = 0;
    for (let i = blockStart; i < blockEnd; i++) {
      const magnitude = Math.abs(samples[i] ?? 0);
      if (magnitude > blockPeak) blockPeak = magnitude;
      if (magnitude < threshold) continue;
      const peakBefore = peakAfterIndex === i - 1 ? peakAfter : peakBetween(samples, i - 1);
      peakAfter = peakBetween(samples, i);
      peakAfterIndex = i;
      blockPeak = Math.max(blockPeak, peakBefore, peakAfter);
    }
    peaks[(blockStart - from) / LIMITER_BLOCK_SAMPLES] = blockPeak;
  }
  return peaks;
}

/** The highest of the three interpolated points between a sample and the next one. @param sampleIndex index of the sample */
function peakBetween(samples: Float32Array, sampleIndex: number): number {
  let quarter = 0;
  let half = 0;
  let threeQuarters = 0;
  for (let tap = 0; tap < 2 * TAPS_PER_SIDE; tap++) {
    const sample = samples[sampleIndex + tap - TAPS_PER_SIDE + 1] ?? 0;
    quarter += (QUARTER[tap] ?? 0) * sample;
    half += (HALF[tap] ?? 0) * sample;
    threeQuarters += (THREE_QUARTERS[tap] ?? 0) * sample;
  }
  return Math.max(Math.abs(quarter), Math.abs(half), Math.abs(threeQuarters));
}

/**
 * Gains (linear, ≤ 1) at the edges of the blocks, one more than there are blocks. Interpolated linearly between the edges, they keep
 * every peak at or below the ceiling, fall before a peak and recover after it.
 * @param peaks per block, linear
 * @param ceiling linear, on the same scale
 */
export function computeLimiterGains(peaks: Float32Array, ceiling: number): Float32Array {
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
  const pcm = new Int16Array(samples.length);
  for (let blockStart = 0; blockStart < samples.length; blockStart += LIMITER_BLOCK_SAMPLES) {
    const blockIndex = (from + blockStart) / LIMITER_BLOCK_SAMPLES;
    const startGain = edges[blockIndex] ?? 1;
    const slope = ((edges[blockIndex + 1] ?? 1) - startGain) / LIMITER_BLOCK_SAMPLES;
    const blockEnd = Math.min(blockStart + LIMITER_BLOCK_SAMPLES, samples.length);
    for (let i = blockStart; i < blockEnd; i++) {
      pcm[i] = roundToInt16((samples[i] ?? 0) * gain * (startGain + slope * (i - blockStart)) * 32768);
    }
  }
  return pcm;
}
