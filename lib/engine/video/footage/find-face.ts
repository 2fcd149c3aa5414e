import { planesOfYuvPicture, type YuvPicture } from '../picture.ts';
import { type FootageFacts, framesPerFootageGroup } from './footage.ts';

/** The place of a head in footage: its middle, 0–1 from the left and from the top, and its height, a share of that of the picture. */
export interface FoundFace {
  x: number;
  y: number;
  size: number;
}

/** The most groups of frames in which a head is looked for: those of a minute. */
const MAX_GROUPS = 30;
/** Limits of Cb, Cr and luma of skin of every shade under usual light: shades differ in luma, not in chroma. */
const SKIN = { cb: [77, 130], cr: [132, 176], darkest: 36 } as const;
/** Standard deviation of luma between frames at which something certainly moves. */
const MOVING = 8;
/** The weight of skin that does not move: it may be wood, sand or a wall. */
const STILL_WEIGHT = 0.25;
/** The least weights of a sample of a head: of one that moves, and of one that stands, if nothing moves. */
const MIN_WEIGHTS = [0.5, 0.2] as const;
/** The least part of the picture that a head covers. */
const MIN_HEAD_SHARE = 0.004;
/** Hands are as large as a face in the lower part of a picture: parts weigh less the lower they are. */
const LOWER = 0.7;

/** The likeness of each sample of chroma to moving skin, 0–1. */
function skinOf(frames: readonly YuvPicture[]): { weights: Float32Array; width: number; height: number } {
  const [first] = frames;
  const [luma, cb, cr] = planesOfYuvPicture(first ?? { width: 0, height: 0 });
  const { width, height } = cb;
  const weights = new Float32Array(width * height);
  for (let at = 0; at < weights.length; at++) {
    const up = luma.offset + Math.floor(at / width) * 2 * luma.width + (at % width) * 2;
    let [sum, squares, skin] = [0, 0, 0];
    for (const { data } of frames) {
      const level = data[up] ?? 0;
      const [blue, red] = [data[cb.offset + at] ?? 0, data[cr.offset + at] ?? 0];
      sum += level;
      squares += level * level;
      if (level >= SKIN.darkest && blue >= SKIN.cb[0] && blue <= SKIN.cb[1] && red >= SKIN.cr[0] && red <= SKIN.cr[1])
        skin += 1 / frames.length;
    }
    const deviation = Math.sqrt(Math.max(0, squares / frames.length - (sum / frames.length) ** 2));
    weights[at] = skin * Math.max(STILL_WEIGHT, Math.min(1, deviation / MOVING));
  }
  return { weights, width, height };
}

/** A connected part of a picture; sums of its weights. */
interface Part {
  samples: number;
  weight: number;
  x: number;
  y: number;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const NO_PART: Part = {
  ...{ samples: 0, weight: 0, x: 0, y: 0 },
  ...{ top: Number.POSITIVE_INFINITY, bottom: 0, left: Number.POSITIVE_INFINITY, right: 0 },
};

/** The connected part around a sample, of samples that have a weight, which are taken from `weights`. */
function takePart(weights: Float32Array, width: number, start: number, least: number): Part {
  const part = { ...NO_PART };
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const weight = weights[at] ?? 0;
    if (weight < least) continue;
    weights[at] = 0;
    const [x, y] = [at % width, Math.floor(at / width)];
    part.samples += 1;
    part.weight += weight;
    part.x += weight * x;
    part.y += weight * y;
    part.top = Math.min(part.top, y);
    part.bottom = Math.max(part.bottom, y);
    part.left = Math.min(part.left, x);
    part.right = Math.max(part.right, x);
    if (x > 0) open.push(at - 1);
    if (x < width - 1) open.push(at + 1);
    open.push(at - width, at + width);
  }
  return part;
}

/** The part that weighs most, high rather than low; undefined without one that is large enough. */
function bestPart(
  { weights: all, width, height }: { weights: Float32Array; width: number; height: number },
  least: number,
): Part | undefined {
  const weights = all.slice();
  const scoreOf = ({ weight, y }: Part): number => weight * (1 - (LOWER * y) / weight / height);
  let best: Part | undefined;
  for (let at = 0; at < weights.length; at++) {
    if ((weights[at] ?? 0) < least) continue;
    const part = takePart(weights, width, at, least);
    if (part.samples < MIN_HEAD_SHARE * width * height) continue;
    if (!best || scoreOf(part) > scoreOf(best)) best = part;
  }
  return best;
}

/** The groups of frames, from 0, in whose first frames a head is looked for: those of the first minute. */
export function footageGroupsWithFace({ fps, frames }: Pick<FootageFacts, 'fps' | 'frames'>): number[] {
  const groups = Math.ceil(frames / framesPerFootageGroup(fps));
  return Array.from({ length: Math.min(MAX_GROUPS, groups) }, (_, group) => group);
}

/**
 * Finds the head of somebody who speaks to the camera. It is the largest part of the picture with the chroma of skin; parts that move, and
 * parts high in the picture, count more. It recognizes no faces: a person in front of a wall with the colour of skin is found only by
 * movement, and one in colours of another kind is not found.
 * @param frames small pictures of one size, of moments apart
 * @returns undefined if no part of the picture is such a head
 */
export function findFace(frames: readonly YuvPicture[]): FoundFace | undefined {
  if (frames.length === 0) return undefined;
  const { weights, width, height } = skinOf(frames);
  const [moving, standing] = MIN_WEIGHTS;
  const best = bestPart({ weights, width, height }, moving) ?? bestPart({ weights, width, height }, standing);
  if (!best) return undefined;
  // A neck and bare shoulders belong to the part: a head is about four thirds as high as wide.
  const wide = best.right - best.left + 1;
  const high = Math.min(best.bottom - best.top + 1, (wide * 4) / 3);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    x: round((best.x / best.weight + 0.5) / width),
    y: round((best.top + high / 2) / height),
    size: round(Math.min(1, high / height)),
  };
}
