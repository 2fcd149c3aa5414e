import { factsOf } from '#engine/video/codecs/codec-facts.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { encodedShot, type Shot } from './shot.ts';

/** A range of entries of a list. */
export interface IndexRange {
  first: number;
  count: number;
}

/** A second of speech, and what each part costs besides (its process and its requests); with music it is twice as much. */
const SOUND_SECONDS_PER_SECOND = 0.004;
const SOUND_PART_SECONDS = 0.02;
const PIXELS_1080P = 1920 * 1080;

/** At most this much (core seconds) is encoded while narration is spoken: by one worker, which the plan waits for. */
const AHEAD_SECONDS = 4;
/** The work of a share, in core seconds: worth a message, and well within a worker's limits. */
const SHARE_SECONDS = 3;
/**
 * At most this much work (core seconds) is done by the worker that planned the video: it would be one share, which another worker
 * does no sooner. It would cost messages, and about 50 write units. It stays far below the time limit of a 2 GB Lambda (1.16 cores).
 */
const ALONE_SECONDS = SHARE_SECONDS;
/** At most this many shares; beyond that they grow, up to MAX_SHARE_SECONDS. */
const MAX_SHARES = 128;
/** In core seconds. The worker of a share has 600 s on 1.16 cores, and stores nothing before the end of its share. */
const MAX_SHARE_SECONDS = 300;

/** One task makes at most this many speeches, with this many characters together: a slow engine needs a minute for them. */
const SHARE_SPEECHES = 8;
const SHARE_CHARACTERS = 3000;
/** Number of narration tasks of a render if there are not workers for all: each costs 14 write units and four messages, whatever it speaks. */
const NARRATION_TASKS = 8;

/** The cost of a shot, in core seconds. */
export function shotCost(shot: Shot, { codec, width, height }: VideoSettings): number {
  const megapixels = (width * height) / PIXELS_1080P;
  const { seconds } = factsOf(codec);
  const { kind, frames } = encodedShot(shot, codec);
  return megapixels * (kind === 'still' ? seconds.still : frames * seconds.movingFrame);
}

/** The cost of a part of the sound, in core seconds. */
export const soundCost = (samples: number, sampleRate: number): number =>
  SOUND_PART_SECONDS + (samples / sampleRate) * SOUND_SECONDS_PER_SECOND;

/** Reports whether one worker should do all of the work. */
export const fitsOneWorker = (costs: readonly number[]): boolean =>
  costs.reduce((sum, cost) => sum + cost, 0) <= ALONE_SECONDS;

/**
 * Cuts a list of speech that is to be made into shares, in order, none empty: one speech each while workers are free, else
 * several, because a task has its own requests.
 * @param characters of each speech
 * @param atOnce how many tasks of the account workers do at once
 */
export function splitSpeech(characters: readonly number[], atOnce: number): IndexRange[] {
  const tasks = characters.length <= atOnce ? atOnce : Math.min(atOnce, NARRATION_TASKS);
  const most = Math.min(SHARE_SPEECHES, Math.ceil(characters.length / tasks));
  const shares: IndexRange[] = [];
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
 * Number of leading entries of a list of costs to make while narration is synthesized: at most AHEAD_SECONDS of work, so that
 * nothing waits long for it. Pure.
 */
export function countAhead(costs: readonly number[]): number {
  let sum = 0;
  const over = costs.findIndex((cost) => {
    sum += cost;
    return sum > AHEAD_SECONDS;
  });
  return over < 0 ? costs.length : over;
}

/** Cuts a list of costs into shares of about the same cost, in order, none empty. */
export function splitByCost(costs: readonly number[]): IndexRange[] {
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const worthIt = Math.min(MAX_SHARES, Math.max(1, Math.ceil(total / SHARE_SECONDS)));
  const wanted = Math.min(costs.length, Math.max(worthIt, Math.ceil(total / MAX_SHARE_SECONDS)));
  const shares: IndexRange[] = [];
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
