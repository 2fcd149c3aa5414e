import type { EntranceStep, PaintedCountUpFigure } from '../../drawing/entrance-step.ts';
import { createYuvPicture, PictureMismatchError, type YuvPicture } from '../../picture.ts';
import { drawEnteringPixels, enteringPixels } from './entering-pixels.ts';
import { drawCountingFigure } from './figure-frames.ts';

/** The pictures of a slide with parts that enter. */
export interface EntrancePictures {
  /** Before the entrance, with each layer of parts added, and, without figures that count, after it: at least two, of one size. */
  pictures: readonly YuvPicture[];
  steps: readonly EntranceStep[];
  /** Figures that count up, drawn over all layers; absent: none. */
  figures?: readonly PaintedCountUpFigure[];
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
  const [first, ...later] = pictures;
  if (!first) throw new RangeError('an entrance has pictures');
  const layers = later.map((after, layer) => {
    if (after.width !== first.width || after.height !== first.height)
      throw new PictureMismatchError(`${first.width}x${first.height} cannot turn into ${after.width}x${after.height}`);
    return enteringPixels(
      pictures[layer] ?? first,
      after,
      steps.filter((step) => step.layer === layer),
    );
  });
  // Parts of the lowest layer that are complete stay in the picture. Higher layers appear on top of these complete parts.
  let [lowest = [], ...higher] = layers;
  const standing = Uint8Array.from(first.data);
  for (let i = 1; i <= frames; i++) {
    const phase = i / (frames + 1);
    lowest = lowest.filter((part) => !drawEnteringPixels(part, phase, standing, first.data, true));
    const frame = createYuvPicture(first);
    frame.data.set(standing);
    for (const part of higher.flat()) drawEnteringPixels(part, phase, frame.data, frame.data);
    for (const figure of figures) await drawCountingFigure(figure, phase, frame);
    yield frame;
  }
}
