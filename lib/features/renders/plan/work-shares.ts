import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { TransitionTypeWithFrames } from '#engine/video/transitions/transition-types.ts';
import { shotToEncode, type VideoShot } from './video-shot.ts';

/** A range of a list. */
export interface ArrayIndexRange {
  first: number;
  count: number;
}

/** Core seconds for encoding one second of speech; with music, twice as much. */
const SOUND_CORE_SECONDS_PER_SECOND = 0.004;
/** Core seconds that each part of the sound costs in addition, for its process and its requests. */
const SOUND_PART_CORE_SECONDS = 0.02;
const PIXELS_1080P = 1920 * 1080;

/** The most work, in core seconds, that one worker encodes while narration is synthesized. The plan waits for it. */
const MAX_AHEAD_CORE_SECONDS = 4;
/** The work of a share, in core seconds: enough for the cost of a message, and well within a worker's time limit. */
const SHARE_CORE_SECONDS = 3;
/**
 * The most work, in core seconds, for which the worker that planned a video also makes it. Another worker, with a single share, would not be
 * faster, and would cost messages and about 50 write units. It is far below the time limit of a 2 GB Lambda (1.16 cores).
 */
const MAX_ALONE_CORE_SECONDS = SHARE_CORE_SECONDS;
/** The most shares, unless they would exceed MAX_SHARE_CORE_SECONDS each. */
const MAX_SHARES = 128;
/** The most work of a share, in core seconds. Its worker has 600 s on 1.16 cores, and stores nothing before the end of the share. */
const MAX_SHARE_CORE_SECONDS = 300;

/** The most speeches of one narration task. */
const MAX_SPEECHES_PER_TASK = 8;
/** The most characters of one narration task with several speeches: a slow engine needs a minute for them. */
const MAX_CHARACTERS_PER_TASK = 3000;
/** The number of tasks over which speech is distributed if there is more of it than workers: each task costs 14 write units and four messages. */
const NARRATION_TASK_TARGET = 8;

/** The cost of making the pictures of a movement at 1080p, in core seconds: of its drawings, and of each frame. Encoding is not in it. */
interface MovementCost {
  drawings: number;
  frame: number;
}

/** Measured on 2 shared cores on 2026-11-27, rounded up, except morph, which is an estimate. All are rough, as the costs of codecs are. */
const TRANSITION_COSTS: Readonly<Partial<Record<TransitionTypeWithFrames, MovementCost>>> = {
  zoom: { drawings: 0.25, frame: 0.02 },
  blur: { drawings: 0.4, frame: 0.015 },
  iris: { drawings: 0.06, frame: 0.01 },
  morph: { drawings: 0.3, frame: 0.02 },
};
const DEFAULT_TRANSITION_COST: MovementCost = { drawings: 0.06, frame: 0.005 };
/** Drawn parts were measured; zoom, image_motion, footage and presenter are estimates. */
const MOVEMENT_COSTS: Readonly<Record<Exclude<VideoShot['kind'], 'still' | 'transition'>, MovementCost>> = {
  drawn: { drawings: 0.2, frame: 0.006 },
  zoom: { drawings: 0.4, frame: 0.015 },
  image_motion: { drawings: 0.2, frame: 0.012 },
  footage: { drawings: 0.1, frame: 0.01 },
  presenter: { drawings: 0.2, frame: 0.015 },
};

/**
 * Core seconds for a frame of a video at 1080p that is joined as it is; measured as for transitions. Three seconds of such work, which one worker does, take
 * a minute if the frames must be encoded: those of videos that an earlier version of the program decoded have other parameter sets.
 */
const IN_STEP_FRAME_CORE_SECONDS = 0.001;

/** The cost of the pictures of a shot that is encoded frame by frame. */
const movementCost = (shot: VideoShot): MovementCost => {
  if (shot.kind === 'still') return { drawings: 0, frame: 0 };
  return shot.kind === 'transition'
    ? (TRANSITION_COSTS[shot.type] ?? DEFAULT_TRANSITION_COST)
    : MOVEMENT_COSTS[shot.kind];
};

