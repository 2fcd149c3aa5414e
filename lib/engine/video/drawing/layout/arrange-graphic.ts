import { arrangeHeading } from './arrange-headed.ts';
import { type ArrangedText, arrangeText } from './arrange-text.ts';
import { TALL_SLIDE_RATIO } from './regions.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';
import { slideUnitInPixels, smallestGraphicFontSize } from './slide-unit-in-pixels.ts';

/** Arranges a heading with its lines, and a table or a chart in the room below them. */
export async function arrangeGraphic(slide: SlideToArrange): Promise<ArrangedText> {
  const { graphic, size, unit, scene, template, direction, measure } = slide;
  if (!graphic) return arrangeText(slide);
  const headed = await arrangeHeading(slide);
  const { regions, room } = headed;
  const isTall = size.height > size.width * TALL_SLIDE_RATIO;
  const verticalAlign = graphic.grows || isTall || regions.verticalAlign === 'middle' ? 'middle' : 'top';
  // Type is set smaller next to captions that leave it no room.
  const smaller = unit / slideUnitInPixels(size);
  const frame = {
    room,
    // Content that grows into its room ignores the unit of the format: with it, its smallest cards would be too tall.
    unit: graphic.grows ? smaller * Math.min(size.width, size.height) : unit,
    slideHeight: size.height,
    smallest: smaller * smallestGraphicFontSize(size),
    template,
    scene,
    direction,
    verticalAlign,
  } as const;
  const alone = await graphic.arrange(frame, measure);
  // On a tall slide a low table would be far below its heading: both are moved down together.
  const down = isTall && headed.isFree ? Math.max(0, alone.top - room.y) : 0;
  const lower = { ...room, y: room.y + down };
  const arranged =
    down > 0 && !graphic.grows
      ? await graphic.arrange({ ...frame, room: lower, verticalAlign: 'top' }, measure)
      : alone;
  return {
    regions,
    top: arranged.top,
    height: arranged.height,
    cut: headed.cut || arranged.cut,
    fits: [...headed.fits, { part: 'content', cut: arranged.cut, shrunk: arranged.shrunk === true }],
    // The parts of the table or the chart are revealed one by one; the lines above it are visible from the start.
    place: (around) => [
      ...headed.place({ ...around, revealed: Number.POSITIVE_INFINITY }, down),
      ...arranged.place(around),
    ],
    pictures: (revealed) => arranged.pictures?.(revealed) ?? [],
    entrance: arranged.entrance,
    chart: arranged.chart,
  };
}
