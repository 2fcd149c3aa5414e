import type { DrawableChart } from '../drawable-chart.ts';
import type { AvailableChartSpace, ChartSvgShape, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import type { EndLabelPositions } from './end-labels.ts';
import { LABEL_SLACK_PIXELS } from './labels.ts';
import { rectangleMarkForm, svgShapeOfMarkForm, targetLineMarkForm } from './mark-forms.ts';
import { type ChartPlot, seriesLineEnds, valueBarsOf } from './plot-marks.ts';
import { readableInkOn } from './series-colors.ts';
import { filledBoxSvg, thinLineThickness } from './svg-shapes.ts';

/** Space between the numbers of an axis and the plot, in sizes of type. */
export const COLUMN_TICK_GAP_EM = 0.6;
/** Space between a column and its value, in sizes of type. */
export const COLUMN_VALUE_GAP_EM = 0.2;
/** The width of the line of a target, a fraction of the unit. */
export const CHART_TARGET_LINE_WIDTH = 0.0034;

/** The sizes of the text of a chart, in pixels. */
interface ChartTextSizes {
  /** Size of type. */
  size: number;
  /** Height of a line of text. */
  line: number;
}

/** The text of the vertical axis of a chart. */
interface ColumnAxisText extends ChartTextSizes {
  /** True if values are written at their bars, and there is no axis. */
  isDirect: boolean;
  /** Left edge of the plot, in pixels. */
  left: number;
}

/**
 * The lines behind the plot with their numbers. If numbers would overlap, only every second, third … tick is shown.
 * @returns `base`: the line at zero, which is drawn over the marks; empty if zero is not on the axis
 */
export function columnAxisParts(
  chart: MeasuredChart,
  { size, line, isDirect, left }: ColumnAxisText,
  plot: ChartPlot,
  room: AvailableChartSpace,
): { shapes: ChartSvgShape[]; labels: PositionedChartLabel[]; base: ChartSvgShape[] } {
  const { ticks, labels } = chart.axis;
  const thickness = thinLineThickness(room.unit);
  const width = plot.right - plot.left;
  const shapes: ChartSvgShape[] = [];
  const placedLabels: PositionedChartLabel[] = [];
  const [first = 0, second = first + 1] = ticks;
  const tickDistance = Math.abs(plot.yOf(second) - plot.yOf(first));
  const ticksPerLabel = Math.max(1, Math.ceil((line + 1) / Math.max(1, tickDistance)));
  // Counted from zero, so that zero is always shown; from the first tick if zero is none.
  const startIndex = Math.max(0, ticks.indexOf(0));
  for (const [i, tick] of isDirect ? [] : ticks.entries()) {
    if ((i - startIndex) % ticksPerLabel !== 0) continue;
    const y = Math.round(plot.yOf(tick));
    if (tick !== 0) shapes.push({ svg: filledBoxSvg(plot.left, y, width, thickness, room.grid) });
    const paragraph = labels[i];
    const box = {
      x: 0,
      y: Math.round(y - line / 2),
      width: left - Math.round(COLUMN_TICK_GAP_EM * size),
      height: line,
    };
    if (paragraph) placedLabels.push({ paragraph, box, side: 'right', color: 'muted' });
  }
  const [low, high] = isDirect ? chart.tight.domain : chart.axis.domain;
  const baseLine =
    low <= 0 && high >= 0
      ? [rectangleMarkForm('base', [plot.left, Math.round(plot.yOf(0)), width, thickness + 1], room.base)]
      : [];
  return { shapes, labels: placedLabels, base: baseLine.map(svgShapeOfMarkForm) };
}

/** The labels of values at the ends of columns. Those of categories that are not highlighted are muted. */
export function columnValueLabels(
  { data, values, widthOf, isLit }: MeasuredChart,
  { size, line }: ChartTextSizes,
  plot: ChartPlot,
): PositionedChartLabel[] {
  return valueBarsOf(data, plot.step, plot.unit).flatMap(
    ({ part, series, category, value, from, to, offset, thickness }): PositionedChartLabel[] => {
      const paragraph = values[series]?.[category];
      if (!paragraph) return [];
      const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
      const isBelow = value < 0 && from === 0;
      const y = plot.yOf(isBelow ? to : Math.max(from, to));
      const gap = COLUMN_VALUE_GAP_EM * size;
      const box = {
        x: Math.round(plot.left + offset + thickness / 2 - width / 2),
        y: Math.round(isBelow ? y + gap : y - gap - line),
        width,
        height: line,
      };
      const color = isLit(category) ? 'text' : 'muted';
      return [{ paragraph, box, side: 'center', color, part, turn: category, key: `value ${part} ${category}` }];
    },
  );
}

/** The labels of values in the middle of their columns, where they fit. */
export function valueLabelsInColumns(
  { data, inside, fillOf, widthOf }: MeasuredChart,
  { size, line }: ChartTextSizes,
  plot: ChartPlot,
) {
  return valueBarsOf(data, plot.step, plot.unit).flatMap(
    ({ part, series, category, from, to, offset, thickness }): PositionedChartLabel[] => {
      const paragraph = inside[series]?.[category];
      if (!paragraph) return [];
      const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
      const [fromY, toY] = [plot.yOf(from), plot.yOf(to)];
      if (Math.abs(toY - fromY) < line || thickness < width) return [];
      const x = Math.round(plot.left + offset + thickness / 2 - width / 2);
      const box = { x, y: Math.round((fromY + toY) / 2 - line / 2), width, height: line };
      const color = readableInkOn(fillOf(part, category));
      return [{ paragraph, box, side: 'center', color, part, turn: category, key: `inside ${part} ${category}` }];
    },
  );
}

/** The line of a target across the plot, interrupted at the values that it would cross; empty without a target. */
export function chartTargetLineShapes(
  { target }: DrawableChart,
  plot: ChartPlot,
  valueLabels: readonly PositionedChartLabel[],
  room: AvailableChartSpace,
): ChartSvgShape[] {
  if (!target) return [];
  const y = plot.yOf(target.value);
  const width = Math.max(2, CHART_TARGET_LINE_WIDTH * plot.unit);
  const crossedLabels = valueLabels.filter(({ box }) => box.y - width < y && y < box.y + box.height + width);
  // Boxes in the colour of the background, which interrupt the line.
  const gaps = crossedLabels.map(({ box: { x, width: labelWidth }, part }): ChartSvgShape => {
    return { part, svg: filledBoxSvg(x - width, y - 2 * width, labelWidth + 2 * width, 4 * width, room.background) };
  });
  return [svgShapeOfMarkForm(targetLineMarkForm({ left: plot.left, right: plot.right, y }, width, room.ink)), ...gaps];
}

/** The top of the highest mark of a category, in pixels from the top of the room; the bottom of the plot if it has no mark. */
export function topOfHighestMarkOfCategory(chart: DrawableChart, category: number, plot: ChartPlot): number {
  const bars = valueBarsOf(chart, plot.step, plot.unit).filter((bar) => bar.category === category);
  const tops = bars.flatMap(({ from, to }) => [plot.yOf(from), plot.yOf(to)]);
  // The last series of a combo is its line.
  const lineValue = chart.type === 'combo' ? chart.series.at(-1)?.values[category] : undefined;
  return Math.min(
    plot.bottom,
    ...tops,
    lineValue === undefined || lineValue === null ? plot.bottom : plot.yOf(lineValue),
  );
}

/** Thin lines from each bar of a waterfall to the next one; empty for other charts. */
export function waterfallConnectors(chart: DrawableChart, plot: ChartPlot, room: AvailableChartSpace): ChartSvgShape[] {
  if (chart.type !== 'waterfall') return [];
  const bars = valueBarsOf(chart, plot.step, plot.unit);
  const height = thinLineThickness(plot.unit);
  return bars.slice(1).flatMap((bar, i): ChartSvgShape[] => {
    const previousBar = bars[i];
    if (!previousBar) return [];
    const x = plot.left + previousBar.offset + previousBar.thickness;
    const width = plot.left + bar.offset - x;
    const box = { x, y: plot.yOf(previousBar.to) - height / 2, width, height };
    const entrance = { box, turn: bar.category, shape: { kind: 'fade' } } as const;
    const form = rectangleMarkForm(`connector ${i}`, [box.x, box.y, box.width, box.height], room.base);
    return [{ part: bar.part, ...svgShapeOfMarkForm(form), entrance }];
  });
}

/** The places of the labels at the right of a plot: at the last values of series. */
export function endLabelPositions(chart: DrawableChart, plot: ChartPlot): EndLabelPositions {
  const { x, ends } = seriesLineEnds(chart, plot);
  const target = chart.target ? plot.yOf(chart.target.value) : plot.bottom;
  const areLines = chart.type === 'line' && chart.series.every(({ values }) => typeof values.at(-1) === 'number');
  return { x, right: plot.right, ends, areLines, target, top: plot.top, bottom: plot.bottom };
}

/** Sorts the marks of a chart so that those of highlighted series are drawn over the others. */
export function sortMutedMarksFirst({ data }: MeasuredChart, marks: readonly ChartSvgShape[]): ChartSvgShape[] {
  const highlightedNames = new Set(data.highlight);
  const orderOf = ({ part }: ChartSvgShape): number =>
    highlightedNames.has(data.series[part ?? 0]?.name ?? '') ? 1 : 0;
  return marks.toSorted((mark, other) => orderOf(mark) - orderOf(other));
}
