import { FEATURES_PER_FRAME } from './sound-features.ts';

/** The frames of a sound that are compared with each frame of another one: from `from` up to `to` (exclusive). */
export interface TimeWarpBand {
  from: Int32Array;
  to: Int32Array;
}

/** An alignment of two sounds by dynamic time warping: the frames of the second sound that match each frame of the first one. */
export interface TimeWarpPath {
  /** The first and the last frame of the second sound for each frame of the first one. */
  first: Int32Array;
  last: Int32Array;
  /** Mean distance of the frames that the path brings together. */
  distance: number;
}

/** Steps of the path: to the next frame of both sounds, of the second one, of the first one. */
const BOTH = 0;
const SECOND = 1;
const FIRST = 2;
/** Comparisons of frames between two pauses for other work: some ten milliseconds. */
const STEP = 300_000;
/** The cost of a place that no path reaches. */
const NONE = Number.POSITIVE_INFINITY;

/**
 * The path through two sounds along which their frames differ least: dynamic time warping within a band.
 * @param one `FEATURES_PER_FRAME` numbers for each frame; `other` likewise
 * @param pause is awaited every few milliseconds, so that the caller's thread can do other work
 */
export async function findTimeWarpPath(
  one: Float32Array,
  other: Float32Array,
  { from, to }: TimeWarpBand,
  pause: () => Promise<unknown>,
): Promise<TimeWarpPath> {
  const rows = from.length;
  const offsets = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++) offsets[row + 1] = (offsets[row] ?? 0) + (to[row] ?? 0) - (from[row] ?? 0);
  const steps = new Uint8Array(offsets[rows] ?? 0);
  let before = new Float64Array(0);
  let paused = 0;
  for (let row = 0; row < rows; row++) {
    const done = offsets[row] ?? 0;
    if (done - paused > STEP) {
      await pause();
      paused = done;
    }
    const start = from[row] ?? 0;
    const shift = start - (from[row - 1] ?? 0);
    const costs = new Float64Array((to[row] ?? 0) - start);
    for (let index = 0; index < costs.length; index++) {
      const both = row === 0 && start + index === 0 ? 0 : (before[shift + index - 1] ?? NONE);
      const first = before[shift + index] ?? NONE;
      const second = costs[index - 1] ?? NONE;
      const least = Math.min(both, first, second);
      costs[index] = least + distanceOf(one, row, other, start + index);
      steps[done + index] = least === both ? BOTH : least === second ? SECOND : FIRST;
    }
    before = costs;
  }
  return walkBack(steps, offsets, { from, to }, before.at(-1) ?? NONE);
}

function distanceOf(one: Float32Array, frame: number, other: Float32Array, otherFrame: number): number {
  let sum = 0;
  for (
    let i = frame * FEATURES_PER_FRAME, j = otherFrame * FEATURES_PER_FRAME, end = i + FEATURES_PER_FRAME;
    i < end;
    i++, j++
  ) {
    const difference = (one[i] ?? 0) - (other[j] ?? 0);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

function walkBack(steps: Uint8Array, offsets: Int32Array, { from, to }: TimeWarpBand, cost: number): TimeWarpPath {
  const rows = from.length;
  const first = new Int32Array(rows);
  const last = new Int32Array(rows).fill(-1);
  let row = rows - 1;
  let at = (to[row] ?? 0) - 1;
  let length = 0;
  while (row >= 0 && at >= 0) {
    first[row] = at;
    if ((last[row] ?? -1) < 0) last[row] = at;
    length++;
    const step = steps[(offsets[row] ?? 0) + at - (from[row] ?? 0)];
    if (step !== FIRST) at--;
    if (step !== SECOND) row--;
  }
  return { first, last, distance: cost / Math.max(1, length) };
}
