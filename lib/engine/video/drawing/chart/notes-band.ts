import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { AvailableChartSpace, ChartSvgShape, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { moveLabelsApart } from './end-labels.ts';
import { fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { polylineSvg } from './svg-shapes.ts';

/** Notes above a plot, next to one another, each above its category as far as there is room; pixels. */
export interface NotesBandAbovePlot {
  /** Pixels, the room for the lines of notes included; 0 without notes. */
  height: number;
  /** True if a note was cut. */
  cut: boolean;
  /** Returns the texts of the notes, and lines from them down to the top of a category (`topOf`). @param top of the band, in pixels */
  place(top: number, topOf: (category: number) => number): { shapes: ChartSvgShape[]; labels: PositionedChartLabel[] };
}

/** No notes. */
export const NO_CHART_NOTES: NotesBandAbovePlot = { height: 0, cut: false, place: () => ({ shapes: [], labels: [] }) };

/** Lines of a note. */
const MAX_LINES = 3;
/** Space between notes, in sizes of type. */
const GAP = 0.9;
/** Space between a note and its line, and between the line and the category, in sizes of type. */
const LINE_GAP = 0.25;
/** Height of the slanted part of a line, in sizes of type. */
const SLANTED_HEIGHT = 0.8;
/** Width of a line, a fraction of the unit. */
const LINE_WIDTH = 0.0019;

/** Arranges the notes of a chart in a band. @param centers the middles of its categories, in pixels */
export async function arrangeChartNotes(
  { extras, widthOf }: MeasuredChart,
  size: number,
  centers: readonly number[],
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<NotesBandAbovePlot> {
  const { notes } = extras;
  if (notes.length === 0) return NO_CHART_NOTES;
  const gap = GAP * size;
  const maxNoteWidth = Math.floor((room.width - gap * (notes.length - 1)) / notes.length);
  const labelsToFit = notes.map(({ text }) => ({
    paragraph: text,
    width: Math.min(maxNoteWidth, Math.ceil(widthOf(text) * size) + LABEL_SLACK_PIXELS),
  }));
  const fittedNotes = await fitChartLabels(labelsToFit, size, MAX_LINES, measure);
  const middles = moveLabelsApart(
    notes.map(({ category }) => centers[category] ?? 0),
    fittedNotes.map(({ width }) => width + gap),
    -gap / 2,
    room.width + gap / 2,
  );
  const textHeight = Math.max(...fittedNotes.map(({ height }) => height));
  const heightAboveLines = textHeight + Math.ceil(LINE_GAP * size);
  return {
    height: heightAboveLines + Math.ceil(SLANTED_HEIGHT * size),
    cut: fittedNotes.some(({ isCut }) => isCut),
    place(top, topOf) {
      const labels = fittedNotes.map(({ paragraph, width, height }, i): PositionedChartLabel => {
        const box = {
          x: Math.round((middles[i] ?? 0) - width / 2),
          y: Math.round(top + textHeight - height),
          width,
          height,
        };
        return { paragraph, box, side: 'center', color: 'text' };
      });
      const shapes = notes.map(({ category }, i): ChartSvgShape => {
        const x = centers[category] ?? 0;
        const { width } = fittedNotes[i] ?? { width: 0 };
        const halfReach = Math.max(0, width / 2 - size * 0.3);
        const startX = Math.min(Math.max(x, (middles[i] ?? 0) - halfReach), (middles[i] ?? 0) + halfReach);
        const bendY = top + heightAboveLines + SLANTED_HEIGHT * size * (startX === x ? 0 : 1);
        const endY = Math.max(bendY, topOf(category) - LINE_GAP * size);
        const points = [
          [startX, top + heightAboveLines],
          [x, bendY],
          [x, endY],
        ] as const;
        return { svg: polylineSvg(points, Math.max(1.5, LINE_WIDTH * room.unit), room.base) };
      });
      return { shapes, labels };
    },
  };
}
