import { type ArrangedText, arrangeText } from './arrange-text.ts';
import { fitSlideHeading } from './fit-slide-heading.ts';
import { TALL_SLIDE_RATIO } from './regions.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import { slideUnitInPixels, smallestGraphicFontSize } from './slide-unit-in-pixels.ts';

/** Arranges a heading with its lines, and a table, a chart or items in the room below them; on a slide without a graphic, its text. */
export async function arrangeGraphic(slide: SlideToArrange): Promise<ArrangedText> {
  const { graphic, size, unit, scene, template, direction, measure } = slide;
  if (!graphic) return arrangeText(slide);
  const heading = await fitSlideHeading(slide);
  const { regions, room } = heading;
  const isTall = size.height > size.width * TALL_SLIDE_RATIO;
  const verticalAlign = graphic.grows || isTall || regions.verticalAlign === 'middle' ? 'middle' : 'top';
  // Type is set smaller next to captions that leave it no room.
  const typeScale = unit / slideUnitInPixels(size);
  const frame = {
    room,
    // Content that grows into its room has the short side as its unit: with that of the format, its smallest cards would be too tall.
    unit: graphic.grows ? typeScale * Math.min(size.width, size.height) : unit,
    slideHeight: size.height,
    smallest: typeScale * smallestGraphicFontSize(size),
    template,
    scene,
    direction,
    verticalAlign,
  } as const;
  const arrangedAtTop = await graphic.arrange(frame, measure);
  // On a tall slide a low table would be far below its heading: both are moved down together.
  const offsetDown = isTall && heading.isFree ? Math.max(0, arrangedAtTop.top - room.y) : 0;
  const loweredRoom = { ...room, y: room.y + offsetDown };
  const arranged =
    offsetDown > 0 && !graphic.grows
      ? await graphic.arrange({ ...frame, room: loweredRoom, verticalAlign: 'top' }, measure)
      : arrangedAtTop;
  return {
    regions,
    top: arranged.top,
    height: arranged.height,
    cut: heading.cut || arranged.cut,
    fits: [...heading.fits, { part: 'content', cut: arranged.cut, shrunk: arranged.shrunk === true }],
    // The parts of the table or the chart are revealed one by one; the lines above it are visible from the start.
    place: (context) => [
      ...heading.place({ ...context, revealed: Number.POSITIVE_INFINITY }, offsetDown),
      ...arranged.place(context),
    ],
    pictures: (revealed) => arranged.pictures?.(revealed) ?? [],
    entrance: arranged.entrance,
    chart: arranged.chart,
  };
}
