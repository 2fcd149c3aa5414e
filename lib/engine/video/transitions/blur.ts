import { blankPicture, type Plane, planesOf, type YuvPicture } from '../picture.ts';
import { crossFade } from './cross-fade.ts';
import { smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Radii of the blurred pictures, as parts of the short side, from the sharpest: each is blurred from the one before. */
const RADII = [0.006, 0.014, 0.03];
/** A box of means, applied this many times, is near to a Gaussian (the central limit theorem). */
const PASSES = 2;

/** Means of the boxes of `2 * radius + 1` samples around each of `count` samples; beyond the ends, the last sample is repeated. */
function blurLine(from: Uint8Array, to: Uint8Array, start: number, count: number, step: number, radius: number): void {
  const width = 2 * radius + 1;
  const sampleAt = (i: number): number => from[start + Math.min(Math.max(i, 0), count - 1) * step] ?? 0;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += sampleAt(i);
  for (let i = 0; i < count; i++) {
    to[start + i * step] = Math.round(sum / width);
    sum += sampleAt(i + radius + 1) - sampleAt(i - radius);
  }
}

function blurPlane({ offset, width, height, every }: Plane, data: Uint8Array, spare: Uint8Array, radius: number): void {
  const reach = Math.max(1, Math.round(radius / every));
  for (let pass = 0; pass < PASSES; pass++) {
    for (let y = 0; y < height; y++) blurLine(data, spare, offset + y * width, width, 1, reach);
    for (let x = 0; x < width; x++) blurLine(spare, data, offset + x, height, width, reach);
  }
}

function blurred(picture: YuvPicture, radius: number): YuvPicture {
  const result = { ...picture, data: Uint8Array.from(picture.data) };
  const spare = blankPicture(picture).data;
  for (const plane of planesOf(picture)) blurPlane(plane, result.data, spare, radius);
  return result;
}

/** The picture, and blurred ones, from the sharpest. */
function levelsOf(picture: YuvPicture): YuvPicture[] {
  const short = Math.min(picture.width, picture.height);
  const levels = [picture];
  for (const radius of RADII) levels.push(blurred(levels.at(-1) ?? picture, radius * short));
  return levels;
}

/** The picture at an amount of blur from 0 to 1: the two nearest levels, mixed. */
function atBlur(levels: readonly YuvPicture[], amount: number): YuvPicture {
  const place = Math.min(Math.max(amount, 0), 1) * (levels.length - 1);
  const low = Math.min(Math.floor(place), levels.length - 2);
  const [sharper, softer] = [levels[low], levels[low + 1]];
  if (!sharper || !softer) throw new RangeError('no levels of blur');
  return crossFade(sharper, softer, Math.round(256 * (place - low)));
}

/** The part of the time, around the middle, in which both pictures are seen. */
const MIXED = 0.5;

/** The old picture blurs until no letter is left, and the new one comes out of the blur: letters of both are never seen at once. */
export const blur: TransitionEffect = (from, to) => {
  const [old, next] = [levelsOf(from), levelsOf(to)];
  return (phase) => {
    const weight = Math.round(256 * smoothstep((phase - (1 - MIXED) / 2) / MIXED));
    const amount = smoothstep(1 - Math.abs(2 * phase - 1));
    if (weight === 0) return atBlur(old, amount);
    if (weight === 256) return atBlur(next, amount);
    return crossFade(atBlur(old, amount), atBlur(next, amount), weight);
  };
};
