import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';
import { smootherstep } from './easing.ts';
import { pixelColumnsShownAtPhase } from './slide.ts';
import type { TransitionEffect } from './transition-effect.ts';

/**
 * The shadow of the new picture on the old one: its width as a fraction of the width of the picture, and the share of luma that it takes at
 * the edge.
 */
const SHADOW = { width: 0.03, depth: 0.22 };
/** Luma of black in limited range. */
const BLACK_LUMA = 16;

/** Columns that the shadow is wide. @param width of the picture, in pixels */
const shadowColumns = (width: number): number => Math.max(1, Math.round(SHADOW.width * width));

/**
 * The share of its luma (0–1) that the old picture keeps under the shadow of the new picture, in a frame of the transition. The shadow is
 * darkest when the new picture has come half its way; there is none at the start and at the end.
 * @param distance from the edge of the new picture, in pixels
 * @param phase the part of the transition that is over, 0–1
 * @param width of the picture, in pixels
 */
export function lumaShareOfShadowedPicture(distance: number, phase: number, width: number): number {
  const progress = smootherstep(phase);
  const depth = SHADOW.depth * 4 * progress * (1 - progress);
  return 1 - depth * Math.max(0, 1 - distance / shadowColumns(width)) ** 2;
}

/** Luma that the shadow leaves (0–256) at each distance from the edge of the new picture, in pixels. */
const shadowWeights = (width: number, phase: number): Uint16Array =>
  Uint16Array.from({ length: shadowColumns(width) }, (_, x) =>
    Math.round(256 * lumaShareOfShadowedPicture(x + 0.5, phase, width)),
  );

/** A frame in which the new picture lies over a part of the old one. Pictures move by whole pairs of pixels. */
function coveredFrame(from: YuvPicture, to: YuvPicture, phase: number, direction: 'ltr' | 'rtl'): YuvPicture {
  const picture = allocateYuvPicture(from);
  const columnsShown = pixelColumnsShownAtPhase(phase, from.width);
  const isLeftwards = direction === 'ltr';
  const shadow = shadowWeights(from.width, phase);
  for (const { offset, width, height, every } of planeLayoutsOfYuvPicture(from)) {
    const samplesShown = columnsShown / every;
    const end = offset + width * height;
    for (let row = offset; row < end; row += width) {
      picture.data.set(from.data.subarray(row, row + width), row);
      const partStart = isLeftwards ? row + width - samplesShown : row;
      const newPart = isLeftwards
        ? to.data.subarray(row, row + samplesShown)
        : to.data.subarray(row + width - samplesShown, row + width);
      picture.data.set(newPart, partStart);
      if (every > 1) continue;
      const edge = isLeftwards ? partStart - 1 : row + samplesShown;
      const shadowLength = Math.min(shadow.length, width - samplesShown);
      for (let x = 0; x < shadowLength; x++) {
        const sampleIndex = isLeftwards ? edge - x : edge + x;
        picture.data[sampleIndex] =
          BLACK_LUMA + ((((picture.data[sampleIndex] ?? BLACK_LUMA) - BLACK_LUMA) * (shadow[x] ?? 256) + 128) >> 8);
      }
    }
  }
  return picture;
}

/** The new picture moves over the old one, which stays, from the end of the reading direction. */
export const coverTransition: TransitionEffect = (from, to, direction) => (phase) =>
  coveredFrame(from, to, phase, direction);
