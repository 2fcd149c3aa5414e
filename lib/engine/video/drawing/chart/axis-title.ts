import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { AvailableChartSpace, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { fitChartLabels } from './labels.ts';
import type { ChartLegend } from './legend.ts';
import { smallChartTextSize } from './type-sizes.ts';

/** Space below the title, in sizes of its type. */
const SPACE_BELOW = 0.4;
/** The highest number of lines of the title. */
const MAX_LINES = 2;

/** Adds the title of the vertical axis below a legend. A chart without such a title has its legend unchanged. */
export async function addVerticalAxisTitleToLegend(
  { extras: { yTitle } }: MeasuredChart,
  legend: ChartLegend,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ChartLegend> {
  if (!yTitle) return legend;
  const size = smallChartTextSize(room);
  const { width } = room;
  const [title] = await fitChartLabels([{ paragraph: yTitle, width }], size, MAX_LINES, measure);
  if (!title) return legend;
  const box = { x: 0, y: legend.height, width, height: title.height };
  const label: PositionedChartLabel = { paragraph: title.paragraph, box, side: 'left', color: 'muted', size };
  const height = legend.height + title.height + Math.round(SPACE_BELOW * size);
  return { ...legend, labels: [...legend.labels, label], height, cut: legend.cut || title.isCut };
}