/** The cost of encoding a shot, in core seconds. */
export function shotEncodingCoreSeconds(shot: VideoShot, settings: VideoSettings): number {
  const { codec, width, height } = settings;
  // 1 for 1080p.
  const sizeFactor = (width * height) / PIXELS_1080P;
  const { seconds: codecCosts } = codecFactsOf(codec);
  const encoded = shotToEncode(shot, settings);
  if (encoded.kind === 'still') return sizeFactor * codecCosts.still;
  if (encoded.kind === 'footage' && encoded.inStep) return sizeFactor * encoded.frames * IN_STEP_FRAME_CORE_SECONDS;
  const { drawings, frame } = movementCost(encoded);
  return sizeFactor * (drawings + encoded.frames * (frame + codecCosts.movingFrame));
}

/** The cost of encoding a part of the sound, in core seconds. */
export const soundEncodingCoreSeconds = (samples: number, sampleRate: number): number =>
  SOUND_PART_CORE_SECONDS + (samples / sampleRate) * SOUND_CORE_SECONDS_PER_SECOND;

/** Reports whether one worker should do all of the work. @param costs in core seconds */
export const fitsOneWorker = (costs: readonly number[]): boolean =>
  costs.reduce((sum, cost) => sum + cost, 0) <= MAX_ALONE_CORE_SECONDS;

/**
 * Divides missing speech into shares for tasks, in order; none is empty. A share has one speech if there are workers for all, else several,
 * because each task has a cost. Pure.
 * @param characters number of characters of each speech
 * @param maxConcurrentTasks number of narration tasks of the account that run at the same time
 */
export function splitMissingSpeech(characters: readonly number[], maxConcurrentTasks: number): ArrayIndexRange[] {
  const tasks =
    characters.length <= maxConcurrentTasks ? maxConcurrentTasks : Math.min(maxConcurrentTasks, NARRATION_TASK_TARGET);
  const maxSpeeches = Math.min(MAX_SPEECHES_PER_TASK, Math.ceil(characters.length / tasks));
  const shares: ArrayIndexRange[] = [];
  let charactersLeft = 0;
  characters.forEach((amount, index) => {
    const currentShare = shares.at(-1);
    if (currentShare && currentShare.count < maxSpeeches && amount <= charactersLeft) currentShare.count++;
    else {
      shares.push({ first: index, count: 1 });
      charactersLeft = MAX_CHARACTERS_PER_TASK;
    }
    charactersLeft -= amount;
  });
  return shares;
}

/**
 * The number of leading entries of a list of costs that fit into MAX_AHEAD_CORE_SECONDS. Pure.
 */
export function countItemsToEncodeAhead(costs: readonly number[]): number {
  let sum = 0;
  const firstBeyond = costs.findIndex((cost) => {
    sum += cost;
    return sum > MAX_AHEAD_CORE_SECONDS;
  });
  return firstBeyond < 0 ? costs.length : firstBeyond;
}

/** Divides a list of costs (core seconds) into shares of about the same cost, in order; none is empty. Pure. */
export function splitListByCost(costs: readonly number[]): ArrayIndexRange[] {
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const worthwhileShares = Math.min(MAX_SHARES, Math.max(1, Math.ceil(total / SHARE_CORE_SECONDS)));
  const shareCount = Math.min(costs.length, Math.max(worthwhileShares, Math.ceil(total / MAX_SHARE_CORE_SECONDS)));
  const shares: ArrayIndexRange[] = [];
  let doneCost = 0;
  let first = 0;
  costs.forEach((cost, index) => {
    doneCost += cost;
    const isLast = index === costs.length - 1;
    if (isLast || doneCost >= (total * (shares.length + 1)) / shareCount) {
      shares.push({ first, count: index + 1 - first });
      first = index + 1;
    }
  });
  return shares;
}
