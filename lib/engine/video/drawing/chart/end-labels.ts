import type { ChartShape, MeasuredChart, PlacedLabel } from './chart-model.ts';
import { LABEL_SLACK } from './labels.ts';
import { discShape } from './svg-shapes.ts';

/** Between a line, its mark and its name, in sizes of type. */
const LINE_GAP = 0.55;
const MARK_SIZE = 0.34;
const MARK_GAP = 0.4;
/** The part of the width that names next to their lines may take. */
const MAX_PART_OF_WIDTH = 0.24;
const MAX_PART_OF_HEIGHT = 0.6;

/** The width that the names of lines need next to the lines, in pixels; undefined where a legend is better. */
export function endLabelsWidth(
  { data, names, widthOf, leading }: MeasuredChart,
  size: number,
  { width, height }: { width: number; height: number },
): number | undefined {
  if (data.type !== 'line' || names.length < 2) return undefined;
  const widest = Math.max(...names.map((name) => widthOf(name) * size)) + LABEL_SLACK;
  const needed = Math.ceil(widest + (LINE_GAP + MARK_SIZE + MARK_GAP) * size);
  const fits = needed <= width * MAX_PART_OF_WIDTH && names.length * leading * size <= height * MAX_PART_OF_HEIGHT;
  return fits ? needed : undefined;
}

/** Moves lines of text apart that would overlap, within `from` to `to`. @returns the middle of each line, in pixels */
export function movedApart(middles: readonly number[], line: number, from: number, to: number): number[] {
  const order = [...middles.keys()].sort((a, b) => (middles[a] ?? 0) - (middles[b] ?? 0));
  const placed = [...middles];
  let least = from + line / 2;
  for (const index of order) {
    placed[index] = Math.max(least, placed[index] ?? 0);
    least = (placed[index] ?? 0) + line;
  }
  let most = to - line / 2;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(most, placed[index] ?? 0);
    most = (placed[index] ?? 0) - line;
  }
  return placed;
}

/** The names of lines where they end. `ends`: the height of each end, in pixels. */
export function endLabels(
  { names, colors, leading, widthOf }: MeasuredChart,
  size: number,
  x: number,
  ends: readonly number[],
  { top, bottom }: { top: number; bottom: number },
): { shapes: ChartShape[]; labels: PlacedLabel[] } {
  const line = Math.ceil(leading * size);
  const middles = movedApart(ends, line, top, bottom);
  const mark = MARK_SIZE * size;
  const left = x + LINE_GAP * size;
  return {
    shapes: names.map((_, part) => ({
      part,
      svg: discShape(left + mark / 2, middles[part] ?? 0, mark / 2 + size * 0.05, colors[part] ?? '#000000'),
    })),
    labels: names.map((paragraph, part): PlacedLabel => {
      const y = Math.round((middles[part] ?? 0) - line / 2);
      const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK;
      const box = { x: Math.round(left + mark + MARK_GAP * size), y, width, height: line };
      return { paragraph, box, side: 'left', color: 'text', part };
    }),
  };
}
