import type { DrawableChart } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartShape, MarkEntrance, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { discSvg } from './svg-shapes.ts';

/** Between a line, its mark and its name, in sizes of type. */
const LINE_GAP = 0.55;
const MARK_SIZE = 0.34;
const MARK_GAP = 0.4;
/** The part of the width that names next to their lines may take. */
const MAX_PART_OF_WIDTH = 0.24;
/** The same where a client asks for it. */
const MAX_PART_DIRECT = 0.34;
const TARGET_LINES = 3;
const MAX_PART_OF_HEIGHT = 0.6;

/** The labels at the right of a plot: the names of its series, and the text of its target. Pixels. */
export interface ChartEndLabels {
  /** Pixels, the space before them included; 0 without labels. */
  width: number;
  hasNames: boolean;
  target?: FittedLabel | undefined;
}

/** Reports whether the series of a chart may be named where they end. */
function mayNameEnds({ type, labels = 'auto', series, categories, ...chart }: DrawableChart): boolean {
  if (series.length < 2 || labels === 'legend' || labels === 'none') return false;
  if (type === 'line') return true;
  // Columns side by side, and a line over them, are named there only where a client asks for it.
  const isOneByOne = type === 'combo' || (type === 'column' && !isChartStacked({ type, series, categories, ...chart }));
  if (isOneByOne) return labels === 'direct' && series.every(({ values }) => typeof values.at(-1) === 'number');
  const isOnOneAnother = isChartStacked({ type, series, categories, ...chart });
  const last = series.map(({ values }) => values.at(-1) ?? 0);
  return isOnOneAnother && (type === 'area' || type === 'column') && last.every((value) => value > 0);
}

/** Chooses the labels at the right of a plot. Names that do not fit there are better in a legend. */
export async function fitEndLabels(
  { data, names, extras, widthOf, leading }: MeasuredChart,
  size: number,
  { width, height }: { width: number; height: number },
  measure: MeasureNodes,
): Promise<ChartEndLabels> {
  const before = LINE_GAP * size;
  const [target] = extras.target
    ? await fitChartLabels(
        [{ paragraph: extras.target, width: targetWidth(extras.target) }],
        size,
        TARGET_LINES,
        measure,
      )
    : [];
  const ofTarget = target ? Math.ceil(target.width + before) : 0;
  const widest = Math.max(0, ...names.map((name) => widthOf(name) * size)) + LABEL_SLACK_PIXELS;
  const needed = Math.ceil(widest + (LINE_GAP + MARK_SIZE + MARK_GAP) * size);
  const most = data.labels === 'direct' ? MAX_PART_DIRECT : MAX_PART_OF_WIDTH;
  const high = names.length * leading * size + (target?.height ?? 0);
  const hasNames = mayNameEnds(data) && needed <= width * most && high <= height * MAX_PART_OF_HEIGHT;
  return { width: Math.max(hasNames ? needed : 0, ofTarget), hasNames, target };

  function targetWidth(paragraph: TypesetParagraph): number {
    return Math.min(Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS, Math.floor(width * MAX_PART_OF_WIDTH));
  }
}

/**
 * Moves overlapping labels apart, within `from` to `to`. @param heights one for all labels, or one for each @returns the middle of each
 * label, in pixels
 */
export function moveLabelsApart(
  middles: readonly number[],
  heights: number | readonly number[],
  from: number,
  to: number,
): number[] {
  const halfOf = (index: number): number => (typeof heights === 'number' ? heights : (heights[index] ?? 0)) / 2;
  const order = [...middles.keys()].sort((a, b) => (middles[a] ?? 0) - (middles[b] ?? 0));
  const placed = [...middles];
  let least = from;
  for (const index of order) {
    placed[index] = Math.max(least + halfOf(index), placed[index] ?? 0);
    least = (placed[index] ?? 0) + halfOf(index);
  }
  let most = to;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(most - halfOf(index), placed[index] ?? 0);
    most = (placed[index] ?? 0) - halfOf(index);
  }
  return placed;
}

/** Places where the labels at the right of a plot would be best; pixels. */
export interface EndLabelPositions {
  /** The end of the marks, and of the plot. */
  x: number;
  right: number;
  /** The height of the end of each series, and of the target. */
  ends: readonly number[];
  /** True if a line of each series ends at `x`: a name next to it needs no mark. Absent: false. */
  areLines?: boolean;
  target: number;
  top: number;
  bottom: number;
}

/** The mark of a name enters when the last marks of the chart do. */
const lateMark = (box: LayoutBox): MarkEntrance => ({ box, turn: Number.POSITIVE_INFINITY, shape: { kind: 'fade' } });

/** The names of series where they end, and the text of the target where its line ends, if the plot is high enough for it. */
export function placeEndLabels(
  { names, colors, leading, widthOf }: MeasuredChart,
  size: number,
  { hasNames, target: wanted }: ChartEndLabels,
  { x, right, ends, areLines = false, target: targetAt, top, bottom }: EndLabelPositions,
): { shapes: ChartShape[]; labels: PositionedChartLabel[]; cut: boolean } {
  const line = Math.ceil(leading * size);
  // The text of a target that is higher than a low plot would cover what is above it.
  const target = wanted && wanted.height <= bottom - top ? wanted : undefined;
  const named = hasNames ? names : [];
  const middles = moveLabelsApart(
    [...named.map((_, part) => ends[part] ?? bottom), ...(target ? [targetAt] : [])],
    [...named.map(() => line), ...(target ? [target.height] : [])],
    top,
    bottom,
  );
  const mark = MARK_SIZE * size;
  const left = x + LINE_GAP * size;
  const isNextTo = (part: number): boolean => Math.abs((middles[part] ?? 0) - (ends[part] ?? bottom)) <= line / 2;
  // Names that were moved away from the ends of their lines are identified by their marks.
  const areMarked = !areLines || !named.every((_, part) => isNextTo(part));
  const shapes = (areMarked ? named : []).map((_, part) => ({
    part,
    svg: discSvg(left + mark / 2, middles[part] ?? 0, mark / 2 + size * 0.05, colors[part] ?? '#000000'),
    entrance: lateMark({ x: left, y: (middles[part] ?? 0) - mark / 2, width: mark, height: mark }),
  }));
  const start = Math.round(areMarked ? left + mark + MARK_GAP * size : left);
  const labels = named.map((paragraph, part): PositionedChartLabel => {
    const y = Math.round((middles[part] ?? 0) - line / 2);
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const box = { x: start, y, width, height: line };
    return { paragraph, box, side: 'left', color: 'text', part, turn: Number.POSITIVE_INFINITY, key: `name ${part}` };
  });
  if (target) {
    const y = Math.round((middles[named.length] ?? 0) - target.height / 2);
    const box = { x: Math.round(right + LINE_GAP * size), y, width: target.width, height: target.height };
    labels.push({ paragraph: target.paragraph, box, side: 'left', color: 'text' });
  }
  return { shapes, labels, cut: target !== wanted || target?.isCut === true };
}
