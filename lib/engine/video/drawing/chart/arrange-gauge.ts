import { arc } from 'd3-shape';
import { gaugeRange } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { hasParagraphCountUpNumber } from '../text/counting.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartShape,
  MarkEntrance,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { polylineSvg } from './svg-shapes.ts';
import { CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';

/** Parts of the radius: the hole, the figure in it, and the lines that divide the ring. */
const HOLE = 0.7;
const FIGURE = { width: 1.16, height: 0.46 } as const;
const DIVIDER = 0.018;
/** The line of a target is longer than the ring is thick, by this part of the radius at both ends. */
const BEYOND = 0.035;
/** Spaces in sizes of type: between the ring and its numbers, and above the texts below the figure. */
const NUMBER_GAP = 0.35;
const TEXT_GAP = 0.2;
const MAX_LINES = 2;
const MAX_RADIUS = 0.75;
/** Text that would leave less than this part of the largest ring is set smaller. */
const MIN_RADIUS = 0.62;

/** Half a circle, in pixels of the room. */
interface Half {
  x: number;
  y: number;
  radius: number;
}

/** Widths and heights around the ring in a size of type; pixels. */
interface GaugeText {
  size: number;
  line: number;
  half: Half;
  /** Texts below the figure: the name of the series, and the target. */
  lines: { paragraph: TypesetParagraph; width: number; height: number; color: 'text' | 'muted' }[];
  figure: { paragraph: TypesetParagraph; box: LayoutBox; size: number } | undefined;
  height: number;
  isGood: boolean;
}

/** The angle of a value, in radians from the left end of the half circle clockwise. */
const angleOf = (chart: MeasuredChart, value: number): number => {
  const { min, max } = gaugeRange(chart.data);
  return Math.PI * Math.min(1, Math.max(0, (value - min) / (max - min)));
};

const pointAt = ({ x, y, radius }: Half, angle: number, part: number): readonly [number, number] => [
  x - Math.cos(angle) * radius * part,
  y - Math.sin(angle) * radius * part,
];

async function gaugeTextAt(
  chart: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<GaugeText> {
  const { across, extras, names, widthOf, leading } = chart;
  const line = Math.ceil(leading * size);
  const widest = Math.ceil(Math.max(0, ...(across?.labels ?? []).map(widthOf)) * size) + LABEL_SLACK_PIXELS;
  const isDivided = (across?.labels.length ?? 0) > 2;
  const aside = isDivided ? widest + NUMBER_GAP * size : 0;
  const above = isDivided ? line + NUMBER_GAP * size : BEYOND * room.unit;
  const [name] = names;
  const texts = [
    ...(name && chart.data.labels !== 'none' ? [{ paragraph: name, color: 'text' as const }] : []),
    ...(extras.target ? [{ paragraph: extras.target, color: 'muted' as const }] : []),
  ];
  const most = MAX_RADIUS * room.unit;
  const below = texts.length * line * 1.5 + TEXT_GAP * size;
  const radius = Math.max(1, Math.min(room.width / 2 - aside - 1, room.height - above - Math.max(line, below), most));
  const half = { x: room.width / 2, y: above + radius, radius };
  const inner = Math.floor(2 * radius * HOLE - 2 * size);
  const fitted = await fitChartLabels(
    texts.map(({ paragraph }) => ({
      paragraph,
      width: Math.max(1, Math.min(inner, Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS)),
    })),
    size,
    MAX_LINES,
    measure,
  );
  const lines = fitted.map(({ paragraph, width, height }, i) => ({
    paragraph,
    width,
    height,
    color: texts[i]?.color ?? 'text',
  }));
  const figure = figureIn(chart, half);
  const height = half.y + lines.reduce((sum, each) => sum + each.height, TEXT_GAP * size);
  return {
    ...{ size, line, half, lines, figure },
    height: Math.ceil(Math.max(height, half.y + NUMBER_GAP * size + line)),
    isGood:
      height <= room.height &&
      fitted.every(({ isCut }) => !isCut) &&
      radius >= MIN_RADIUS * Math.min(room.width / 2, room.height, most),
  };
}

/** The value, as large as the hole allows, with its foot at the ends of the ring. */
function figureIn(
  { extras: { figure }, widthOf, leading }: MeasuredChart,
  { x, y, radius }: Half,
): GaugeText['figure'] {
  if (!figure) return undefined;
  const size = Math.min((radius * FIGURE.width) / Math.max(0.1, widthOf(figure)), radius * FIGURE.height);
  const width = Math.ceil(widthOf(figure) * size) + LABEL_SLACK_PIXELS;
  const height = Math.ceil(leading * size);
  return { paragraph: figure, size, box: { x: Math.round(x - width / 2), y: Math.round(y - height), width, height } };
}

/** The entrance of the value: from the left end of the ring clockwise. */
const valueSweep = ({ x, y, radius }: Half, angle: number): MarkEntrance => ({
  box: { x: x - radius, y: y - radius, width: 2 * radius, height: radius },
  turn: 0,
  shape: { kind: 'sweep', ...{ x, y, radius }, from: -Math.PI / 2, to: angle - Math.PI / 2 },
});

/** The ring: all of its range, over it the value, and lines through both where it is divided. */
function ringShapes(chart: MeasuredChart, half: Half, room: AvailableChartSpace): ChartShape[] {
  const { data, across } = chart;
  const shapeOf = arc<number>()
    .innerRadius(half.radius * HOLE)
    .outerRadius(half.radius)
    .startAngle(-Math.PI / 2)
    .endAngle((angle) => angle - Math.PI / 2);
  const path = (angle: number, color: string): string =>
    `<path transform="translate(${half.x} ${half.y})" d="${shapeOf(angle) ?? ''}" fill="${color}"/>`;
  const value = data.series[0]?.values[0] ?? 0;
  const lineAt = (at: number, beyond: number, width: number, color: string): string =>
    polylineSvg(
      [pointAt(half, angleOf(chart, at), HOLE - beyond), pointAt(half, angleOf(chart, at), 1 + beyond)],
      width,
      color,
    );
  const dividers = (across?.ticks ?? []).slice(1, -1);
  const width = Math.max(2, DIVIDER * half.radius);
  return [
    { svg: path(Math.PI, room.grid) },
    {
      part: 0,
      svg: path(angleOf(chart, value), chart.colors[0] ?? '#000000'),
      entrance: valueSweep(half, angleOf(chart, value)),
    },
    ...dividers.map((at) => ({ svg: lineAt(at, 0.01, width, room.background) })),
    ...(data.target ? [{ svg: lineAt(data.target.value, BEYOND, width * 1.3, room.ink) }] : []),
  ];
}

/** The numbers at the ends of the ring, and outside it where it is divided; a number that would overlap another is left out. */
function scaleLabels(
  chart: MeasuredChart,
  { size, line, half }: GaugeText,
): { labels: PositionedChartLabel[]; cut: boolean } {
  const { ticks = [], labels: paragraphs = [] } = chart.across ?? {};
  const last = ticks.length - 1;
  const order = [0, last, ...ticks.keys()].filter((i, at, all) => all.indexOf(i) === at);
  const labels: PositionedChartLabel[] = [];
  for (const i of order) {
    const paragraph = paragraphs[i];
    if (!paragraph) continue;
    const width = Math.ceil(chart.widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const isEnd = i === 0 || i === last;
    const angle = angleOf(chart, ticks[i] ?? 0);
    const [x, y] = pointAt(half, angle, isEnd ? (1 + HOLE) / 2 : 1);
    const gap = NUMBER_GAP * size;
    const away = { x: Math.cos(angle) * (gap + width / 2), y: Math.sin(angle) * (gap + line / 2) };
    const box = isEnd
      ? { x: Math.round(x - width / 2), y: Math.round(half.y + gap), width, height: line }
      : { x: Math.round(x - away.x - width / 2), y: Math.round(y - away.y - line / 2), width, height: line };
    const isFree = labels.every(
      ({ box: other }) =>
        box.x >= other.x + other.width + gap / 2 ||
        other.x >= box.x + width + gap / 2 ||
        box.y >= other.y + other.height ||
        other.y >= box.y + line,
    );
    if (isFree) labels.push({ paragraph, box, side: 'center', color: 'muted' });
  }
  return { labels, cut: labels.length < order.length };
}

/**
 * Arranges a value on half a ring from the start to the end of its range, with its figure in the middle, its name and its target below.
 * @throws RangeError if there are no sizes of type, which does not happen
 */
export async function arrangeGauge(
  chart: MeasuredChart,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<ArrangedChart> {
  let text: GaugeText | undefined;
  for (const size of [
    ...fontSizesDownToSmallest(CHART_FONT_SIZES, room).map((part) => part * room.unit),
    room.smallest,
  ]) {
    text = await gaugeTextAt(chart, Math.round(size * 4) / 4, room, measure);
    if (text.isGood) break;
  }
  if (!text) throw new RangeError('a chart has sizes of type');
  const { size, half, lines, figure } = text;
  const scale = scaleLabels(chart, text);
  const labels: PositionedChartLabel[] = [...scale.labels];
  if (figure)
    labels.push({
      ...figure,
      side: 'center',
      color: 'text',
      part: 0,
      counts: hasParagraphCountUpNumber(figure.paragraph),
    });
  let y = half.y + TEXT_GAP * size;
  for (const { paragraph, width, height, color } of lines) {
    labels.push({
      paragraph,
      box: { x: Math.round(half.x - width / 2), y: Math.round(y), width, height },
      side: 'center',
      color,
    });
    y += height;
  }
  return { size, height: text.height, cut: scale.cut || !text.isGood, shapes: ringShapes(chart, half, room), labels };
}
