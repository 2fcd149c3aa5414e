import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import type { TransitionWithFrames } from '#engine/video/transitions/transition-types.ts';
import { type Shot, shotToEncode } from './shot.ts';

/** A range of a list. */
export interface ListIndexRange {
  first: number;
  count: number;
}

/** Core seconds for the encoding of one second of speech; with music, twice as much. */
const SOUND_SECONDS_PER_SECOND = 0.004;
/** Core seconds that each part of the sound costs in addition, for its process and its requests. */
const SOUND_PART_SECONDS = 0.02;
const PIXELS_1080P = 1920 * 1080;

/** The most work, in core seconds, that one worker encodes while narration is synthesized. The plan waits for it. */
const AHEAD_SECONDS = 4;
/** The work of a share, in core seconds: enough for the cost of a message, and well within a worker's time limit. */
const SHARE_SECONDS = 3;
/**
 * The most work, in core seconds, for which the worker that planned a video also makes it. As a single share, another worker would not do
 * it faster, but it would cost messages and about 50 write units. It is far below the time limit of a 2 GB Lambda (1.16 cores).
 */
const ALONE_SECONDS = SHARE_SECONDS;
/** The most shares, unless they would exceed MAX_SHARE_SECONDS each. */
const MAX_SHARES = 128;
/** The most work of a share, in core seconds. Its worker has 600 s on 1.16 cores, and stores nothing before the end of the share. */
const MAX_SHARE_SECONDS = 300;

/** The most speeches of one narration task. */
const SHARE_SPEECHES = 8;
/** The most characters of one narration task with several speeches: a slow engine needs a minute for them. */
const SHARE_CHARACTERS = 3000;
/** The number of tasks over which speech is distributed if there is more of it than workers: each task costs 14 write units and four messages. */
const NARRATION_TASKS = 8;

/** The cost of making the pictures of a movement at 1080p, in core seconds: of its drawings, and of each frame. Encoding is not in it. */
interface MovementCost {
  drawings: number;
  frame: number;
}

/** Measured on 2 shared cores on 2026-11-27, rounded up, except morph, which is an estimate. All are rough, as the costs of codecs are. */
const TRANSITION_COSTS: Readonly<Partial<Record<TransitionWithFrames, MovementCost>>> = {
  zoom: { drawings: 0.25, frame: 0.02 },
  blur: { drawings: 0.4, frame: 0.015 },
  iris: { drawings: 0.06, frame: 0.01 },
  morph: { drawings: 0.3, frame: 0.02 },
};
const USUAL_COST: MovementCost = { drawings: 0.06, frame: 0.005 };
/** Drawn parts were measured; the cameras, footage and presenters are estimates. */
const MOVEMENT_COSTS: Readonly<Record<Exclude<Shot['kind'], 'still' | 'transition'>, MovementCost>> = {
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
const IN_STEP_FRAME_SECONDS = 0.001;

/** The cost of the pictures of a shot that is encoded frame by frame. */
const movementCost = (shot: Shot): MovementCost => {
  if (shot.kind === 'still') return { drawings: 0, frame: 0 };
  return shot.kind === 'transition' ? (TRANSITION_COSTS[shot.type] ?? USUAL_COST) : MOVEMENT_COSTS[shot.kind];
};

/** The cost of a shot, in core seconds. */
export function shotEncodingCoreSeconds(shot: Shot, settings: VideoSettings): number {
  const { codec, width, height } = settings;
  const megapixels = (width * height) / PIXELS_1080P;
  const { seconds } = codecFactsOf(codec);
  const encoded = shotToEncode(shot, settings);
  if (encoded.kind === 'still') return megapixels * seconds.still;
  if (encoded.kind === 'footage' && encoded.inStep) return megapixels * encoded.frames * IN_STEP_FRAME_SECONDS;
  const { drawings, frame } = movementCost(encoded);
  return megapixels * (drawings + encoded.frames * (frame + seconds.movingFrame));
}

/** The cost of a part of the sound, in core seconds. */
export const soundEncodingCoreSeconds = (samples: number, sampleRate: number): number =>
  SOUND_PART_SECONDS + (samples / sampleRate) * SOUND_SECONDS_PER_SECOND;

/** Reports whether one worker should do all of the work. @param costs in core seconds */
export const fitsOneWorker = (costs: readonly number[]): boolean =>
  costs.reduce((sum, cost) => sum + cost, 0) <= ALONE_SECONDS;

/**
 * Divides missing speech into shares for tasks, in order; none is empty. A share has one speech if there are workers for all, else several,
 * because each task has a cost. Pure.
 * @param characters number of characters of each speech
 * @param atOnce number of narration tasks of the account that run at the same time
 */
export function splitMissingSpeech(characters: readonly number[], atOnce: number): ListIndexRange[] {
  const tasks = characters.length <= atOnce ? atOnce : Math.min(atOnce, NARRATION_TASKS);
  const most = Math.min(SHARE_SPEECHES, Math.ceil(characters.length / tasks));
  const shares: ListIndexRange[] = [];
  let left = 0;
  characters.forEach((amount, index) => {
    const open = shares.at(-1);
    if (open && open.count < most && amount <= left) open.count++;
    else {
      shares.push({ first: index, count: 1 });
      left = SHARE_CHARACTERS;
    }
    left -= amount;
  });
  return shares;
}

/**
 * The number of leading entries of a list of costs that fit into AHEAD_SECONDS. Pure.
 */
export function countItemsToEncodeAhead(costs: readonly number[]): number {
  let sum = 0;
  const over = costs.findIndex((cost) => {
    sum += cost;
    return sum > AHEAD_SECONDS;
  });
  return over < 0 ? costs.length : over;
}

/** Divides a list of costs (core seconds) into shares of about the same cost, in order; none is empty. Pure. */
export function splitListByCost(costs: readonly number[]): ListIndexRange[] {
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const worthIt = Math.min(MAX_SHARES, Math.max(1, Math.ceil(total / SHARE_SECONDS)));
  const wanted = Math.min(costs.length, Math.max(worthIt, Math.ceil(total / MAX_SHARE_SECONDS)));
  const shares: ListIndexRange[] = [];
  let done = 0;
  let first = 0;
  costs.forEach((cost, index) => {
    done += cost;
    const isLast = index === costs.length - 1;
    if (isLast || done >= (total * (shares.length + 1)) / wanted) {
      shares.push({ first, count: index + 1 - first });
      first = index + 1;
    }
  });
  return shares;
}
