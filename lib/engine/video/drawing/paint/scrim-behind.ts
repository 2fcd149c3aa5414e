import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { SlideRegions } from '../layout/regions.ts';
import { hasRoomForTwoColumns } from '../layout/slide-text-margins.ts';
import { type TextContrastScrim, textColorsOfNodes } from './text-contrast-scrim.ts';

/** The colour of shades in templates that darken images. */
const DARK_SHADE = '#06080e';
/** Space around the text, a fraction of the unit. */
const PADDING = 0.05;
/** The length over which a shade fades out, across and down, fractions of the unit. */
const FADE = { across: 0.62, down: 0.3 };

/**
 * The shade behind text over an image, from the edge of the slide that is nearest to the text.
 * @param text the nodes of the text
 * @param box around them, in pixels
 */
export function computeScrimBehindText(
  text: readonly Node[],
  box: LayoutBox,
  {
    template,
    scene,
    size,
    unit,
    verticalAlign,
  }: {
    template: SlideTemplate;
    scene: SceneDesign;
    size: PictureDimensions;
    unit: number;
    verticalAlign: SlideRegions['verticalAlign'];
  },
): TextContrastScrim {
  const padding = Math.round(PADDING * unit);
  const isWide = hasRoomForTwoColumns(size);
  const side = box.x + box.width / 2 > size.width / 2 ? 'right' : 'left';
  return {
    color: template.caption === 'scrim' ? DARK_SHADE : scene.palette.panel,
    inks: textColorsOfNodes(text),
    area: { x: box.x - padding, y: box.y - padding, width: box.width + 2 * padding, height: box.height + 2 * padding },
    edge: isWide ? side : verticalAlign === 'top' ? 'top' : 'bottom',
    fade: Math.round((isWide ? FADE.across : FADE.down) * unit),
  };
}
