import { SOUND_FEATURES_PER_FRAME } from './sound-features.ts';
import { findTimeWarpPath, type TimeWarpSearchBand } from './time-warp-path.ts';

/** Frames that the first, coarse comparison takes together: 50 ms. */
const FRAMES_PER_COARSE_FRAME = 5;
/** Longest distance of a sound ahead of another one, or behind it: a share of its length, and frames (3 s). */
const MAX_SHIFT = { share: 0.15, frames: 300 };
/**
 * The most comparisons of the first step, each of which takes a byte. They bound the width of the band in sounds of more than ten minutes.
 */
const MAX_COMPARISONS = 48e6;
/** Frames on both sides of the coarse path in which the fine path is searched: 160 ms. */
const FINE_MARGIN_FRAMES = 16;

const frameCountOf = (values: Float32Array): number => values.length / SOUND_FEATURES_PER_FRAME;

/** Means of `FRAMES_PER_COARSE_FRAME` frames each. */
function toCoarseFrames(values: Float32Array): Float32Array {
  const count = Math.ceil(frameCountOf(values) / FRAMES_PER_COARSE_FRAME);
  const means = new Float32Array(count * SOUND_FEATURES_PER_FRAME);
  for (let frame = 0; frame < count; frame++) {
    const end = Math.min(frameCountOf(values), (frame + 1) * FRAMES_PER_COARSE_FRAME);
    for (let sourceFrame = frame * FRAMES_PER_COARSE_FRAME; sourceFrame < end; sourceFrame++)
      for (let feature = 0; feature < SOUND_FEATURES_PER_FRAME; feature++) {
        const index = frame * SOUND_FEATURES_PER_FRAME + feature;
        means[index] =
          (means[index] ?? 0) +
          (values[sourceFrame * SOUND_FEATURES_PER_FRAME + feature] ?? 0) / (end - frame * FRAMES_PER_COARSE_FRAME);
      }
  }
  return means;
}

/** A band that is nowhere empty, does not go back, and has both corners. */
function bandOf(
  rows: number,
  columns: number,
  rangeOf: (row: number) => readonly [from: number, to: number],
): TimeWarpSearchBand {
  const band = { from: new Int32Array(rows), to: new Int32Array(rows) };
  let [start, end] = [0, 1];
  for (let row = 0; row < rows; row++) {
    const [from, to] = rangeOf(row);
    start = Math.min(columns - 1, Math.max(start, Math.floor(from)));
    // Each row touches the one before it, so that a path exists.
    start = Math.min(start, end - 1);
    end = Math.min(columns, Math.max(end, Math.ceil(to), start + 1));
    band.from[row] = row === 0 ? 0 : start;
    band.to[row] = row === rows - 1 ? columns : end;
  }
  return band;
}

/** The same frames from the last one to the first one. */
function reverseFrames(values: Float32Array): Float32Array {
  const reversedFrames = new Float32Array(values.length);
  for (let index = 0; index < values.length; index += SOUND_FEATURES_PER_FRAME)
    reversedFrames.set(
      values.subarray(index, index + SOUND_FEATURES_PER_FRAME),
      values.length - index - SOUND_FEATURES_PER_FRAME,
    );
  return reversedFrames;
}

/** An alignment of two sounds: the frames of the second sound that match each frame of the first one, and how badly they fit. */
export interface SoundAlignment {
  /** The first and the last frame of the second sound for each frame of the first one. */
  first: Int32Array;
  last: Int32Array;
  /**
   * Distance of the sounds along the path, divided by the distance when one of them is played backwards: 0.75–0.93 for the same words, else
   * about 1.
   */
  misfit: number;
}

/**
 * Finds the frames of one sound in another one, in two steps: frames of 50 ms within a broad band, then frames of 10 ms near that path.
 * Time and memory of the second step grow with the length of the sounds; those of the first step grow with its square, up to a bound.
 * @param firstFeatures `SOUND_FEATURES_PER_FRAME` numbers for each frame, at least one frame; `secondFeatures` likewise
 * @param pause is awaited every few milliseconds, so that the caller's thread can do other work
 */
export async function alignSoundFrames(
  firstFeatures: Float32Array,
  secondFeatures: Float32Array,
  pause: () => Promise<unknown>,
): Promise<SoundAlignment> {
  const [coarseFirst, coarseSecond] = [toCoarseFrames(firstFeatures), toCoarseFrames(secondFeatures)];
  const [rows, columns] = [frameCountOf(coarseFirst), frameCountOf(coarseSecond)];
  const maxShift = Math.min(
    MAX_SHIFT.share * columns + MAX_SHIFT.frames / FRAMES_PER_COARSE_FRAME,
    MAX_COMPARISONS / (2 * rows),
  );
  const broadBand = bandOf(rows, columns, (row) => [
    (row / rows) * columns - maxShift,
    (row / rows) * columns + maxShift,
  ]);
  const path = await findTimeWarpPath(coarseFirst, coarseSecond, broadBand, pause);
  const { distance } = await findTimeWarpPath(reverseFrames(coarseFirst), coarseSecond, broadBand, pause);
  const misfit = path.distance / distance;
  const nearBand = bandOf(frameCountOf(firstFeatures), frameCountOf(secondFeatures), (frame) => {
    const row = Math.floor(frame / FRAMES_PER_COARSE_FRAME);
    return [
      (path.first[row] ?? 0) * FRAMES_PER_COARSE_FRAME - FINE_MARGIN_FRAMES,
      ((path.last[row] ?? 0) + 1) * FRAMES_PER_COARSE_FRAME + FINE_MARGIN_FRAMES,
    ];
  });
  const { first, last } = await findTimeWarpPath(firstFeatures, secondFeatures, nearBand, pause);
  return { first, last, misfit };
}
