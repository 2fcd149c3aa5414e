import type { ClipOnTimeLine } from '../../clips/clip.ts';
import type { PictureDimensions } from '../../format.ts';
import { lumaShareOfShadowedPicture } from '../../transitions/cover.ts';
import { smoothstep } from '../../transitions/easing.ts';
import { risePositionAt } from '../../transitions/rise.ts';
import { pixelColumnsShownAtPhase } from '../../transitions/slide.ts';
import { HALF_MACROBLOCK_SIDE, type ShadowStep } from '../b-slice-data-of-side-entry.ts';
import { BLEND_WEIGHT_SUM, type PictureBlend, UNSHADOWED_PREDICTION_WEIGHT } from '../blended-frame-encoder.ts';

const weightOf = (share: number): number =>
  Math.min(Math.max(Math.round(BLEND_WEIGHT_SUM * share), 1), BLEND_WEIGHT_SUM - 1);

/** Halves of macroblocks of each step of a shadow, from the new picture on. The finer ones are where it is darker. */
const SHADOW_STEPS = [1, 1, 2, 2] as const;

/** The steps of the shadow of a covering picture. */
function shadowAt(phase: number, width: number): ShadowStep[] {
  let halvesBefore = 0;
  const steps = SHADOW_STEPS.map((halves) => {
    const distance = (halvesBefore + halves / 2) * HALF_MACROBLOCK_SIDE;
    halvesBefore += halves;
    return {
      halves,
      weight: Math.round(UNSHADOWED_PREDICTION_WEIGHT * lumaShareOfShadowedPicture(distance, phase, width)),
    };
  });
  return steps.filter(({ weight }) => weight < UNSHADOWED_PREDICTION_WEIGHT);
}

/** The slow zoom in a frame of a transition; empty without one. */
function zoomedAt(index: number, { clip: { zooms: room }, zoom }: ClipOnTimeLine): Pick<WeightedBlend, 'zoomed'> {
  if (!room || !zoom) return {};
  const { picture: later, before = later, frames } = zoom;
  return { zoomed: { room, before, later, shown: frames[index] ?? later } };
}

type WeightedBlend = Extract<PictureBlend, { weight: number }>;

/** The frame of a transition at a phase from 0 to 1. */
function blendAt(
  phase: number,
  placed: ClipOnTimeLine,
  index: number,
  { width, height }: PictureDimensions,
): PictureBlend {
  const { clip, movesIn, springs } = placed;
  const { rises } = clip;
  if (movesIn) {
    const pushes = movesIn.type === 'slide';
    const shadow = pushes ? [] : shadowAt(phase, width);
    const from = movesIn.direction === 'ltr' ? 'right' : 'left';
    return { moved: { from, width, shown: pixelColumnsShownAtPhase(phase, width), pushes, shadow } };
  }
  const zoomed = zoomedAt(index, placed);
  if (!rises) return { weight: weightOf(smoothstep(phase)), ...zoomed };
  const { down, share } = risePositionAt(phase, height, springs ? 'spring' : 'rise');
  return { weight: weightOf(share), lowered: { box: rises, down }, ...zoomed };
}

/** The frames that a clip enters with, without the last one, which is its picture. @param size of the pictures, in pixels */
export const entranceBlendsOfClip = (placed: ClipOnTimeLine, size: PictureDimensions): PictureBlend[] =>
  Array.from({ length: placed.shown - 1 }, (_, i) => blendAt((i + 1) / placed.shown, placed, i, size));
