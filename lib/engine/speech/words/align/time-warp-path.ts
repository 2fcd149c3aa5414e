import { SOUND_FEATURES_PER_FRAME } from './sound-features.ts';

/** The frames of a sound that are compared with each frame of another one: from `from` up to `to` (exclusive). */
export interface TimeWarpSearchBand {
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
const ADVANCE_BOTH = 0;
const ADVANCE_SECOND = 1;
const ADVANCE_FIRST = 2;
/** Comparisons of frames between two pauses for other work: some tens of milliseconds. */
const COMPARISONS_BETWEEN_PAUSES = 300_000;
/** The cost of a place that no path reaches. */
const UNREACHABLE = Number.POSITIVE_INFINITY;

/**
 * The path through two sounds along which their frames differ least: dynamic time warping within a band.
 * @param firstFeatures `SOUND_FEATURES_PER_FRAME` numbers for each frame; `secondFeatures` likewise
 * @param pause is awaited every few tens of milliseconds, so that the caller's thread can do other work
 */
export async function findTimeWarpPath(
  firstFeatures: Float32Array,
  secondFeatures: Float32Array,
  { from, to }: TimeWarpSearchBand,
  pause: () => Promise<unknown>,
): Promise<TimeWarpPath> {
  const rows = from.length;
  const offsets = new Int32Array(rows + 1);
  for (let row = 0; row < rows; row++) offsets[row + 1] = (offsets[row] ?? 0) + (to[row] ?? 0) - (from[row] ?? 0);
  // The step into each place of the band, row by row.
  const steps = new Uint8Array(offsets[rows] ?? 0);
  let previousCosts = new Float64Array(0);
  let comparisonsAtPause = 0;
  for (let row = 0; row < rows; row++) {
    const offset = offsets[row] ?? 0;
    if (offset - comparisonsAtPause > COMPARISONS_BETWEEN_PAUSES) {
      await pause();
      comparisonsAtPause = offset;
    }
    const start = from[row] ?? 0;
    // Index in the previous row of the frame with index 0 in this one.
    const shift = start - (from[row - 1] ?? 0);
    const costs = new Float64Array((to[row] ?? 0) - start);
    for (let index = 0; index < costs.length; index++) {
      const costBoth = row === 0 && start + index === 0 ? 0 : (previousCosts[shift + index - 1] ?? UNREACHABLE);
      const costFirst = previousCosts[shift + index] ?? UNREACHABLE;
      const costSecond = costs[index - 1] ?? UNREACHABLE;
      const minCost = Math.min(costBoth, costFirst, costSecond);
      costs[index] = minCost + distanceOf(firstFeatures, row, secondFeatures, start + index);
      steps[offset + index] =
        minCost === costBoth ? ADVANCE_BOTH : minCost === costSecond ? ADVANCE_SECOND : ADVANCE_FIRST;
    }
    previousCosts = costs;
  }
  return traceBack(steps, offsets, { from, to }, previousCosts.at(-1) ?? UNREACHABLE);
}

/** Euclidean distance of two frames. */
function distanceOf(
  firstFeatures: Float32Array,
  frame: number,
  secondFeatures: Float32Array,
  secondFrame: number,
): number {
  let sum = 0;
  for (
    let i = frame * SOUND_FEATURES_PER_FRAME,
      j = secondFrame * SOUND_FEATURES_PER_FRAME,
      end = i + SOUND_FEATURES_PER_FRAME;
    i < end;
    i++, j++
  ) {
    const difference = (firstFeatures[i] ?? 0) - (secondFeatures[j] ?? 0);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

/** Follows the steps back from the last frames of both sounds. The band must contain both corners and never go back. */
function traceBack(
  steps: Uint8Array,
  offsets: Int32Array,
  { from, to }: TimeWarpSearchBand,
  cost: number,
): TimeWarpPath {
  const rows = from.length;
  const first = new Int32Array(rows);
  const last = new Int32Array(rows).fill(-1);
  let row = rows - 1;
  let secondFrame = (to[row] ?? 0) - 1;
  let length = 0;
  while (row >= 0 && secondFrame >= 0) {
    first[row] = secondFrame;
    if ((last[row] ?? -1) < 0) last[row] = secondFrame;
    length++;
    const step = steps[(offsets[row] ?? 0) + secondFrame - (from[row] ?? 0)];
    if (step !== ADVANCE_FIRST) secondFrame--;
    if (step !== ADVANCE_SECOND) row--;
  }
  return { first, last, distance: cost / Math.max(1, length) };
}
