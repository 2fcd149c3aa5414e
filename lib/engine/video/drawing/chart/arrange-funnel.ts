import type { LayoutBox } from '../layout/boxes.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartShape,
  MarkEntrance,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { type FittedLabel, fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { pathSvg } from './svg-shapes.ts';
import { CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';

/** The fraction of the width that names may take, and the fraction of a step that separates it from the next one. */
const MAX_NAMES_WIDTH = 0.36;
const STEP_GAP = 0.12;
/** Spaces in sizes of type, next to names and values. */
const NAME_GAP = 0.8;
const MAX_LINES = 3;
/** The largest height of a step, a fraction of the unit. */
const MAX_STEP_HEIGHT = 0.17;

/** The text of a funnel in one size of type; pixels. */
interface FunnelText {
  size: number;
  line: number;
  names: FittedLabel[];
  nameWidth: number;
  valueWidth: number;
  step: number;
  isGood: boolean;
}

async function funnelTextAt(
  { categories, values, widthOf, wordWidthOf, leading }: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<FunnelText> {
  const line = Math.ceil(leading * size);
  const step = Math.min(room.height / Math.max(1, categories.length), MAX_STEP_HEIGHT * room.unit);
  const widest = Math.max(0, ...categories.map(widthOf)) * size + LABEL_SLACK_PIXELS;
  const nameWidth = Math.ceil(Math.min(widest, MAX_NAMES_WIDTH * room.width));
  const written = (values[0] ?? []).map((value) => (value ? widthOf(value) * size : 0));
  const valueWidth = Math.ceil(Math.max(0, ...written)) + LABEL_SLACK_PIXELS;
  const lines = Math.max(1, Math.min(MAX_LINES, Math.floor((step * (1 - STEP_GAP)) / line)));
  const wanted = categories.map((paragraph) => ({ paragraph, width: nameWidth }));
  const names = await fitChartLabels(wanted, size, lines, measure);
  const isGood =
    line <= step &&
    names.every(({ isCut }) => !isCut) &&
    categories.every((paragraph) => wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= nameWidth);
  return { size, line, names, nameWidth, valueWidth, step, isGood };
}

/** The entrance of a step: it is uncovered from its upper edge down. */
const stepEntrance = (box: LayoutBox, turn: number): MarkEntrance => ({
  ...{ box, turn },
  shape: { kind: 'grow', towards: 'bottom', start: box.y, length: box.height, radius: 0, edge: box.height / 4 },
});

/**
 * Arranges a funnel: steps one below the other, each as wide as its value, tapering to the next; names before them, values behind.
 * @throws RangeError without sizes of type
 */
export async function arrangeFunnel(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  let text: FunnelText | undefined;
  for (const size of [
    ...fontSizesDownToSmallest(CHART_FONT_SIZES, room).map((part) => part * room.unit),
    room.smallest,
  ]) {
    text = await funnelTextAt(chart, Math.round(size * 4) / 4, room, measure);
    if (text.isGood) break;
  }
  if (!text) throw new RangeError('a chart has sizes of type');
  const { size, line, names, nameWidth, valueWidth, step } = text;
  const left = Math.round(nameWidth + NAME_GAP * size);
  const right = Math.round(room.width - valueWidth - NAME_GAP * size);
  const middle = (left + right) / 2;
  const numbers = chart.data.categories.map((_, at) => chart.data.series[0]?.values[at] ?? 0);
  const most = Math.max(...numbers, Number.MIN_VALUE);
  const halfOf = (value: number): number => ((right - left) / 2) * (value / most);
  const every = Math.max(1, Math.ceil((line + 1) / step));
  const shapes: ChartShape[] = [];
  const labels: PositionedChartLabel[] = [];
  for (const [part, value] of numbers.entries()) {
    const [top, bottom] = [part * step, (part + 1 - STEP_GAP) * step];
    const [above, below] = [halfOf(value), halfOf(Math.min(value, numbers[part + 1] ?? value))];
    // A step tapers by half of the way to the next one, so that its own value remains visible.
    const foot = (above + below) / 2;
    const path = `M${middle - above} ${top}H${middle + above}L${middle + foot} ${bottom}H${middle - foot}Z`;
    const entrance = stepEntrance({ x: middle - above, y: top, width: 2 * above, height: bottom - top }, part);
    if (value > 0) shapes.push({ part, svg: pathSvg(path, chart.fillOf(0, part)), entrance });
    const center = (top + bottom) / 2;
    const name = names[part];
    const color = chart.isLit(part) ? 'text' : 'muted';
    if (name && part % every === 0) {
      const box = { x: 0, y: Math.round(center - name.height / 2), width: nameWidth, height: name.height };
      labels.push({ paragraph: name.paragraph, box, side: 'right', color, part, turn: part });
    }
    const written = chart.values[0]?.[part];
    const box = { x: room.width - valueWidth, y: Math.round(center - line / 2), width: valueWidth, height: line };
    if (written && part % every === 0) labels.push({ paragraph: written, box, side: 'right', color, part, turn: part });
  }
  const height = Math.ceil(numbers.length * step);
  return { size, height, isStepwise: true, cut: every > 1 || names.some(({ isCut }) => isCut), shapes, labels };
}
