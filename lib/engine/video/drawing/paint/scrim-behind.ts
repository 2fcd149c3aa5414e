import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { Scene, Template } from '../design.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { hasTwoColumns } from '../layout/margins.ts';
import type { Direction } from '../text/writing-system.ts';
import { inksOf, type MeasuredScrim } from './measured-scrim.ts';

/** The colour of shades in templates that darken images. */
const DARK = '#06080e';
/** Space around the text, and the length over which a shade fades out, fractions of the unit. */
const PADDING = 0.05;
const FADE = { across: 0.62, down: 0.3 };

/** The shade behind text over an image. @param text the nodes of the text; `box`: around them, in pixels */
export function scrimBehind(
  text: readonly Node[],
  box: LayoutBox,
  {
    template,
    scene,
    direction,
    size,
    unit,
  }: { template: Template; scene: Scene; direction: Direction; size: Size; unit: number },
): MeasuredScrim {
  const by = Math.round(PADDING * unit);
  const isWide = hasTwoColumns(size);
  const side = direction === 'rtl' ? 'right' : 'left';
  return {
    color: template.caption === 'scrim' ? DARK : scene.palette.panel,
    inks: inksOf(text),
    area: { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by },
    edge: isWide ? side : 'bottom',
    fade: Math.round((isWide ? FADE.across : FADE.down) * unit),
  };
}
