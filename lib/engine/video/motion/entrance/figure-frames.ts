import type { PaintableCountUpFigure } from '../../drawing/part-entrance.ts';
import type { RawPicture, YuvPicture } from '../../picture.ts';
import { easeOutCubic, smoothstep } from '../../transitions/easing.ts';
import { createBlendOverlay } from '../overlay.ts';

/** Phases at which a figure is fully visible, and at which it has its value. */
const FULLY_VISIBLE_PHASE = 0.3;
const COUNTED_PHASE = 0.92;

/** Makes a picture with straight alpha fainter. Changes it. @param share of its opacity that is left, 0–1 */
function reduceOpacity({ rgba }: RawPicture, share: number): void {
  if (share >= 1) return;
  for (let i = 3; i < rgba.length; i += 4) rgba[i] = Math.round((rgba[i] ?? 0) * share);
}

/** Draws a figure into a frame at a phase (0–1) of its entrance: it fades in while it counts. Changes the frame. */
export async function drawCountingFigure(
  { box, paint }: PaintableCountUpFigure,
  phase: number,
  frame: YuvPicture,
): Promise<void> {
  const picture = await paint(easeOutCubic(phase / COUNTED_PHASE));
  reduceOpacity(picture, smoothstep(phase / FULLY_VISIBLE_PHASE));
  const { width, height } = frame;
  const overlay = createBlendOverlay(picture, { ...box, x: 0, y: 0 }, { x: box.x, y: box.y, width, height });
  overlay(new Uint8ClampedArray(frame.data.buffer, frame.data.byteOffset, frame.data.length));
}
