import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture, type YuvPlane } from '../picture.ts';
import { crossFadePictures } from './cross-fade.ts';
import { smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** Radii of the blurred pictures, as parts of the short side, from the sharpest: each is blurred from the one before. */
const BLUR_RADII = [0.006, 0.014, 0.03];
/** A box of means, applied this many times, is near to a Gaussian (the central limit theorem). */
const PASSES = 2;

/** Means of the boxes of `2 * radius + 1` samples around each of `count` samples; beyond the ends, the last sample is repeated. */
function blurRow(from: Uint8Array, to: Uint8Array, start: number, count: number, radius: number): void {
  // A mean is never half way between two numbers, because a box has an odd number of samples: the product rounds as the quotient does.
  const share = 1 / (2 * radius + 1);
  const [first, last] = [from[start] ?? 0, from[start + count - 1] ?? 0];
  const sampleAt = (i: number): number => (i < 0 ? first : i >= count ? last : (from[start + i] ?? 0));
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += sampleAt(i);
  let x = 0;
  const step = (): void => {
    to[start + x] = (sum * share + 0.5) | 0;
    sum += sampleAt(x + radius + 1) - sampleAt(x - radius);
    x += 1;
  };
  while (x < Math.min(radius, count)) step();
  // Boxes within the row need no ends.
  for (const end = count - radius - 1; x < end; x++) {
    to[start + x] = (sum * share + 0.5) | 0;
    sum += (from[start + x + radius + 1] ?? 0) - (from[start + x - radius] ?? 0);
  }
  while (x < count) step();
}

/** Blurs down the columns as `blurRow` does along a row, but row by row: column by column, each cache line would be loaded once for every sample in it. */
function blurColumns(from: Uint8Array, to: Uint8Array, { offset, width, height }: YuvPlane, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const rowAt = (y: number): number => offset + Math.min(Math.max(y, 0), height - 1) * width;
  const sums = new Int32Array(width);
  for (let y = -radius; y <= radius; y++) {
    const rowStart = rowAt(y);
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (from[rowStart + x] ?? 0);
  }
  for (let y = 0; y < height; y++) {
    const [rowStart, rowBelowBox, topRowOfBox] = [rowAt(y), rowAt(y + radius + 1), rowAt(y - radius)];
    for (let x = 0; x < width; x++) {
      const sum = sums[x] ?? 0;
      to[rowStart + x] = (sum * share + 0.5) | 0;
      sums[x] = sum + (from[rowBelowBox + x] ?? 0) - (from[topRowOfBox + x] ?? 0);
    }
  }
}

/** Reports whether a row equals the one above it: most of a slide is empty. */
const equalsRowAbove = (data: Uint8Array, row: number, width: number): boolean =>
  Buffer.compare(data.subarray(row - width, row), data.subarray(row, row + width)) === 0;

function blurPlane(plane: YuvPlane, data: Uint8Array, spare: Uint8Array, radius: number): void {
  const { offset, width, height, every } = plane;
  const boxRadius = Math.max(1, Math.round(radius / every));
  for (let pass = 0; pass < PASSES; pass++) {
    for (let y = 0; y < height; y++) {
      const rowStart = offset + y * width;
      if (y > 0 && equalsRowAbove(data, rowStart, width)) spare.copyWithin(rowStart, rowStart - width, rowStart);
      else blurRow(data, spare, rowStart, width, boxRadius);
    }
    blurColumns(spare, data, plane, boxRadius);
  }
}

function blurPicture(picture: YuvPicture, radius: number): YuvPicture {
  const result = { ...picture, data: Uint8Array.from(picture.data) };
  const spare = allocateYuvPicture(picture).data;
  for (const plane of planeLayoutsOfYuvPicture(picture)) blurPlane(plane, result.data, spare, radius);
  return result;
}

/** The picture, and blurred ones, from the sharpest. */
function blurLevels(picture: YuvPicture): YuvPicture[] {
  const shortSide = Math.min(picture.width, picture.height);
  const levels = [picture];
  for (const radius of BLUR_RADII) levels.push(blurPicture(levels.at(-1) ?? picture, radius * shortSide));
  return levels;
}

/** The picture at an amount of blur from 0 to 1: the two nearest levels, mixed. */
function pictureAtBlur(levels: readonly YuvPicture[], amount: number): YuvPicture {
  const levelPosition = Math.min(Math.max(amount, 0), 1) * (levels.length - 1);
  const sharperLevel = Math.min(Math.floor(levelPosition), levels.length - 2);
  const [sharper, softer] = [levels[sharperLevel], levels[sharperLevel + 1]];
  if (!sharper || !softer) throw new RangeError('no levels of blur');
  return crossFadePictures(sharper, softer, Math.round(256 * (levelPosition - sharperLevel)));
}

/** The part of the time, around the middle, in which both pictures are seen. */
const MIXED_SHARE = 0.5;

/** The old picture blurs until no letter is left, and the new one comes out of the blur: letters of both are never seen at once. */
export const blurTransition: TransitionEffect = (from, to) => {
  const [oldLevels, newLevels] = [blurLevels(from), blurLevels(to)];
  return (phase) => {
    const weight = Math.round(256 * smoothstep((phase - (1 - MIXED_SHARE) / 2) / MIXED_SHARE));
    const amount = smoothstep(1 - Math.abs(2 * phase - 1));
    if (weight === 0) return pictureAtBlur(oldLevels, amount);
    if (weight === 256) return pictureAtBlur(newLevels, amount);
    return crossFadePictures(pictureAtBlur(oldLevels, amount), pictureAtBlur(newLevels, amount), weight);
  };
};
