import type { ChartMorphMoment } from '../../drawing/chart/chart-between.ts';
import type { MorphingChart } from '../../drawing/paint/morph-layers.ts';
import { createPictureOverlay } from '../../motion/overlay.ts';
import { freePicture, type YuvPicture } from '../../picture.ts';

/** Draws a chart on its way to another one over a picture, in place. */
export async function drawMorphingChart(
  { box, paint }: MorphingChart,
  moment: ChartMorphMoment,
  picture: YuvPicture,
): Promise<void> {
  const drawn = await paint(moment);
  const { width, height } = picture;
  const overlay = createPictureOverlay(drawn, { ...box, x: 0, y: 0 }, { x: box.x, y: box.y, width, height });
  freePicture(drawn);
  overlay(new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length));
}
