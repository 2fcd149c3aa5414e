import type { AvailableChartSpace, ChartSvgShape, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { LABEL_SLACK_PIXELS } from './labels.ts';
import { rectangleMarkForm, svgShapeOfMarkForm } from './mark-forms.ts';
import type { ValueBar } from './plot-marks.ts';
import { readableInkOn } from './series-colors.ts';
import { filledBoxSvg, thinLineThickness } from './svg-shapes.ts';

/** Space between a bar and its value, in sizes of type. */
export const BAR_VALUE_GAP = 0.35;
/** Space above the numbers of the axis below bars, in sizes of type. */
export const BAR_TICK_GAP = 0.45;

/** The type of a chart with bars; pixels. */
interface BarLook {
  size: number;
  line: number;
  /** True if values are written at the ends of bars, and there is no axis. */
  isDirect: boolean;
}

/** The places of bars; pixels. */
export interface BarPositions {
  /** Size of type. */
  size: number;
  /** Height of a line. */
  line: number;
  /** Top of the plot. */
  top: number;
  xOf(value: number): number;
}

/** Space next to the plot for half of a number of the axis, which is centred at an end of the plot; pixels. */
export const barTickMargin = ({ axis, widthOf }: MeasuredChart, size: number): number =>
  Math.ceil((Math.max(0, ...axis.labels.map(widthOf)) * size + LABEL_SLACK_PIXELS) / 2);

/** The axis below the bars. If its numbers would overlap, only every second, third … is shown. */
export function barAxisParts(
  { axis, widthOf }: MeasuredChart,
  { size, line, isDirect }: BarLook,
  xOf: (value: number) => number,
  [top, bottom]: readonly [number, number],
  room: AvailableChartSpace,
) {
  const shapes: ChartSvgShape[] = [];
  const labels: PositionedChartLabel[] = [];
  const thickness = thinLineThickness(room.unit);
  const [first = 0, second = first + 1] = axis.ticks;
  const widestNumber = Math.max(0, ...axis.labels.map(widthOf)) * size + LABEL_SLACK_PIXELS + 0.5 * size;
  const interval = Math.max(1, Math.ceil(widestNumber / Math.max(1, Math.abs(xOf(second) - xOf(first)))));
  const zero = Math.max(0, axis.ticks.indexOf(0));
  for (const [i, tick] of isDirect ? [] : axis.ticks.entries()) {
    if ((i - zero) % interval !== 0) continue;
    const x = Math.round(xOf(tick));
    if (tick !== 0) shapes.push({ svg: filledBoxSvg(x, top, thickness, bottom - top, room.grid) });
    const paragraph = axis.labels[i];
    if (!paragraph) continue;
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const y = Math.round(bottom + BAR_TICK_GAP * size);
    labels.push({
      paragraph,
      box: { x: Math.round(x - width / 2), y, width, height: line },
      side: 'center',
      color: 'muted',
    });
  }
  const base: ChartSvgShape = svgShapeOfMarkForm(
    rectangleMarkForm('base', [Math.round(xOf(0)), top, thickness + 1, bottom - top], room.base),
  );
  return { shapes, labels, base };
}

/** The labels of values at the ends of bars. Those of categories that are not highlighted are muted. */
export function barValueLabels(
  { values, widthOf, isLit }: MeasuredChart,
  bars: readonly ValueBar[],
  { size, line, top, xOf }: BarPositions,
): PositionedChartLabel[] {
  return bars.flatMap(({ part, series, category, value, offset, thickness }): PositionedChartLabel[] => {
    const paragraph = values[series]?.[category];
    if (!paragraph) return [];
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const gap = BAR_VALUE_GAP * size;
    const x = Math.round(value < 0 ? xOf(value) - gap - width : xOf(value) + gap);
    const box = { x, y: Math.round(top + offset + thickness / 2 - line / 2), width, height: line };
    const color = isLit(category) ? 'text' : 'muted';
    const side = value < 0 ? 'right' : 'left';
    return [{ paragraph, box, side, color, part, turn: category, key: `value ${part} ${category}` }];
  });
}

/** The labels of values in the middle of their bars, where they fit. */
export function valueLabelsInBars(
  { inside, fillOf, widthOf }: MeasuredChart,
  bars: readonly ValueBar[],
  { size, line, top, xOf }: BarPositions,
): PositionedChartLabel[] {
  return bars.flatMap(({ part, series, category, from, to, offset, thickness }): PositionedChartLabel[] => {
    const paragraph = inside[series]?.[category];
    if (!paragraph) return [];
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const [fromX, toX] = [xOf(from), xOf(to)];
    if (Math.abs(toX - fromX) < width + 0.4 * size || thickness < line) return [];
    const x = Math.round((fromX + toX) / 2 - width / 2);
    const box = { x, y: Math.round(top + offset + thickness / 2 - line / 2), width, height: line };
    const color = readableInkOn(fillOf(part, category));
    return [{ paragraph, box, side: 'center', color, part, turn: category, key: `inside ${part} ${category}` }];
  });
}
