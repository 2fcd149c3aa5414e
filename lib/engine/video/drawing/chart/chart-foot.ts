import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ArrangedChart, AvailableChartSpace, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { type FittedLabel, fitChartLabels } from './labels.ts';
import { smallChartTextSize } from './type-sizes.ts';

/** Spaces above the title of the horizontal axis, and above a source, in sizes of their type. */
const TITLE_SPACE = 0.35;
const SOURCE_SPACE = 0.9;
const MAX_LINES = 2;
/** The part of the width that the title of an axis may take. */
const TITLE_WIDTH = 0.6;

/** Arranges a chart above the title of its horizontal axis and its source, where it has them. */
export async function withHorizontalAxisTitleAndSource(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
  arrange: (room: AvailableChartSpace) => Promise<ArrangedChart>,
): Promise<ArrangedChart> {
  const { xTitle, source } = chart.extras;
  if (!xTitle && !source) return arrange(room);
  const size = smallChartTextSize(room);
  const fitted = async (paragraph: TypesetParagraph | undefined, width: number): Promise<FittedLabel | undefined> => {
    const [one] = paragraph ? await fitChartLabels([{ paragraph, width }], size, MAX_LINES, measure) : [];
    return one;
  };
  const [title, from] = [await fitted(xTitle, Math.floor(room.width * TITLE_WIDTH)), await fitted(source, room.width)];
  const above = (fitted: FittedLabel | undefined, space: number): number =>
    fitted ? Math.round(space * size) + fitted.height : 0;
  const needed = above(title, TITLE_SPACE) + above(from, SOURCE_SPACE);
  const arranged = await arrange({ ...room, height: Math.max(1, room.height - needed) });
  const labels: PositionedChartLabel[] = [...arranged.labels];
  let y = arranged.height;
  if (title) {
    const { left, right } = arranged.plot ?? { left: 0, right: room.width };
    const { width, height, paragraph } = title;
    const x = Math.min(Math.max(0, Math.round((left + right - width) / 2)), room.width - width);
    const box = { x, y: y + Math.round(TITLE_SPACE * size), width, height };
    labels.push({ paragraph, box, side: 'center', color: 'muted', size });
    y += above(title, TITLE_SPACE);
  }
  if (from) {
    const box = { x: 0, y: y + Math.round(SOURCE_SPACE * size), width: room.width, height: from.height };
    labels.push({ paragraph: from.paragraph, box, side: 'left', color: 'muted', size });
  }
  const cut = arranged.cut || title?.isCut === true || from?.isCut === true;
  return { ...arranged, labels, height: arranged.height + needed, cut };
}
