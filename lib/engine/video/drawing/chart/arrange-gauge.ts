import { arc } from 'd3-shape';
import { gaugeRange } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import { hasParagraphCountUpNumber } from '../text/counting.ts';
import type { MeasureNodes } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type {
  ArrangedChart,
  AvailableChartSpace,
  ChartSvgShape,
  MarkEntrance,
  MeasuredChart,
  PositionedChartLabel,
} from './chart-model.ts';
import { fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';
import { polylineSvg } from './svg-shapes.ts';
import { AXIS_CHART_FONT_SIZES, fontSizesDownToSmallest } from './type-sizes.ts';

/** Radius of the hole, a part of the radius. */
const HOLE = 0.7;
/** The largest width of the figure, and its largest size of type, parts of the radius. */
const FIGURE = { width: 1.16, height: 0.46 } as const;
/** Width of the lines that divide the ring, a part of the radius. */
const DIVIDER = 0.018;
/** The line of a target is longer than the ring is thick, by this part of the radius at both ends. */
const TARGET_REACH = 0.035;
/** Space between the ring and its numbers, in sizes of type. */
const NUMBER_GAP = 0.35;
/** Space above the texts below the figure, in sizes of type. */
const TEXT_GAP = 0.2;
/** Lines of each text below the figure. */
const MAX_LINES = 2;
/** The largest radius, a fraction of the unit. */
const MAX_RADIUS = 0.75;
/** Text that would leave less than this part of the radius of the largest ring is set smaller. */
const MIN_RADIUS = 0.62;

/** Half a circle above its centre, in pixels of the room. */
interface HalfCircle {
  x: number;
  y: number;
  radius: number;
}

/** Widths and heights around the ring in a size of type; pixels. */
interface GaugeText {
  /** Size of type. */
  size: number;
  /** Height of a line. */
  line: number;
  halfCircle: HalfCircle;
  /** Texts below the figure: the name of the series, and the target. */
  lines: { paragraph: TypesetParagraph; width: number; height: number; color: 'text' | 'muted' }[];
  figure: { paragraph: TypesetParagraph; box: LayoutBox; size: number } | undefined;
  /** Height of the whole gauge. */
  height: number;
  /** True if all text is whole and leaves a ring of sufficient size. */
  isComplete: boolean;
}

/** The angle of a value, in radians from the left end of the half circle clockwise. */
const angleOf = (chart: MeasuredChart, value: number): number => {
  const { min, max } = gaugeRange(chart.data);
  return Math.PI * Math.min(1, Math.max(0, (value - min) / (max - min)));
};

/** The point at an angle, at a part of the radius from the centre. */
const pointAt = ({ x, y, radius }: HalfCircle, angle: number, part: number): readonly [number, number] => [
  x - Math.cos(angle) * radius * part,
  y - Math.sin(angle) * radius * part,
];

/** Sets the text of a gauge in a size of type, and fits the ring between it. */
async function gaugeTextAt(
  chart: MeasuredChart,
  size: number,
  room: AvailableChartSpace,
  measure: MeasureNodes,
): Promise<GaugeText> {
  const { across, extras, names, widthOf, leading } = chart;
  const line = Math.ceil(leading * size);
  const widestNumber = Math.ceil(Math.max(0, ...(across?.labels ?? []).map(widthOf)) * size) + LABEL_SLACK_PIXELS;
  const isDivided = (across?.labels.length ?? 0) > 2;
  const sideSpace = isDivided ? widestNumber + NUMBER_GAP * size : 0;
  const spaceAbove = isDivided ? line + NUMBER_GAP * size : TARGET_REACH * room.unit;
  const [name] = names;
  const texts = [
    ...(name && chart.data.labels !== 'none' ? [{ paragraph: name, color: 'text' as const }] : []),
    ...(extras.target ? [{ paragraph: extras.target, color: 'muted' as const }] : []),
  ];
  const maxRadius = MAX_RADIUS * room.unit;
  const heightBelow = texts.length * line * 1.5 + TEXT_GAP * size;
  const radius = Math.max(
    1,
    Math.min(room.width / 2 - sideSpace - 1, room.height - spaceAbove - Math.max(line, heightBelow), maxRadius),
  );
  const halfCircle = { x: room.width / 2, y: spaceAbove + radius, radius };
  const maxTextWidth = Math.floor(2 * radius * HOLE - 2 * size);
  const fittedTexts = await fitChartLabels(
    texts.map(({ paragraph }) => ({
      paragraph,
      width: Math.max(1, Math.min(maxTextWidth, Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS)),
    })),
    size,
    MAX_LINES,
    measure,
  );
  const lines = fittedTexts.map(({ paragraph, width, height }, i) => ({
    paragraph,
    width,
    height,
    color: texts[i]?.color ?? 'text',
  }));
  const figure = fitFigure(chart, halfCircle);
  const height = halfCircle.y + lines.reduce((sum, each) => sum + each.height, TEXT_GAP * size);
  return {
    size,
    line,
    halfCircle,
    lines,
    figure,
    height: Math.ceil(Math.max(height, halfCircle.y + NUMBER_GAP * size + line)),
    isComplete:
      height <= room.height &&
      fittedTexts.every(({ isCut }) => !isCut) &&
      radius >= MIN_RADIUS * Math.min(room.width / 2, room.height, maxRadius),
  };
}

/** The value in the hole, in the largest size of type that fits, with its bottom level with the ends of the ring. */
function fitFigure(
  { extras: { figure }, widthOf, leading }: MeasuredChart,
  { x, y, radius }: HalfCircle,
): GaugeText['figure'] {
  if (!figure) return undefined;
  const size = Math.min((radius * FIGURE.width) / Math.max(0.1, widthOf(figure)), radius * FIGURE.height);
  const width = Math.ceil(widthOf(figure) * size) + LABEL_SLACK_PIXELS;
  const height = Math.ceil(leading * size);
  return { paragraph: figure, size, box: { x: Math.round(x - width / 2), y: Math.round(y - height), width, height } };
}

/** The entrance of the value: from the left end of the ring clockwise. */
const valueSweep = ({ x, y, radius }: HalfCircle, angle: number): MarkEntrance => ({
  box: { x: x - radius, y: y - radius, width: 2 * radius, height: radius },
  turn: 0,
  shape: { kind: 'sweep', x, y, radius, from: -Math.PI / 2, to: angle - Math.PI / 2 },
});

/** The ring: its whole range, the value over it, lines through both where the ring is divided, and the line of the target. */
function ringShapes(chart: MeasuredChart, halfCircle: HalfCircle, room: AvailableChartSpace): ChartSvgShape[] {
  const { data, across } = chart;
  const arcPath = arc<number>()
    .innerRadius(halfCircle.radius * HOLE)
    .outerRadius(halfCircle.radius)
    .startAngle(-Math.PI / 2)
    .endAngle((angle) => angle - Math.PI / 2);
  const arcSvg = (angle: number, color: string): string =>
    `<path transform="translate(${halfCircle.x} ${halfCircle.y})" d="${arcPath(angle) ?? ''}" fill="${color}"/>`;
  const value = data.series[0]?.values[0] ?? 0;
  const lineAt = (tickValue: number, reach: number, width: number, color: string): string =>
    polylineSvg(
      [
        pointAt(halfCircle, angleOf(chart, tickValue), HOLE - reach),
        pointAt(halfCircle, angleOf(chart, tickValue), 1 + reach),
      ],
      width,
      color,
    );
  const dividers = (across?.ticks ?? []).slice(1, -1);
  const width = Math.max(2, DIVIDER * halfCircle.radius);
  return [
    { svg: arcSvg(Math.PI, room.grid) },
    {
      part: 0,
      svg: arcSvg(angleOf(chart, value), chart.colors[0] ?? '#000000'),
      entrance: valueSweep(halfCircle, angleOf(chart, value)),
    },
    ...dividers.map((at) => ({ svg: lineAt(at, 0.01, width, room.background) })),
    ...(data.target ? [{ svg: lineAt(data.target.value, TARGET_REACH, width * 1.3, room.ink) }] : []),
  ];
}

/** The numbers at the ends of the ring, and outside it where it is divided; a number that would overlap another is left out. */
function scaleLabels(
  chart: MeasuredChart,
  { size, line, halfCircle }: GaugeText,
): { labels: PositionedChartLabel[]; cut: boolean } {
  const { ticks = [], labels: paragraphs = [] } = chart.across ?? {};
  const lastTick = ticks.length - 1;
  const tickOrder = [0, lastTick, ...ticks.keys()].filter((tick, index, indexes) => indexes.indexOf(tick) === index);
  const labels: PositionedChartLabel[] = [];
  for (const tickIndex of tickOrder) {
    const paragraph = paragraphs[tickIndex];
    if (!paragraph) continue;
    const width = Math.ceil(chart.widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
    const isEnd = tickIndex === 0 || tickIndex === lastTick;
    const angle = angleOf(chart, ticks[tickIndex] ?? 0);
    const [x, y] = pointAt(halfCircle, angle, isEnd ? (1 + HOLE) / 2 : 1);
    const gap = NUMBER_GAP * size;
    const offset = { x: Math.cos(angle) * (gap + width / 2), y: Math.sin(angle) * (gap + line / 2) };
    const box = isEnd
      ? { x: Math.round(x - width / 2), y: Math.round(halfCircle.y + gap), width, height: line }
      : { x: Math.round(x - offset.x - width / 2), y: Math.round(y - offset.y - line / 2), width, height: line };
    const hasRoom = labels.every(
      ({ box: otherBox }) =>
        box.x >= otherBox.x + otherBox.width + gap / 2 ||
        otherBox.x >= box.x + width + gap / 2 ||
        box.y >= otherBox.y + otherBox.height ||
        otherBox.y >= box.y + line,
    );
    if (hasRoom) labels.push({ paragraph, box, side: 'center', color: 'muted' });
  }
  return { labels, cut: labels.length < tickOrder.length };
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
    ...fontSizesDownToSmallest(AXIS_CHART_FONT_SIZES, room).map((part) => part * room.unit),
    room.smallest,
  ]) {
    text = await gaugeTextAt(chart, Math.round(size * 4) / 4, room, measure);
    if (text.isComplete) break;
  }
  if (!text) throw new RangeError('a chart has sizes of type');
  const { size, halfCircle, lines, figure } = text;
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
  let y = halfCircle.y + TEXT_GAP * size;
  for (const { paragraph, width, height, color } of lines) {
    labels.push({
      paragraph,
      box: { x: Math.round(halfCircle.x - width / 2), y: Math.round(y), width, height },
      side: 'center',
      color,
    });
    y += height;
  }
  return {
    size,
    height: text.height,
    cut: scale.cut || !text.isComplete,
    shapes: ringShapes(chart, halfCircle, room),
    labels,
  };
}
