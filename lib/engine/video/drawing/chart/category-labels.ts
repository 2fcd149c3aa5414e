import type { MeasureNodes } from '../text/paragraph-node.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';

/** The names of categories below a plot; y counts from the top of their zone, pixels. */
export interface CategoryLabels {
  labels: PositionedChartLabel[];
  height: number;
  cut: boolean;
}

/** Places of categories, in pixels. */
export interface CategoryPositions {
  /** The width of the whole chart. */
  width: number;
  /** From one category to the next. */
  step: number;
  centers: readonly number[];
  /** The largest height of the labels' zone. */
  height: number;
}

const MAX_LINES = 3;
/** Between neighbouring labels, in sizes of type. */
const LABEL_GAP = 0.5;
/** Text without spaces is not wrapped below this width, in sizes of type. */
const MIN_WRAP_WIDTH = 4;

/** All names side by side, wrapped between words; undefined where they do not fit. */
export async function categoryLabelsInRow(
  { categories, widthOf, wordWidthOf }: MeasuredChart,
  size: number,
  { step, centers }: CategoryPositions,
  measure: MeasureNodes,
): Promise<CategoryLabels | undefined> {
  const width = Math.floor(step - LABEL_GAP * size);
  const fits = categories.every((paragraph) => {
    const natural = widthOf(paragraph) * size + LABEL_SLACK_PIXELS;
    return (
      natural <= width ||
      (wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= width && width >= MIN_WRAP_WIDTH * size)
    );
  });
  if (!fits) return undefined;
  const fitted = await fitChartLabels(
    categories.map((paragraph) => ({ paragraph, width })),
    size,
    MAX_LINES,
    measure,
  );
  if (fitted.some(({ isCut }) => isCut)) return undefined;
  const labels = fitted.map(({ paragraph, height }, i): PositionedChartLabel => {
    const box = { x: Math.round((centers[i] ?? 0) - width / 2), y: 0, width, height };
    return { paragraph, box, side: 'center', color: 'text', key: `category ${i}` };
  });
  return { labels, height: Math.max(...fitted.map(({ height }) => height)), cut: false };
}

/** Reports whether names have an order from which omitted ones can be inferred: years, dates, numbers, and all names of lines and areas. */
export const areCategoriesOrdered = ({ categories, data }: MeasuredChart): boolean =>
  data.type === 'line' ||
  data.type === 'area' ||
  categories.every((paragraph) => /\p{Nd}/u.test(textOfRuns(paragraph.runs)));

/** Reports whether information is lost when only every `each`-th name is shown: it is not if the names have an order. */
export const doesThinningLoseNames = (chart: MeasuredChart, each: number): boolean =>
  each > 1 && !areCategoriesOrdered(chart);

/** Every second, third … name on one line; undefined where too few would be left. */
export function thinnedCategoryLabels(
  { categories, widthOf, leading }: MeasuredChart,
  size: number,
  { step, centers, width }: CategoryPositions,
): CategoryLabels | undefined {
  const height = Math.ceil(leading * size);
  for (let each = 2; each <= Math.ceil(categories.length / 3); each++) {
    const labels = categories.flatMap((paragraph, i): PositionedChartLabel[] => {
      if (i % each !== 0) return [];
      const own = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
      const x = Math.min(Math.max(0, Math.round((centers[i] ?? 0) - own / 2)), Math.floor(width - own));
      const box = { x, y: 0, width: own, height };
      return [{ paragraph, box, side: 'center', color: 'text', key: `category ${i}` }];
    });
    const fit = labels.every(({ box }, i) => {
      const next = labels[i + 1]?.box.x ?? Number.POSITIVE_INFINITY;
      return (
        box.x >= 0 && box.x + box.width <= Math.min(width, next - LABEL_GAP * size) && box.width <= each * step * 1.5
      );
    });
    if (fit) return { labels, height, cut: false };
  }
  return undefined;
}

const SLANT = Math.SQRT1_2;

/** Names turned by 45 or 90 degrees and cut to the room below the plot: they fit every chart. */
export async function turnedCategoryLabels(
  chart: MeasuredChart,
  size: number,
  { step, centers, height: most }: CategoryPositions,
  measure: MeasureNodes,
): Promise<CategoryLabels> {
  const { categories, widthOf, leading } = chart;
  const line = Math.ceil(leading * size);
  const isSlanted = step * SLANT >= line + 1;
  const each = isSlanted ? 1 : Math.ceil((line + 1) / step);
  const rise = isSlanted ? SLANT : 1;
  const half = isSlanted ? (SLANT * line) / 2 : 0;
  const longest = Math.max(line, (most - 2 * half) / rise);
  const shown = categories.flatMap((paragraph, i) => (i % each === 0 ? [{ paragraph, center: centers[i] ?? 0 }] : []));
  const fitted = await fitChartLabels(
    shown.map(({ paragraph, center }) => {
      const toEdge = isSlanted ? Math.max(2 * size, (center - half) / SLANT) : longest;
      const own = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
      return { paragraph, width: Math.floor(Math.min(own, longest, toEdge)) };
    }),
    size,
    1,
    measure,
  );
  const labels = fitted.map(({ paragraph, width }, i): PositionedChartLabel => {
    const box = { x: Math.round((shown[i]?.center ?? 0) - width), y: Math.round(half - line / 2), width, height: line };
    return { paragraph, box, side: 'right', color: 'text', turned: isSlanted ? -45 : -90 };
  });
  const widest = Math.max(...fitted.map(({ width }) => width));
  return {
    labels,
    height: Math.ceil(widest * rise + 2 * half),
    cut: fitted.some(({ isCut }) => isCut) || doesThinningLoseNames(chart, each),
  };
}
