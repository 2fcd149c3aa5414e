import type { DrawableChart } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartSvgShape, MarkEntrance, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { discSvg } from './svg-shapes.ts';

/** Space after the plot, diameter of a mark, and space between it and its name, in sizes of type. */
const LINE_GAP = 0.55;
const MARK_SIZE = 0.34;
const MARK_GAP = 0.4;
/** The part of the width that names next to their lines, and the text of a target, may take. */
const MAX_PART_OF_WIDTH = 0.24;
/** The part of the width that names may take if the client asks for names at the lines. */
const MAX_PART_DIRECT = 0.34;
/** Lines of the text of a target. */
const TARGET_LINES = 3;
/** The part of the height that names and the text of a target may take. */
const MAX_PART_OF_HEIGHT = 0.6;

/** The labels at the right of a plot: the names of its series, and the text of its target. Pixels. */
export interface ChartEndLabels {
  /** Pixels, the space before them included; 0 without labels. */
  width: number;
  /** True if series are named here. */
  hasNames: boolean;
  target?: FittedLabel | undefined;
}

/** Reports whether the series of a chart may be named where they end. */
function mayNameEnds({ type, labels = 'auto', series, categories, ...chart }: DrawableChart): boolean {
  if (series.length < 2 || labels === 'legend' || labels === 'none') return false;
  if (type === 'line') return true;
  // Columns side by side, and a line over them, are named there only where a client asks for it.
  const areSeriesNextToOneAnother =
    type === 'combo' || (type === 'column' && !isChartStacked({ type, series, categories, ...chart }));
  if (areSeriesNextToOneAnother)
    return labels === 'direct' && series.every(({ values }) => typeof values.at(-1) === 'number');
  const isStacked = isChartStacked({ type, series, categories, ...chart });
  const lastValues = series.map(({ values }) => values.at(-1) ?? 0);
  return isStacked && (type === 'area' || type === 'column') && lastValues.every((value) => value > 0);
}

/** Chooses the labels at the right of a plot. Without `hasNames`, the names belong into a legend. @param size of the type, in pixels */
export async function fitEndLabels(
  { data, names, extras, widthOf, leading }: MeasuredChart,
  size: number,
  { width, height }: { width: number; height: number },
  measure: MeasureNodes,
): Promise<ChartEndLabels> {
  const gap = LINE_GAP * size;
  const [target] = extras.target
    ? await fitChartLabels(
        [{ paragraph: extras.target, width: targetWidth(extras.target) }],
        size,
        TARGET_LINES,
        measure,
      )
    : [];
  const widthOfTarget = target ? Math.ceil(target.width + gap) : 0;
  const widestName = Math.max(0, ...names.map((name) => widthOf(name) * size)) + LABEL_SLACK_PIXELS;
  const widthOfNames = Math.ceil(widestName + (LINE_GAP + MARK_SIZE + MARK_GAP) * size);
  const maxPart = data.labels === 'direct' ? MAX_PART_DIRECT : MAX_PART_OF_WIDTH;
  const totalHeight = names.length * leading * size + (target?.height ?? 0);
  const hasNames = mayNameEnds(data) && widthOfNames <= width * maxPart && totalHeight <= height * MAX_PART_OF_HEIGHT;
  return { width: Math.max(hasNames ? widthOfNames : 0, widthOfTarget), hasNames, target };

  function targetWidth(paragraph: TypesetParagraph): number {
    return Math.min(Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS, Math.floor(width * MAX_PART_OF_WIDTH));
  }
}

/**
 * Moves overlapping labels apart.
 * @param middles where the middles of the labels would be best, in pixels
 * @param heights one for all labels, or one for each
 * @param from the first pixel of the room for labels
 * @param to the end of that room
 * @returns the middle of each label, in pixels
 */
