import type { ChartMorphMoment } from '../../drawing/chart/chart-between.ts';
import type { MorphingChart } from '../../drawing/paint/morph-layers.ts';
import { createBlendOverlay } from '../../motion/overlay.ts';
import { freePictureMemory, type YuvPicture } from '../../picture.ts';

/** Draws a chart on its way to another one over a picture, in place. */
export async function drawMorphingChart(
  { box, paint }: MorphingChart,
  moment: ChartMorphMoment,
  picture: YuvPicture,
): Promise<void> {
  const drawn = await paint(moment);
  const { width, height } = picture;
  const overlay = createBlendOverlay(drawn, { ...box, x: 0, y: 0 }, { x: box.x, y: box.y, width, height });
  freePictureMemory(drawn);
  overlay(new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length));
}
