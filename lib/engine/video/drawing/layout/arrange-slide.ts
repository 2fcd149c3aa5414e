import type { Size } from '../../format.ts';
import type { Scene } from '../design.ts';
import type { DrawableSlide } from '../drawable-slide.ts';
import type { Measure } from '../text/paragraph-node.ts';
import { arrangeColumns, inColumnsIfLarger } from './arrange-columns.ts';
import { arrangeHeading } from './arrange-headed.ts';
import { type ArrangedText, arrangeText } from './arrange-text.ts';
import type { TextGroup } from './fit-group.ts';
import type { HeldContent } from './held-content.ts';
import { type RegionChoice, TALL_FROM } from './regions.ts';

/** Gives everything on a slide its place and its size, as its layout has it. */
export async function arrangeSlide(
  slide: DrawableSlide,
  group: TextGroup,
  held: HeldContent | undefined,
  choice: Omit<RegionChoice, 'share' | 'arrangement'>,
  size: Size,
  scene: Scene,
  measure: Measure,
): Promise<ArrangedText> {
  const { body } = group;
  if (choice.layout === 'two_columns' && body && body.paragraphs.length > 1)
    return arrangeColumns({ ...group, body }, columnStart(slide, body.owners), choice, size, scene, measure);
  if (held) return arrangeHeld(held, group, choice, size, scene, measure);
  if (choice.layout === 'figure') return arrangeFigure(group, choice, size, scene, measure);
  const arranged = await arrangeText(group, choice, size, scene, measure);
  return inColumnsIfLarger(arranged, group, choice, size, scene, measure);
}

/** Words, and a table or a chart in the room below them. */
async function arrangeHeld(
  held: HeldContent,
  group: TextGroup,
  choice: Omit<RegionChoice, 'share' | 'arrangement'>,
  size: Size,
  scene: Scene,
  measure: Measure,
): Promise<ArrangedText> {
  const headed = await arrangeHeading(group, choice, size, scene, measure);
  const { regions, room } = headed;
  const { template, direction } = choice;
  const short = Math.min(size.width, size.height);
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

/** Words at the top, and the picture in all the room below them. */
async function arrangeFigure(
  group: TextGroup,
  choice: Omit<RegionChoice, 'share' | 'arrangement'>,
  size: Size,
  scene: Scene,
  measure: Measure,
): Promise<ArrangedText> {
  const { regions, room, cut, fits, place } = await arrangeHeading(group, choice, size, scene, measure);
  return { regions: { ...regions, image: room }, top: regions.text.y, height: 0, cut, fits, place };
}

/** The paragraph that begins the second column; undefined: in halves. Blank points have no paragraph. */
function columnStart({ column_break }: DrawableSlide, owners: readonly number[] = []): number | undefined {
  if (column_break === undefined) return undefined;
  const at = owners.findIndex((owner) => owner >= column_break);
  return at > 0 ? at : undefined;
}
