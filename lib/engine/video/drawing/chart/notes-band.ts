import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { AvailableChartSpace, ChartShape, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { moveLabelsApart } from './end-labels.ts';
import { fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { polylineSvg } from './svg-shapes.ts';

/** Notes above a plot, next to one another, each above its category as far as there is room; pixels. */
export interface NotesBand {
  /** Pixels, the room for their lines included; 0 without notes. */
  height: number;
  cut: boolean;
  /** Their text, and lines down to `topOf` a category. `top`: of the band. */
  place(top: number, topOf: (category: number) => number): { shapes: ChartShape[]; labels: PositionedChartLabel[] };
}

/** No notes. */
export const NO_CHART_NOTES: NotesBand = { height: 0, cut: false, place: () => ({ shapes: [], labels: [] }) };

const MAX_LINES = 3;
/** Spaces in sizes of type: between notes, below a note, and the part of a line that may be slanted. */
const GAP = 0.9;
const BELOW = 0.25;
const SLANTED = 0.8;
const LINE_WIDTH = 0.0019;

/** Arranges the notes of a chart in a band. `centers`: of its categories, in pixels. */
export async function arrangeChartNotes(
  { extras, widthOf }: MeasuredChart,
  size: number,
  centers: readonly number[],
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<NotesBand> {
  const { notes } = extras;
  if (notes.length === 0) return NO_CHART_NOTES;
  const gap = GAP * size;
  const most = Math.floor((room.width - gap * (notes.length - 1)) / notes.length);
  const wanted = notes.map(({ text }) => ({
    paragraph: text,
    width: Math.min(most, Math.ceil(widthOf(text) * size) + LABEL_SLACK_PIXELS),
  }));
  const fitted = await fitChartLabels(wanted, size, MAX_LINES, measure);
  const middles = moveLabelsApart(
    notes.map(({ category }) => centers[category] ?? 0),
    fitted.map(({ width }) => width + gap),
    -gap / 2,
    room.width + gap / 2,
  );
  const text = Math.max(...fitted.map(({ height }) => height));
  const below = text + Math.ceil(BELOW * size);
  return {
    height: below + Math.ceil(SLANTED * size),
    cut: fitted.some(({ isCut }) => isCut),
    place(top, topOf) {
      const labels = fitted.map(({ paragraph, width, height }, i): PositionedChartLabel => {
        const box = { x: Math.round((middles[i] ?? 0) - width / 2), y: Math.round(top + text - height), width, height };
        return { paragraph, box, side: 'center', color: 'text' };
      });
      const shapes = notes.map(({ category }, i): ChartShape => {
        const x = centers[category] ?? 0;
        const { width } = fitted[i] ?? { width: 0 };
        const half = Math.max(0, width / 2 - size * 0.3);
        const from = Math.min(Math.max(x, (middles[i] ?? 0) - half), (middles[i] ?? 0) + half);
        const turn = top + below + SLANTED * size * (from === x ? 0 : 1);
        const end = Math.max(turn, topOf(category) - BELOW * size);
        const points = [
          [from, top + below],
          [x, turn],
          [x, end],
        ] as const;
        return { svg: polylineSvg(points, Math.max(1.5, LINE_WIDTH * room.unit), room.base) };
      });
      return { shapes, labels };
    },
  };
}
