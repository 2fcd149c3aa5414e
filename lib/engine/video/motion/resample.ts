import { SPLINE_BIAS, type SplinePlane } from './spline.ts';

/** Sampling along one axis of a plane, in source pixels: target pixels are `step` apart, and the edge of the first is at `from`. */
export interface SampleAxis {
  from: number;
  step: number;
}

/** The part of a plane that is written: `height` rows of `width` bytes, each `stride` after the one before. */
export interface ResampleTarget {
  data: Uint8ClampedArray;
  offset: number;
  stride: number;
  width: number;
  height: number;
}

/** Phases of a pixel, and the sum of the weights of four coefficients: 9 bits times 7 bits fit a lane of 16. */
const PHASES = 128;
const PHASE_BITS = 7;
const LOW_LANE = 0x0000ffff;
const COEFFICIENTS = 0x01ff01ff;
const ROUNDING = 0x00400040;

/**
 * Weights of the coefficients at -1, 0, 1 and 2, four numbers for each phase. The outer two are rounded; the inner two are chosen so that
 * the sum is 128 and the centre of gravity is the phase. A straight slope then stays straight, and nothing jitters.
 */
const WEIGHTS = Int32Array.from({ length: PHASES * 4 }, (_, i) => {
  const phase = i >> 2;
  const t = phase / PHASES;
  const before = Math.round((PHASES * (1 - t) ** 3) / 6);
  const after = Math.round((PHASES * t ** 3) / 6);
  const right = phase + before - 2 * after;
  return [before, PHASES - before - right - after, right, after][i & 3] ?? 0;
});

/** For each target pixel, the first of its four source pixels, and the index of its weights. */
interface Taps {
  firsts: Int32Array;
  weights: Int32Array;
}

function tapsOf({ from, step }: SampleAxis, count: number): Taps {
  const at = Int32Array.from({ length: count }, (_, i) => Math.round((from + (i + 0.5) * step - 0.5) * PHASES));
  return {
    firsts: at.map((place) => (place >> PHASE_BITS) - 1),
    weights: at.map((place) => (place & (PHASES - 1)) * 4),
  };
}

const mirrored = (i: number, length: number): number => {
  const inside = i < 0 ? -1 - i : i >= length ? 2 * length - 1 - i : i;
  return Math.min(Math.max(inside, 0), length - 1);
};

/**
 * Samples a plane at evenly spaced places, to 1/128 of a pixel; beyond its edges it is mirrored. Two rows are made at a time: first down
 * the columns, with two columns in a word, then along the rows, with both rows in a word.
 */
export function resample(source: SplinePlane, across: SampleAxis, down: SampleAxis, target: ResampleTarget): void {
  const columns = tapsOf(across, target.width);
  const rows = tapsOf(down, target.height);
  const left = Math.max(0, -(columns.firsts[0] ?? 0));
  const right = Math.max(0, (columns.firsts.at(-1) ?? 0) + 4 - source.width);
  const line = new Int32Array(left + source.stride * 2 + right);
  for (let x = 0; x < target.width; x++) columns.firsts[x] = (columns.firsts[x] ?? 0) + left;
  for (let y = 0; y < target.height; y += 2) {
    readColumns(source, rows, y, Math.min(y + 1, target.height - 1), line, left);
    for (let x = 1; x <= left; x++) line[left - x] = line[left + mirrored(-x, source.width)] ?? 0;
    for (let x = source.width; x < source.width + right; x++)
      line[left + x] = line[left + mirrored(x, source.width)] ?? 0;
    readRows(line, columns, target, y);
  }
}

function readColumns(source: SplinePlane, rows: Taps, y0: number, y1: number, line: Int32Array, left: number): void {
  const { words, stride, height } = source;
  const row = (y: number, tap: number): number => mirrored((rows.firsts[y] ?? 0) + tap, height) * stride;
  const weight = (y: number, tap: number): number => WEIGHTS[(rows.weights[y] ?? 0) + tap] ?? 0;
  const [a0, a1, a2, a3] = [row(y0, 0), row(y0, 1), row(y0, 2), row(y0, 3)];
  const [b0, b1, b2, b3] = [row(y1, 0), row(y1, 1), row(y1, 2), row(y1, 3)];
  const [v0, v1, v2, v3] = [weight(y0, 0), weight(y0, 1), weight(y0, 2), weight(y0, 3)];
  const [w0, w1, w2, w3] = [weight(y1, 0), weight(y1, 1), weight(y1, 2), weight(y1, 3)];
  for (let i = 0, to = left; i < stride; i++, to += 2) {
    const a =
      ((Math.imul(words[a0 + i] ?? 0, v0) +
        Math.imul(words[a1 + i] ?? 0, v1) +
        Math.imul(words[a2 + i] ?? 0, v2) +
        Math.imul(words[a3 + i] ?? 0, v3) +
        ROUNDING) >>>
        PHASE_BITS) &
      COEFFICIENTS;
    const b =
      ((Math.imul(words[b0 + i] ?? 0, w0) +
        Math.imul(words[b1 + i] ?? 0, w1) +
        Math.imul(words[b2 + i] ?? 0, w2) +
        Math.imul(words[b3 + i] ?? 0, w3) +
        ROUNDING) >>>
        PHASE_BITS) &
      COEFFICIENTS;
    line[to] = (a & LOW_LANE) | (b << 16);
    line[to + 1] = (a >>> 16) | (b & ~LOW_LANE);
  }
}

function readRows(line: Int32Array, { firsts, weights }: Taps, target: ResampleTarget, y: number): void {
  const { data, width, stride } = target;
  const upper = target.offset + y * stride;
  // The last of an odd number of rows has no row below it: it is written twice.
  const lower = y + 1 < target.height ? upper + stride : upper;
  for (let x = 0; x < width; x++) {
    const first = firsts[x] ?? 0;
    const weight = weights[x] ?? 0;
    const sum =
      Math.imul(line[first] ?? 0, WEIGHTS[weight] ?? 0) +
      Math.imul(line[first + 1] ?? 0, WEIGHTS[weight + 1] ?? 0) +
      Math.imul(line[first + 2] ?? 0, WEIGHTS[weight + 2] ?? 0) +
      Math.imul(line[first + 3] ?? 0, WEIGHTS[weight + 3] ?? 0) +
      ROUNDING;
    data[lower + x] = (sum >>> (16 + PHASE_BITS)) - SPLINE_BIAS;
    data[upper + x] = ((sum & LOW_LANE) >> PHASE_BITS) - SPLINE_BIAS;
  }
}
