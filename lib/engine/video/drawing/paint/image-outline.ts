import type { RawPicture } from '../../picture.ts';
import { contrastRatio } from '../contrast.ts';
import type { SceneDesign } from '../design.ts';
import { mixItemColors } from '../items/item-look.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { mainEdgeColor } from './main-edge-color.ts';
import { fillPictureBox } from './raster.ts';

/** Contrast of an image's edges and the slide below which the image seems to have no edge. */
const SAME_GROUND = 1.12;
/** Thickness of the line, as a part of the short side, and the share of the faint text colour in its colour. */
const THICKNESS = 0.0019;
const SHARE = 0.45;

/** Draws the line around an image whose edges have the colour of the slide: below it, a little larger. */
export function drawImageBorder(below: RawPicture, image: RawPicture, box: LayoutBox, { palette }: SceneDesign): void {
  if (contrastRatio(mainEdgeColor(image, box), palette.background) >= SAME_GROUND) return;
  const by = Math.max(1, Math.round(THICKNESS * Math.min(below.width, below.height)));
  const around = { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
  fillPictureBox(below, around, mixItemColors(palette.muted, palette.background, SHARE));
}
