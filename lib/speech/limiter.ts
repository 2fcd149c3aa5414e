/** Samples per gain step: one millisecond at 48 kHz. The gain is linear between the steps. */
export const LIMITER_BLOCK = 48;
const ATTACK_DB_PER_BLOCK = 1;
const RELEASE_DB_PER_BLOCK = 0.1;

/** Four-fold oversampling as in ITU-R BS.1770: three points between two samples, by windowed sinc. */
const REACH = 6;
const PHASES = [0.25, 0.5, 0.75].map((offset) =>
  Float64Array.from({ length: 2 * REACH }, (_, tap) => {
    const x = tap - REACH + 1 - offset;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (REACH + 1));
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  }),
);

/**
 * The highest true peak (linear) of each block of LIMITER_BLOCK samples between `from` (a multiple of it) and `to`.
 * @param threshold linear; points between samples are computed only next to samples of at least this size.
 */
export function truePeaks(samples: Float32Array, from: number, to: number, threshold: number): Float32Array {
  const peaks = new Float32Array(Math.ceil((to - from) / LIMITER_BLOCK));
  for (let i = from; i < to; i++) {
    const size = Math.abs(samples[i] ?? 0);
    const peak = size < threshold ? size : Math.max(size, between(samples, i - 1), between(samples, i));
    const block = Math.floor((i - from) / LIMITER_BLOCK);
    if (peak > (peaks[block] ?? 0)) peaks[block] = peak;
  }
  return peaks;
}

function between(samples: Float32Array, left: number): number {
  let peak = 0;
  for (const taps of PHASES) {
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) sum += (taps[tap] ?? 0) * (samples[left + tap - REACH + 1] ?? 0);
    peak = Math.max(peak, Math.abs(sum));
  }
  return peak;
}

/**
 * Gains (linear, ≤ 1) at the edges of the blocks, one more than there are blocks. Linear between the edges, they hold every
 * peak at or under the ceiling, fall before a peak and recover after it.
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
 * @param from offset of the samples in the whole, a multiple of LIMITER_BLOCK
 * @returns signed 16 bit
 */
export function applyGains(samples: Float32Array, from: number, gain: number, edges: Float32Array): Int16Array {
  const out = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const block = Math.floor((from + i) / LIMITER_BLOCK);
    const left = edges[block] ?? 1;
    const limit = left + (((edges[block + 1] ?? 1) - left) * ((from + i) % LIMITER_BLOCK)) / LIMITER_BLOCK;
    out[i] = Math.max(-32768, Math.min(32767, Math.round((samples[i] ?? 0) * gain * limit * 32768)));
  }
  return out;
}
