import type { ShapeBox } from './shapes.ts';
import type { SlideSoundOrVideo } from './slide-media.ts';

/** The area of the box of a shape; 0 for null, where the layout of the slide has the box. */
export const areaOfShapeBox = (box: ShapeBox | null): number => (box ? Math.abs(box.width * box.height) : 0);

/** Reports whether a medium is a video to be shown: recordings of a camera are narrations instead. */
const isShown = ({ kind, isMarkedAsNarration }: SlideSoundOrVideo): boolean => kind === 'video' && !isMarkedAsNarration;

/** The video that a slide shows: the largest one in its file. Undefined for a slide with a table or a chart, which has no place for it. */
export function findShownPptxVideo({
  media,
  tables,
  charts,
}: {
  media: readonly SlideSoundOrVideo[];
  tables: readonly unknown[];
  charts: readonly unknown[];
}): SlideSoundOrVideo | undefined {
  if (tables.length + charts.length > 0) return undefined;
  return media
    .filter((medium) => isShown(medium) && medium.part !== null)
    .reduce<SlideSoundOrVideo | undefined>(
      (best, medium) => (best && areaOfShapeBox(best.box) >= areaOfShapeBox(medium.box) ? best : medium),
      undefined,
    );
}
