import type { RawPicture } from '../../picture.ts';
import { contrastRatio } from '../contrast.ts';
import type { SceneDesign } from '../design.ts';
import { mixColorsIfHex } from '../items/item-colors.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { mainEdgeColor } from './main-edge-color.ts';
import { fillBoxWithColor } from './raster.ts';

/** The contrast ratio of an image's edges to the slide below which the edges are not visible. */
const MIN_EDGE_CONTRAST = 1.12;
/** Thickness of the line, as a part of the short side of the slide. */
const THICKNESS = 0.0019;
/** The share of the muted text colour in the colour of the line; the rest is the background. */
const LINE_COLOR_SHARE = 0.45;

/**
 * Draws the line around an image whose edges have the colour of the slide, as a slightly larger box on which the image is then drawn. Changes
 * `below`; leaves it as it is if the edges are visible.
 */
export function drawBorderIfImageBlendsIn(
  below: RawPicture,
  image: RawPicture,
  box: LayoutBox,
  { palette }: SceneDesign,
): void {
  if (contrastRatio(mainEdgeColor(image, box), palette.background) >= MIN_EDGE_CONTRAST) return;
  const thickness = Math.max(1, Math.round(THICKNESS * Math.min(below.width, below.height)));
  const lineBox = {
    x: box.x - thickness,
    y: box.y - thickness,
    width: box.width + 2 * thickness,
    height: box.height + 2 * thickness,
  };
  fillBoxWithColor(below, lineBox, mixColorsIfHex(palette.muted, palette.background, LINE_COLOR_SHARE));
}
