import type { DrawableChart } from '../drawable-chart.ts';
import type { BarPositions } from './bar-parts.ts';
import type { MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';
import { LABEL_SLACK_PIXELS } from './labels.ts';
import type { ValueBar } from './plot-marks.ts';

/** Space before a name behind a bar, in sizes of type. */
const GAP = 0.6;
/** Space on both sides of a name above a bar, in sizes of type. */
const SIDE_SPACE = 0.25;
/** Pixels by which the room behind bars is widened, because places and widths are rounded separately. */
const ROUNDING = 3;

/** Reports whether the series of bars may be named at the bars, which clients ask for. */
export const canNameSeriesAtBars = ({ labels, series }: DrawableChart): boolean =>
  labels === 'direct' && series.length > 1;

/** The height above the first bar for names of stacked series; names of others are behind their bars. Pixels. */
export const heightOfBarSeriesNames = (data: DrawableChart, line: number): number => (isChartStacked(data) ? line : 0);

/** The room behind bars for names of series that are not stacked. Pixels. */
export const widthOfBarSeriesNames = ({ data, names, widthOf }: MeasuredChart, size: number): number =>
  isChartStacked(data)
    ? 0
    : Math.ceil(Math.max(0, ...names.map(widthOf)) * size + LABEL_SLACK_PIXELS + GAP * size) + ROUNDING;

/**
 * The names of series: above the parts of the first bar if series are stacked, else behind the bars and values of the last category.
 * @param valueLabels the labels of the values at the ends of bars
 * @param rightEdge right edge of the room of the bars, in pixels
 * @returns undefined where a name has no room
 */
export function barSeriesNameLabels(
  { data, names, values, widthOf }: MeasuredChart,
  bars: readonly ValueBar[],
  { size, line, top, xOf }: BarPositions,
  valueLabels: readonly PositionedChartLabel[],
  rightEdge: number,
): PositionedChartLabel[] | undefined {
  const isStacked = isChartStacked(data);
  const namedCategory = isStacked ? 0 : data.categories.length - 1;
  const labels = names.flatMap((paragraph, part): PositionedChartLabel[] => {
    const bar = bars.find((each) => each.series === part && each.category === namedCategory);
    if (!bar || bar.to < bar.from) return [];
    const width = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const [fromX, toX] = [xOf(bar.from), xOf(bar.to)];
    // The lines of the axis start below names above a bar.
    if (isStacked) {
      const box = {
        x: Math.round((fromX + toX - width) / 2),
        y: Math.round(top - line),
        width,
        height: line,
      };
      const label: PositionedChartLabel = { paragraph, box, side: 'center', color: 'text', part, key: `name ${part}` };
      return width + 2 * SIDE_SPACE * size <= toX - fromX ? [label] : [];
    }
    const valueParagraph = values[part]?.[namedCategory];
    const valueBox = valueLabels.find((label) => label.paragraph === valueParagraph)?.box;
    const x = Math.round((valueBox ? valueBox.x + valueBox.width : toX) + GAP * size);
    const box = { x, y: Math.round(top + bar.offset + bar.thickness / 2 - line / 2), width, height: line };
    const isThickEnough = bar.thickness * 1.08 >= line;
    const label: PositionedChartLabel = { paragraph, box, side: 'left', color: 'muted', part, key: `name ${part}` };
    return isThickEnough && x + width <= rightEdge ? [label] : [];
  });
  return labels.length === names.length ? labels : undefined;
}
