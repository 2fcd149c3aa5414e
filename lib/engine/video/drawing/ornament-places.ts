import type { PictureDimensions } from '../format.ts';
import type { Ornament } from './design.ts';
import type { LayoutBox } from './layout/boxes.ts';
import { slideTextMarginsOf } from './layout/slide-text-margins.ts';
import type { TextDirection } from './text/writing-system.ts';

type Of<Shape extends Ornament['shape']> = Extract<Ornament, { shape: Shape }>;

/** The square around a disc, in pixels. */
export function ornamentDiscBox(
  { x, y, radius, from }: Of<'disc'>,
  size: PictureDimensions,
  short: number,
  direction: TextDirection,
): LayoutBox {
  const r = Math.round(radius * short);
  const side = { width: 2 * r, height: 2 * r };
  if (from !== 'margin') return { x: Math.round(x * size.width) - r, y: Math.round(y * size.height) - r, ...side };
  const margins = slideTextMarginsOf(size);
  const start = margins.x + Math.round(x * short);
  const left = direction === 'rtl' ? size.width - start - side.width : start;
  return { x: left, y: margins.top + Math.round(y * short), ...side };
}

/** The box of a block before it is turned, in pixels. */
export const ornamentBlockBox = (part: Of<'block'>, { width, height }: PictureDimensions): LayoutBox => ({
  x: Math.round(part.x * width),
  y: Math.round(part.y * height),
  width: Math.round(part.width * width),
  height: Math.round(part.height * height),
});

/** The ornament mirrored, for right-to-left slides. */
function mirrored(ornament: Ornament): Ornament {
  if (ornament.shape === 'disc') return ornament.from === 'margin' ? ornament : { ...ornament, x: 1 - ornament.x };
  if (ornament.shape === 'block') return { ...ornament, x: 1 - ornament.x - ornament.width, turned: -ornament.turned };
  if (ornament.shape !== 'band' || ornament.edge === 'top' || ornament.edge === 'bottom') return ornament;
  return { ...ornament, edge: ornament.edge === 'start' ? 'end' : 'start' };
}

/** The ornaments as they are on slides of a reading direction. */
export const ornamentsInDirection = (ornaments: readonly Ornament[], direction: TextDirection): readonly Ornament[] =>
  direction === 'rtl' ? ornaments.map(mirrored) : ornaments;