export function moveLabelsApart(
  middles: readonly number[],
  heights: number | readonly number[],
  from: number,
  to: number,
): number[] {
  const halfHeight = (index: number): number => (typeof heights === 'number' ? heights : (heights[index] ?? 0)) / 2;
  const order = [...middles.keys()].sort((a, b) => (middles[a] ?? 0) - (middles[b] ?? 0));
  const placedMiddles = [...middles];
  let minTop = from;
  for (const index of order) {
    placedMiddles[index] = Math.max(minTop + halfHeight(index), placedMiddles[index] ?? 0);
    minTop = (placedMiddles[index] ?? 0) + halfHeight(index);
  }
  let maxBottom = to;
  for (const index of order.toReversed()) {
    placedMiddles[index] = Math.min(maxBottom - halfHeight(index), placedMiddles[index] ?? 0);
    maxBottom = (placedMiddles[index] ?? 0) - halfHeight(index);
  }
  return placedMiddles;
}

/** Places where the labels at the right of a plot would be best; pixels. */
export interface EndLabelPositions {
  /** The right ends of the marks, and of the plot. */
  x: number;
  right: number;
  /** The y of the end of each series. */
  ends: readonly number[];
  /** True if a line of each series ends at `x`: a name next to it needs no mark. Absent: false. */
  areLines?: boolean;
  /** The y of the target. */
  target: number;
  /** The edges of the plot. */
  top: number;
  bottom: number;
}

/** The entrance of the mark of a name: it enters with the last marks of the chart. */
const lateMark = (box: LayoutBox): MarkEntrance => ({ box, turn: Number.POSITIVE_INFINITY, shape: { kind: 'fade' } });

/** The names of series where they end, and the text of the target where its line ends, if the plot is high enough for it. */
export function placeEndLabels(
  { names, colors, leading, widthOf }: MeasuredChart,
  size: number,
  { hasNames, target: fittedTarget }: ChartEndLabels,
  { x, right, ends, areLines = false, target: targetY, top, bottom }: EndLabelPositions,
): { shapes: ChartSvgShape[]; labels: PositionedChartLabel[]; cut: boolean } {
  const line = Math.ceil(leading * size);
  // A text of a target that is higher than the plot would cover the content above the plot: it is left out.
  const target = fittedTarget && fittedTarget.height <= bottom - top ? fittedTarget : undefined;
  const namesToPlace = hasNames ? names : [];
  const middles = moveLabelsApart(
    [...namesToPlace.map((_, part) => ends[part] ?? bottom), ...(target ? [targetY] : [])],
    [...namesToPlace.map(() => line), ...(target ? [target.height] : [])],
    top,
    bottom,
  );
  const markSize = MARK_SIZE * size;
  const left = x + LINE_GAP * size;
  const isAtLineEnd = (part: number): boolean => Math.abs((middles[part] ?? 0) - (ends[part] ?? bottom)) <= line / 2;
  // Names that were moved away from the ends of their lines are assigned to these by marks.
  const areMarked = !areLines || !namesToPlace.every((_, part) => isAtLineEnd(part));
  const shapes = (areMarked ? namesToPlace : []).map((_, part) => ({
    part,
    svg: discSvg(left + markSize / 2, middles[part] ?? 0, markSize / 2 + size * 0.05, colors[part] ?? '#000000'),
    entrance: lateMark({ x: left, y: (middles[part] ?? 0) - markSize / 2, width: markSize, height: markSize }),
  }));
  const start = Math.round(areMarked ? left + markSize + MARK_GAP * size : left);
  const labels = namesToPlace.map((paragraph, part): PositionedChartLabel => {
    const y = Math.round((middles[part] ?? 0) - line / 2);
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const box = { x: start, y, width, height: line };
    return { paragraph, box, side: 'left', color: 'text', part, turn: Number.POSITIVE_INFINITY, key: `name ${part}` };
  });
  if (target) {
    const y = Math.round((middles[namesToPlace.length] ?? 0) - target.height / 2);
    const box = { x: Math.round(right + LINE_GAP * size), y, width: target.width, height: target.height };
    labels.push({ paragraph: target.paragraph, box, side: 'left', color: 'text' });
  }
  return { shapes, labels, cut: target !== fittedTarget || target?.isCut === true };
}
