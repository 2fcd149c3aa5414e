import type { PictureDimensions } from '../format.ts';
import type { Ornament } from './design.ts';
import type { LayoutBox } from './layout/boxes.ts';
import { slideTextMarginsOf } from './layout/slide-text-margins.ts';
import type { TextDirection } from './text/writing-system.ts';

type OrnamentOf<Shape extends Ornament['shape']> = Extract<Ornament, { shape: Shape }>;

/** The square around a disc, in pixels. @param shortSide of the slide, in pixels */
export function ornamentDiscBox(
  { x, y, radius, from }: OrnamentOf<'disc'>,
  size: PictureDimensions,
  shortSide: number,
  direction: TextDirection,
): LayoutBox {
  const radiusPixels = Math.round(radius * shortSide);
  const squareSize = { width: 2 * radiusPixels, height: 2 * radiusPixels };
  if (from !== 'margin')
    return {
      x: Math.round(x * size.width) - radiusPixels,
      y: Math.round(y * size.height) - radiusPixels,
      ...squareSize,
    };
  const margins = slideTextMarginsOf(size);
  const startOffset = margins.x + Math.round(x * shortSide);
  const left = direction === 'rtl' ? size.width - startOffset - squareSize.width : startOffset;
  return { x: left, y: margins.top + Math.round(y * shortSide), ...squareSize };
}

/** The box of a block before it is turned, in pixels. */
export const ornamentBlockBox = (block: OrnamentOf<'block'>, { width, height }: PictureDimensions): LayoutBox => ({
  x: Math.round(block.x * width),
  y: Math.round(block.y * height),
  width: Math.round(block.width * width),
  height: Math.round(block.height * height),
});

/** The ornament mirrored, for right-to-left slides. */
function mirrorOrnament(ornament: Ornament): Ornament {
  if (ornament.shape === 'disc') return ornament.from === 'margin' ? ornament : { ...ornament, x: 1 - ornament.x };
  if (ornament.shape === 'block') return { ...ornament, x: 1 - ornament.x - ornament.width, turned: -ornament.turned };
  if (ornament.shape !== 'band' || ornament.edge === 'top' || ornament.edge === 'bottom') return ornament;
  return { ...ornament, edge: ornament.edge === 'start' ? 'end' : 'start' };
}

/** The ornaments as they are on slides of a reading direction. */
export const ornamentsInDirection = (ornaments: readonly Ornament[], direction: TextDirection): readonly Ornament[] =>
  direction === 'rtl' ? ornaments.map(mirrorOrnament) : ornaments;
