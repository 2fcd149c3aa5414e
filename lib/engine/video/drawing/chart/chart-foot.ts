import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ArrangedChart, AvailableChartSpace, MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { type FittedLabel, fitChartLabels } from './labels.ts';
import { smallChartTextSize } from './type-sizes.ts';

/** Space above the title of the horizontal axis, in sizes of its type. */
const TITLE_SPACE = 0.35;
/** Space above a source, in sizes of its type. */
const SOURCE_SPACE = 0.9;
/** Lines of the title, and of the source. */
const MAX_LINES = 2;
/** The part of the width that the title of an axis may take. */
const TITLE_WIDTH = 0.6;

/** Arranges a chart above the title of its horizontal axis and its source, if it has them. @param arrange arranges it in the room above them */
export async function arrangeChartAboveTitleSource(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
  arrange: (room: AvailableChartSpace) => Promise<ArrangedChart>,
): Promise<ArrangedChart> {
  const { xTitle, source } = chart.extras;
  if (!xTitle && !source) return arrange(room);
  const size = smallChartTextSize(room);
  const fitText = async (paragraph: TypesetParagraph | undefined, width: number): Promise<FittedLabel | undefined> => {
    const [label] = paragraph ? await fitChartLabels([{ paragraph, width }], size, MAX_LINES, measure) : [];
    return label;
  };
  const [title, fittedSource] = [
    await fitText(xTitle, Math.floor(room.width * TITLE_WIDTH)),
    await fitText(source, room.width),
  ];
  const heightWithSpace = (fittedText: FittedLabel | undefined, space: number): number =>
    fittedText ? Math.round(space * size) + fittedText.height : 0;
  const footHeight = heightWithSpace(title, TITLE_SPACE) + heightWithSpace(fittedSource, SOURCE_SPACE);
  const arranged = await arrange({ ...room, height: Math.max(1, room.height - footHeight) });
  const labels: PositionedChartLabel[] = [...arranged.labels];
  let y = arranged.height;
  if (title) {
    const { left, right } = arranged.plot ?? { left: 0, right: room.width };
    const { width, height, paragraph } = title;
    const x = Math.min(Math.max(0, Math.round((left + right - width) / 2)), room.width - width);
    const box = { x, y: y + Math.round(TITLE_SPACE * size), width, height };
    labels.push({ paragraph, box, side: 'center', color: 'muted', size });
    y += heightWithSpace(title, TITLE_SPACE);
  }
  if (fittedSource) {
    const box = { x: 0, y: y + Math.round(SOURCE_SPACE * size), width: room.width, height: fittedSource.height };
    labels.push({ paragraph: fittedSource.paragraph, box, side: 'left', color: 'muted', size });
  }
  const cut = arranged.cut || title?.isCut === true || fittedSource?.isCut === true;
  return { ...arranged, labels, height: arranged.height + footHeight, cut };
}
