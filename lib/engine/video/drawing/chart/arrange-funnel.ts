import type { LayoutBox } from '../layout/boxes.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartSvgShape,
  MarkEntrance,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { pathSvg } from './svg-shapes.ts';
import { AXIS_CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';

/** The fraction of the width that names may take. */
const MAX_NAMES_WIDTH = 0.36;
/** The fraction of a step that separates it from the next one. */
const STEP_GAP = 0.12;
/** Space between the steps and names, and between them and values, in sizes of type. */
const NAME_GAP = 0.8;
/** Lines of a name. */
const MAX_LINES = 3;
/** The largest height of a step, a fraction of the unit. */
const MAX_STEP_HEIGHT = 0.17;

/** The text of a funnel in one size of type; pixels. */
interface FunnelText {
  /** Size of type. */
  size: number;
  /** Height of a line. */
  line: number;
  names: FittedLabel[];
  nameWidth: number;
  valueWidth: number;
  /** Height of a step with the space below it. */
  step: number;
  /** True if every name is whole, and a line fits into a step. */
  isComplete: boolean;
}

/** Sets the text of a funnel in a size of type. */
async function funnelTextAt(
  { categories, values, widthOf, wordWidthOf, leading }: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<FunnelText> {
  const line = Math.ceil(leading * size);
  const step = Math.min(room.height / Math.max(1, categories.length), MAX_STEP_HEIGHT * room.unit);
  const widestName = Math.max(0, ...categories.map(widthOf)) * size + LABEL_SLACK_PIXELS;
  const nameWidth = Math.ceil(Math.min(widestName, MAX_NAMES_WIDTH * room.width));
  const valueWidths = (values[0] ?? []).map((value) => (value ? widthOf(value) * size : 0));
  const valueWidth = Math.ceil(Math.max(0, ...valueWidths)) + LABEL_SLACK_PIXELS;
  const maxLines = Math.max(1, Math.min(MAX_LINES, Math.floor((step * (1 - STEP_GAP)) / line)));
  const labelsToFit = categories.map((paragraph) => ({ paragraph, width: nameWidth }));
  const names = await fitChartLabels(labelsToFit, size, maxLines, measure);
  const isComplete =
    line <= step &&
    names.every(({ isCut }) => !isCut) &&
    categories.every((paragraph) => wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= nameWidth);
  return { size, line, names, nameWidth, valueWidth, step, isComplete };
}

/** The entrance of a step: it is uncovered from its upper edge down. */
const stepEntrance = (box: LayoutBox, turn: number): MarkEntrance => ({
  box,
  turn,
  shape: { kind: 'grow', towards: 'bottom', start: box.y, length: box.height, radius: 0, edge: box.height / 4 },
});

/**
 * Arranges a funnel: steps one below the other, each as wide as its value, tapering to the next; names before them, values behind.
 * @throws RangeError if there are no sizes of type, which does not happen
 */
export async function arrangeFunnel(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  let text: FunnelText | undefined;
  for (const size of [
    ...fontSizesDownToSmallest(AXIS_CHART_FONT_SIZES, room).map((part) => part * room.unit),
    room.smallest,
  ]) {
    text = await funnelTextAt(chart, Math.round(size * 4) / 4, room, measure);
    if (text.isComplete) break;
  }
  if (!text) throw new RangeError('a chart has sizes of type');
  const { size, line, names, nameWidth, valueWidth, step } = text;
  const left = Math.round(nameWidth + NAME_GAP * size);
  const right = Math.round(room.width - valueWidth - NAME_GAP * size);
  const middle = (left + right) / 2;
  const numbers = chart.data.categories.map((_, index) => chart.data.series[0]?.values[index] ?? 0);
  const maxValue = Math.max(...numbers, Number.MIN_VALUE);
  const halfOf = (value: number): number => ((right - left) / 2) * (value / maxValue);
  const interval = Math.max(1, Math.ceil((line + 1) / step));
  const shapes: ChartSvgShape[] = [];
  const labels: PositionedChartLabel[] = [];
  for (const [part, value] of numbers.entries()) {
    const [top, bottom] = [part * step, (part + 1 - STEP_GAP) * step];
    const [halfTop, halfNext] = [halfOf(value), halfOf(Math.min(value, numbers[part + 1] ?? value))];
    // A step tapers by half of the way to the next one, so that its own value remains visible.
    const halfBottom = (halfTop + halfNext) / 2;
    const path = `M${middle - halfTop} ${top}H${middle + halfTop}L${middle + halfBottom} ${bottom}H${middle - halfBottom}Z`;
    const entrance = stepEntrance({ x: middle - halfTop, y: top, width: 2 * halfTop, height: bottom - top }, part);
    if (value > 0) shapes.push({ part, svg: pathSvg(path, chart.fillOf(0, part)), entrance });
    const center = (top + bottom) / 2;
    const name = names[part];
    const color = chart.isLit(part) ? 'text' : 'muted';
    if (name && part % interval === 0) {
      const box = { x: 0, y: Math.round(center - name.height / 2), width: nameWidth, height: name.height };
      labels.push({ paragraph: name.paragraph, box, side: 'right', color, part, turn: part });
    }
    const valueParagraph = chart.values[0]?.[part];
    const box = { x: room.width - valueWidth, y: Math.round(center - line / 2), width: valueWidth, height: line };
    if (valueParagraph && part % interval === 0)
      labels.push({ paragraph: valueParagraph, box, side: 'right', color, part, turn: part });
  }
  const height = Math.ceil(numbers.length * step);
  return { size, height, isStepwise: true, cut: interval > 1 || names.some(({ isCut }) => isCut), shapes, labels };
}
