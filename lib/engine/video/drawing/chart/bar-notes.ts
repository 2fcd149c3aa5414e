import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { BarPositions } from './bar-parts.ts';
import type { AvailableChartSpace, ChartSvgShape, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { CHART_TARGET_LINE_WIDTH } from './column-parts.ts';
import { moveLabelsApart } from './end-labels.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import type { ValueBar } from './plot-marks.ts';
import { dashedLineSvg, filledBoxSvg, polylineSvg } from './svg-shapes.ts';

/** The notes at the right of bars, and the text of their target above them; pixels. */
export interface BarNotes {
  /** The notes; empty if they have no room. */
  texts: readonly FittedLabel[];
  /** Pixels, the space before them included; 0 without notes. */
  width: number;
  target?: FittedLabel | undefined;
  /** The height of the target's text with the space below it. */
  above: number;
  /** True if a note was left out, or a text was cut. */
  cut: boolean;
}

/** Notes: lines, largest width as a part of the room; spaces before notes and between them, in sizes of type. */
const NOTE = { lines: 3, width: 0.26, gap: 1, between: 0.3 } as const;
/** The text of a target: lines, largest width as a part of the room; space below it, in sizes of type. */
const TARGET = { lines: 2, width: 0.5, gap: 0.3 } as const;
/** Width of the line between a bar and its note, a fraction of the unit. */
const LINE_WIDTH = 0.0019;

/** Sets the notes and the target of bars in a size of type. @param height of the room for notes, in pixels */
export async function fitBarNotes(
  { extras, widthOf }: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  height: number,
  measure: MeasureNodes,
): Promise<BarNotes> {
  const labelToFit = (paragraph: FittedLabel['paragraph'], part: number) => ({
    paragraph,
    width: Math.min(Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS, Math.floor(room.width * part)),
  });
  const notes = extras.notes.map(({ text }) => labelToFit(text, NOTE.width));
  const fitsIn = (labels: readonly FittedLabel[]): boolean =>
    labels.reduce((sum, { height }) => sum + height + NOTE.between * size, 0) <= height;
  let texts: FittedLabel[] = [];
  // Notes that have no room in any number of lines are left out.
  for (let lines: number = NOTE.lines; lines > 0 && texts.length === 0 && notes.length > 0; lines--) {
    const fittedNotes = await fitChartLabels(notes, size, lines, measure);
    if (fitsIn(fittedNotes)) texts = fittedNotes;
  }
  const targets = extras.target ? [labelToFit(extras.target, TARGET.width)] : [];
  const [target] = await fitChartLabels(targets, size, TARGET.lines, measure);
  const widestNote = Math.max(0, ...texts.map(({ width }) => width));
  return {
    texts,
    target,
    width: widestNote > 0 ? Math.ceil(widestNote + NOTE.gap * size) : 0,
    above: target ? Math.ceil(target.height + TARGET.gap * size) : 0,
    cut: texts.length < notes.length || texts.some(({ isCut }) => isCut) || target?.isCut === true,
  };
}

/** Places of bars and of their values; pixels. `step`: height of a category; `valueLabels`: the labels of values. */
interface PlacedBars extends BarPositions {
  bottom: number;
  step: number;
  /** The left edge of the notes, with the space before them. */
  notesEdge: number;
  bars: readonly ValueBar[];
  valueLabels: readonly PositionedChartLabel[];
}

/** Places the notes next to their bars, with lines to them, and the line of a target with its text. */
export function placeBarNotes(
  { data, extras }: MeasuredChart,
  { texts, target, above }: BarNotes,
  places: PlacedBars,
  room: AvailableChartSpace,
): { shapes: ChartSvgShape[]; labels: PositionedChartLabel[] } {
  const { size, top, bottom, step, notesEdge, xOf } = places;
  const shapes: ChartSvgShape[] = [];
  const labels: PositionedChartLabel[] = [];
  if (target && data.target) {
    const x = xOf(data.target.value);
    const left = Math.min(Math.max(0, Math.round(x - target.width / 2)), Math.floor(notesEdge - target.width));
    const box = { x: left, y: top - above, width: target.width, height: target.height };
    labels.push({ paragraph: target.paragraph, box, side: 'center', color: 'text' });
    const width = Math.max(2, CHART_TARGET_LINE_WIDTH * room.unit);
    shapes.push({ svg: dashedLineSvg({ x, y: top - TARGET.gap * size }, { x, y: bottom }, width, room.ink) });
    for (const { box: valueBox, part } of places.valueLabels) {
      if (x < valueBox.x - width || x > valueBox.x + valueBox.width + width) continue;
      shapes.push({ part, svg: filledBoxSvg(x - 2 * width, valueBox.y, 4 * width, valueBox.height, room.background) });
    }
  }
  const rows = extras.notes.map(({ category }) => top + (category + 0.5) * step);
  const heights = texts.map(({ height }) => height + NOTE.between * size);
  const middles = moveLabelsApart(rows.slice(0, texts.length), heights, top - above, Math.max(bottom, room.height));
  for (const [i, { paragraph, width, height }] of texts.entries()) {
    const x = Math.round(notesEdge + NOTE.gap * size);
    const noteMiddle = middles[i] ?? 0;
    labels.push({
      paragraph,
      box: { x, y: Math.round(noteMiddle - height / 2), width, height },
      side: 'left',
      color: 'text',
    });
    const row = rows[i] ?? noteMiddle;
    const lineStart = endOfRow(extras.notes[i]?.category ?? 0, places) + 0.4 * size;
    const lineEnd = x - 0.35 * size;
    const lineWidth = Math.max(1.5, LINE_WIDTH * room.unit);
    if (lineEnd - lineStart > 0.5 * size)
      shapes.push({
        svg: polylineSvg(
          [
            [lineStart, row],
            [Math.max(lineStart, lineEnd - size * 0.6), row],
            [lineEnd, noteMiddle],
          ],
          lineWidth,
          room.base,
        ),
      });
  }
  return { shapes, labels };
}

/** The right end of the bars of a category and of their values. */
function endOfRow(category: number, { bars, valueLabels, top, step, xOf }: PlacedBars): number {
  const barEnds = bars.flatMap((bar) => (bar.category === category ? [xOf(bar.from), xOf(bar.to)] : []));
  const [rowTop, rowBottom] = [top + category * step, top + (category + 1) * step];
  const valueEnds = valueLabels.flatMap(({ box }) =>
    box.y + box.height / 2 > rowTop && box.y + box.height / 2 < rowBottom ? [box.x + box.width] : [],
  );
  return Math.max(xOf(0), ...barEnds, ...valueEnds);
}
