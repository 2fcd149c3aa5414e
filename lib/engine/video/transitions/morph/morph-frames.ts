import type { MorphEndPicture, MorphLayers } from '../../drawing/paint/morph-layers.ts';
import { slideWithImageAtRest } from '../../motion/image-motion-frames.ts';
import { rgbToYuv420 } from '../../motion/rgb-to-yuv420.ts';
import { allocateYuvPicture, type YuvPicture } from '../../picture.ts';
import { crossFadePictures } from '../cross-fade.ts';
import { smootherstep, smoothstep } from '../easing.ts';
import { drawMorphingChart } from './draw-morphing-chart.ts';
import { morphingImageDrawer } from './morphing-image-drawer.ts';
import { morphingPartDrawer } from './morphing-part-drawer.ts';
import {
  blendTransparentPicture,
  mixTransparentPictures,
  type TransparentYuvPicture,
  toTransparentYuvPicture,
} from './transparent-yuv-picture.ts';

/**
 * Phases of the transition, 0–1. Parts that only the old slide has are gone before parts of the new slide appear, so that letters do not
 * overlap. The shared parts are nearly in their places when the rest of the new slide appears.
 */
const PHASES = { gone: 0.4, appears: 0.6, starts: 0.04, arrives: 0.8 };

const yuvOf = (side: MorphEndPicture): YuvPicture =>
  'flat' in side ? rgbToYuv420(side.flat) : slideWithImageAtRest(side.layers, side.rest.motion, side.rest.when);

/** Three pictures of one kind: of the old slide (`from`), of the shared parts alone (`middle`), of the new slide (`to`). */
interface MorphStages<Kind> {
  from: Kind;
  middle: Kind;
  to: Kind;
}

/** The opacities of what only the old slide has, and of what only the new one has, 0–1. */
const opacitiesAt = (phase: number) => ({
  old: 1 - smoothstep(phase / PHASES.gone),
  next: smoothstep((phase - PHASES.appears) / (1 - PHASES.appears)),
});

/** The picture at a phase: the old one turns into the middle, and that into the new one. */
function mixStages<Kind>(
  { from, middle, to }: MorphStages<Kind>,
  phase: number,
  mix: (a: Kind, b: Kind, weight: number) => Kind,
) {
  const { old: oldOpacity, next: newOpacity } = opacitiesAt(phase);
  const [goneWeight, appearedWeight] = [Math.round(256 * (1 - oldOpacity)), Math.round(256 * newOpacity)];
  return appearedWeight > 0 ? mix(middle, to, appearedWeight) : mix(from, middle, goneWeight);
}

const copyOf = (picture: YuvPicture): YuvPicture => {
  const copy = allocateYuvPicture(picture);
  copy.data.set(picture.data);
  return copy;
};

const mixPictures = (a: YuvPicture, b: YuvPicture, weight: number): YuvPicture =>
  weight === 0 ? copyOf(a) : weight === 256 ? copyOf(b) : crossFadePictures(a, b, weight);

/** The layer over the images of the three pictures; undefined if no image is between two layers. */
function layersAbove({ from, middle, to }: MorphLayers): MorphStages<TransparentYuvPicture> | undefined {
  if (!from.above || !middle.above || !to.above) return undefined;
  return {
    from: toTransparentYuvPicture(from.above),
    middle: toTransparentYuvPicture(middle.above),
    to: toTransparentYuvPicture(to.above),
  };
}

/**
 * A slide that turns into another: shared parts move and resize from place to place; the rest of the old slide disappears, then the rest of
 * the new one appears.
 */
export function createMorphTransition(layers: MorphLayers): (phase: number) => Promise<YuvPicture> {
  const below = { from: yuvOf(layers.from.below), middle: yuvOf(layers.middle.below), to: yuvOf(layers.to.below) };
  const above = layersAbove(layers);
  const [images, inks, pasted] = [
    layers.images.map(morphingImageDrawer),
    layers.inks.map(morphingPartDrawer),
    layers.pasted.map(morphingImageDrawer),
  ];
  return async (phase) => {
    const progress = smootherstep((phase - PHASES.starts) / (PHASES.arrives - PHASES.starts));
    const picture = mixStages(below, phase, mixPictures);
    for (const draw of images) draw(picture, progress);
    if (above)
      blendTransparentPicture(picture, mixStages(above, phase, mixTransparentPictures), {
        x: 0,
        y: 0,
        ...sizeOf(picture),
      });
    if (layers.chart) await drawMorphingChart(layers.chart, { progress, ...opacitiesAt(phase) }, picture);
    for (const draw of [...inks, ...pasted]) draw(picture, progress);
    return picture;
  };
}

const sizeOf = ({ width, height }: YuvPicture) => ({ width, height });

/**
 * The moving frames between two slides: the first slide is the frame before the first, the second the one after the last. Every picture has
 * its own memory.
 * @throws RangeError unless `frames` is a whole number from 1
 */
export async function* morphFrames(layers: MorphLayers, frames: number): AsyncGenerator<YuvPicture> {
  if (!Number.isInteger(frames) || frames < 1) throw new RangeError(`a transition cannot have ${frames} frames`);
  const pictureAt = createMorphTransition(layers);
  for (let i = 1; i <= frames; i++) yield await pictureAt(i / (frames + 1));
}
