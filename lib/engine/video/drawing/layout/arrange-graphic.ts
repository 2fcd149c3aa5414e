import { arrangeHeading } from './arrange-headed.ts';
import { type ArrangedText, arrangeText } from './arrange-text.ts';
import { TALL_FROM } from './regions.ts';
import type { SlideToArrange } from './slide-to-arrange.ts';

/** Arranges words, and a table or a chart in the room below them. */
export async function arrangeHeld(slide: SlideToArrange): Promise<ArrangedText> {
  const { held, size, short, scene, template, direction, measure } = slide;
  if (!held) return arrangeText(slide);
  const headed = await arrangeHeading(slide);
  const { regions, room } = headed;
  const isTall = size.height > size.width * TALL_FROM;
  const verticalAlign = isTall || regions.verticalAlign === 'middle' ? 'middle' : 'top';
  const frame = { room, short, template, scene, direction, verticalAlign } as const;
  const alone = await held.arrange(frame, measure);
  // On a tall slide a low table would stand far below its heading: both go down together.
  const down = isTall && headed.isFree ? Math.max(0, alone.top - room.y) : 0;
  const lower = { ...room, y: room.y + down };
  const arranged = down > 0 ? await held.arrange({ ...frame, room: lower, verticalAlign: 'top' }, measure) : alone;
  return {
    regions,
    top: arranged.top,
    height: arranged.height,
    cut: headed.cut || arranged.cut,
    fits: [...headed.fits, { part: 'content', cut: arranged.cut, shrunk: arranged.shrunk === true }],
    // What is revealed one by one are the parts of the table or the chart: the lines above it stand from the beginning.
    place: (around) => [
      ...headed.place({ ...around, revealed: Number.POSITIVE_INFINITY }, down),
      ...arranged.place(around),
    ],
  };
}
