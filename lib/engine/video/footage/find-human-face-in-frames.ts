import { planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';
import { type FootageFacts, framesPerFootageGroup } from './footage.ts';

/** The place of a head in footage: its middle, 0–1 from the left and from the top, and its height (`size`), a share of that of the picture. */
export interface HeadInFootage {
  x: number;
  y: number;
  size: number;
}

/** The most groups of frames in which a head is looked for: those of a minute. */
const MAX_GROUPS = 30;
/** Limits of Cb, Cr and luma of skin of every shade under usual light: shades differ in luma, not in chroma. */
const SKIN = { cb: [77, 130], cr: [132, 176], darkest: 36 } as const;
/** Standard deviation of luma between frames at which something certainly moves. */
const MOVING_DEVIATION = 8;
/** The weight of skin that does not move: it may be wood, sand or a wall. */
const STILL_WEIGHT = 0.25;
/** The least weights of a sample of a head: of a head that moves, and, if nothing moves, of one that stands still. */
const MIN_WEIGHTS = [0.5, 0.2] as const;
/** The least part of the picture that a head covers. */
const MIN_HEAD_SHARE = 0.004;
/** The share of its weight that a part at the bottom of the picture loses; at the top none: hands in the lower part are as large as a face. */
const LOWER_PART_DISCOUNT = 0.7;

/** The likeness of each sample of chroma to moving skin, 0–1. */
function skinWeights(frames: readonly YuvPicture[]): { weights: Float32Array; width: number; height: number } {
  const [firstFrame] = frames;
  const [luma, cb, cr] = planeLayoutsOfYuvPicture(firstFrame ?? { width: 0, height: 0 });
  const { width, height } = cb;
  const weights = new Float32Array(width * height);
  for (let sample = 0; sample < weights.length; sample++) {
    const lumaIndex = luma.offset + Math.floor(sample / width) * 2 * luma.width + (sample % width) * 2;
    let [lumaSum, lumaSquareSum, skinShare] = [0, 0, 0];
    for (const { data } of frames) {
      const level = data[lumaIndex] ?? 0;
      const [blue, red] = [data[cb.offset + sample] ?? 0, data[cr.offset + sample] ?? 0];
      lumaSum += level;
      lumaSquareSum += level * level;
      if (level >= SKIN.darkest && blue >= SKIN.cb[0] && blue <= SKIN.cb[1] && red >= SKIN.cr[0] && red <= SKIN.cr[1])
        skinShare += 1 / frames.length;
    }
    const deviation = Math.sqrt(Math.max(0, lumaSquareSum / frames.length - (lumaSum / frames.length) ** 2));
    weights[sample] = skinShare * Math.max(STILL_WEIGHT, Math.min(1, deviation / MOVING_DEVIATION));
  }
  return { weights, width, height };
}

/** A connected part of a picture. `x` and `y` are sums of the coordinates of its samples, each times its weight. */
interface ConnectedPart {
  samples: number;
  weight: number;
  x: number;
  y: number;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const EMPTY_PART: ConnectedPart = {
  samples: 0,
  weight: 0,
  x: 0,
  y: 0,
  top: Number.POSITIVE_INFINITY,
  bottom: 0,
  left: Number.POSITIVE_INFINITY,
  right: 0,
};

/** The connected part around a sample, of samples that weigh at least `minWeight`. Their weights are set to 0. */
function takePart(weights: Float32Array, width: number, start: number, minWeight: number): ConnectedPart {
  const part = { ...EMPTY_PART };
  const samplesToVisit = [start];
  for (let sample = samplesToVisit.pop(); sample !== undefined; sample = samplesToVisit.pop()) {
    const weight = weights[sample] ?? 0;
    if (weight < minWeight) continue;
    weights[sample] = 0;
    const [x, y] = [sample % width, Math.floor(sample / width)];
    part.samples += 1;
    part.weight += weight;
    part.x += weight * x;
    part.y += weight * y;
    part.top = Math.min(part.top, y);
    part.bottom = Math.max(part.bottom, y);
    part.left = Math.min(part.left, x);
    part.right = Math.max(part.right, x);
    if (x > 0) samplesToVisit.push(sample - 1);
    if (x < width - 1) samplesToVisit.push(sample + 1);
    samplesToVisit.push(sample - width, sample + width);
  }
  return part;
}

/** The part that weighs most, high rather than low; undefined without one that is large enough. */
function bestPart(
  { weights: initialWeights, width, height }: { weights: Float32Array; width: number; height: number },
  minWeight: number,
): ConnectedPart | undefined {
  const weights = initialWeights.slice();
  const scoreOf = ({ weight, y }: ConnectedPart): number => weight * (1 - (LOWER_PART_DISCOUNT * y) / weight / height);
  let best: ConnectedPart | undefined;
  for (let sample = 0; sample < weights.length; sample++) {
    if ((weights[sample] ?? 0) < minWeight) continue;
    const part = takePart(weights, width, sample, minWeight);
    if (part.samples < MIN_HEAD_SHARE * width * height) continue;
    if (!best || scoreOf(part) > scoreOf(best)) best = part;
  }
  return best;
}

/** The groups of frames, from 0, in whose first frames a head is looked for: those of the first minute. */
export function footageGroupsForFaceSearch({ fps, frames }: Pick<FootageFacts, 'fps' | 'frames'>): number[] {
  const groups = Math.ceil(frames / framesPerFootageGroup(fps));
  return Array.from({ length: Math.min(MAX_GROUPS, groups) }, (_, group) => group);
}

/**
 * Finds the head of somebody who speaks to the camera. It is the largest part of the picture with the chroma of skin; parts that move, and
 * parts high in the picture, count more. No faces are recognized: a person in front of a wall with the colour of skin is found only by
 * movement, and one in colours of another kind is not found.
 * @param frames small pictures of one size, taken at intervals
 * @returns undefined if no part of the picture is such a head
 */
export function findHumanFaceInFrames(frames: readonly YuvPicture[]): HeadInFootage | undefined {
  if (frames.length === 0) return undefined;
  const { weights, width, height } = skinWeights(frames);
  const [minMovingWeight, minStandingWeight] = MIN_WEIGHTS;
  const best =
    bestPart({ weights, width, height }, minMovingWeight) ?? bestPart({ weights, width, height }, minStandingWeight);
  if (!best) return undefined;
  // A neck and bare shoulders belong to the part: a head is about four thirds as high as wide.
  const headWidth = best.right - best.left + 1;
  const headHeight = Math.min(best.bottom - best.top + 1, (headWidth * 4) / 3);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    x: round((best.x / best.weight + 0.5) / width),
    y: round((best.top + headHeight / 2) / height),
    size: round(Math.min(1, headHeight / height)),
  };
}
