import type { PaintableCountUpFigure, PartEntrance } from '../../drawing/part-entrance.ts';
import { allocateYuvPicture, PictureMismatchError, type YuvPicture } from '../../picture.ts';
import { assignChangedSamplesToParts, drawEnteringPixels } from './assign-changed-samples-to-parts.ts';
import { drawCountingFigure } from './figure-frames.ts';

/** The pictures of a slide with parts that enter. */
export interface EntrancePictures {
  /** The picture before the entrance, then one with each layer of parts added (the last without figures that count): at least two, of one size. */
  pictures: readonly YuvPicture[];
  steps: readonly PartEntrance[];
  /** Figures that count up, drawn over all layers; absent: none. */
  figures?: readonly PaintableCountUpFigure[];
}

/**
 * The frames between the first and the last picture of an entrance: the first picture is the frame before the first, the last one that
 * after the last. Only samples that change are computed. Every frame has its own memory.
 * @throws RangeError unless `frames` is a whole number from 1, or without pictures; PictureMismatchError when sizes differ
 */
export async function* entranceFrames(
  { pictures, steps, figures = [] }: EntrancePictures,
  frames: number,
): AsyncGenerator<YuvPicture> {
  if (!Number.isInteger(frames) || frames < 1) throw new RangeError(`an entrance cannot have ${frames} frames`);
  const [firstPicture, ...laterPictures] = pictures;
  if (!firstPicture) throw new RangeError('an entrance has pictures');
  const layers = laterPictures.map((after, layer) => {
    if (after.width !== firstPicture.width || after.height !== firstPicture.height)
      throw new PictureMismatchError(
        `${firstPicture.width}x${firstPicture.height} cannot turn into ${after.width}x${after.height}`,
      );
    return assignChangedSamplesToParts(
      pictures[layer] ?? firstPicture,
      after,
      steps.filter((step) => step.layer === layer),
    );
  });
  // Parts of the lowest layer that are complete stay in the picture. Higher layers appear on top of these complete parts.
  let [lowestParts = [], ...higherLayers] = layers;
  const lowestPicture = Uint8Array.from(firstPicture.data);
  for (let i = 1; i <= frames; i++) {
    const phase = i / (frames + 1);
    lowestParts = lowestParts.filter(
      (part) => !drawEnteringPixels(part, phase, lowestPicture, firstPicture.data, true),
    );
    const frame = allocateYuvPicture(firstPicture);
    frame.data.set(lowestPicture);
    for (const part of higherLayers.flat()) drawEnteringPixels(part, phase, frame.data, frame.data);
    for (const figure of figures) await drawCountingFigure(figure, phase, frame);
    yield frame;
  }
}
