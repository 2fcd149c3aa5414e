import type { DrawableChart } from '../drawable-chart.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { ChartSvgShape, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { filledBoxSvg } from './svg-shapes.ts';

/** The names of series with their colours, in rows; pixels. */
export interface ChartLegend {
  shapes: ChartSvgShape[];
  labels: PositionedChartLabel[];
  /** Pixels, the space below it included; 0 without a legend. */
  height: number;
  /** Number of rows; 0 without a legend. */
  rows: number;
  /** True if a name was cut. */
  cut: boolean;
}

/** Side of a swatch, spaces after it, after a name, and below the legend, in sizes of type. */
const SWATCH_SIZE = 0.72;
const SWATCH_GAP = 0.42;
const NAME_GAP = 1.5;
const SPACE_BELOW = 0.75;
/** The part of the width that the name of one of three or more series may take. */
const MAX_PART = 0.48;

/** No legend: a single series is named by the heading of its slide. */
export const NO_CHART_LEGEND: ChartLegend = { shapes: [], labels: [], height: 0, rows: 0, cut: false };

/** Reports whether a chart has a legend if its series are not named at their marks. */
export const needsChartLegend = ({ series, labels }: DrawableChart): boolean => series.length > 1 && labels !== 'none';

/** Arranges the names of the series in rows. @param size of the type @param width of the room, in pixels */
export async function arrangeChartLegend(
  { names, colors, widthOf, leading }: MeasuredChart,
  size: number,
  width: number,
  measure: MeasureNodes,
): Promise<ChartLegend> {
  const swatchSize = Math.round(SWATCH_SIZE * size);
  const spaceBeforeName = swatchSize + Math.round(SWATCH_GAP * size);
  const maxNameWidth = Math.floor((names.length > 2 ? MAX_PART : 1) * width) - spaceBeforeName;
  const labelsToFit = names.map((paragraph) => ({
    paragraph,
    width: Math.min(maxNameWidth, Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS),
  }));
  const fittedLabels = await fitChartLabels(labelsToFit, size, 1, measure);
  const line = Math.ceil(leading * size);
  const shapes: ChartSvgShape[] = [];
  const labels: PositionedChartLabel[] = [];
  let x = 0;
  let row = 0;
  for (const [part, label] of fittedLabels.entries()) {
    const entryWidth = spaceBeforeName + label.width;
    if (x > 0 && x + entryWidth > width) {
      x = 0;
      row++;
    }
    const y = row * line;
    const color = colors[part] ?? '#000000';
    shapes.push({
      part,
      svg: filledBoxSvg(x, y + Math.round((line - swatchSize) / 2), swatchSize, swatchSize, color, swatchSize * 0.18),
    });
    const box = { x: x + spaceBeforeName, y, width: label.width, height: line };
    labels.push({ paragraph: label.paragraph, box, side: 'left', color: 'text', part });
    x += entryWidth + Math.round(NAME_GAP * size);
  }
  const height = (row + 1) * line + Math.round(SPACE_BELOW * size);
  return { shapes, labels, height, rows: row + 1, cut: fittedLabels.some((label) => label.isCut) };
}
