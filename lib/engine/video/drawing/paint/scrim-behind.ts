import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { Scene, Template } from '../design.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { hasTwoColumns } from '../layout/margins.ts';
import type { Regions } from '../layout/regions.ts';
import { inksOf, type MeasuredScrim } from './measured-scrim.ts';

/** The colour of shades in templates that darken images. */
const DARK = '#06080e';
/** Space around the text, and the length over which a shade fades out, fractions of the unit. */
const PADDING = 0.05;
const FADE = { across: 0.62, down: 0.3 };

/** The shade behind text over an image, from the edge of the slide that the text is near to. @param text its nodes; `box`: around them, in pixels */
export function scrimBehind(
  text: readonly Node[],
  box: LayoutBox,
  {
    template,
    scene,
    size,
    unit,
    verticalAlign,
  }: { template: Template; scene: Scene; size: Size; unit: number; verticalAlign: Regions['verticalAlign'] },
): MeasuredScrim {
  const by = Math.round(PADDING * unit);
  const isWide = hasTwoColumns(size);
  const side = box.x + box.width / 2 > size.width / 2 ? 'right' : 'left';
  return {
    color: template.caption === 'scrim' ? DARK : scene.palette.panel,
    inks: inksOf(text),
    area: { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by },
    edge: isWide ? side : verticalAlign === 'top' ? 'top' : 'bottom',
    fade: Math.round((isWide ? FADE.across : FADE.down) * unit),
  };
}
