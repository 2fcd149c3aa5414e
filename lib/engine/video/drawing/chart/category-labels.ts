import type { MeasureNodes } from '../text/paragraph-node.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { MeasuredChart, PositionedChartLabel } from './chart-model.ts';
import { fitChartLabels, LABEL_SLACK_PIXELS } from './labels.ts';

/** The names of categories below a plot; y counts from the top of the zone of the names, pixels. */
export interface CategoryLabels {
  labels: PositionedChartLabel[];
  /** Height of the zone. */
  height: number;
  /** True if a name was cut, or left out though it cannot be inferred. */
  cut: boolean;
}

/** Places of categories, in pixels. */
export interface CategoryPositions {
  /** The width of the whole chart. */
  width: number;
  /** From one category to the next. */
  step: number;
  /** The middles of the categories. */
  centers: readonly number[];
  /** The largest height of the zone of the names. */
  height: number;
}

/** The highest number of lines of a name. */
const MAX_LINES = 3;
/** The space between neighbouring names, in sizes of type. */
const LABEL_GAP = 0.5;
/** Text without spaces is not wrapped below this width, in sizes of type. */
const MIN_WRAP_WIDTH = 4;
/** The largest width of a name among others that are left out, as a multiple of the distance to the next one that is shown. */
const MAX_THINNED_WIDTH = 1.5;
/** The length to which a slanted name may be cut, in sizes of type, because it would cross the left edge of the chart. */
const MIN_SLANTED_LENGTH = 2;

/** All names in a row, wrapped between words; undefined if they do not fit. */
export async function categoryLabelsSideBySide(
  { categories, widthOf, wordWidthOf }: MeasuredChart,
  size: number,
  { step, centers }: CategoryPositions,
  measure: MeasureNodes,
): Promise<CategoryLabels | undefined> {
  const width = Math.floor(step - LABEL_GAP * size);
  const doFit = categories.every((paragraph) => {
    const singleLineWidth = widthOf(paragraph) * size + LABEL_SLACK_PIXELS;
    return (
      singleLineWidth <= width ||
      (wordWidthOf(paragraph) * size + LABEL_SLACK_PIXELS <= width && width >= MIN_WRAP_WIDTH * size)
    );
  });
  if (!doFit) return undefined;
  const fittedLabels = await fitChartLabels(
    categories.map((paragraph) => ({ paragraph, width })),
    size,
    MAX_LINES,
    measure,
  );
  if (fittedLabels.some(({ isCut }) => isCut)) return undefined;
  const labels = fittedLabels.map(({ paragraph, height }, i): PositionedChartLabel => {
    const box = { x: Math.round((centers[i] ?? 0) - width / 2), y: 0, width, height };
    return { paragraph, box, side: 'center', color: 'text', key: `category ${i}` };
  });
  return { labels, height: Math.max(...fittedLabels.map(({ height }) => height)), cut: false };
}

/** Reports whether names have an order from which omitted ones can be inferred: years, dates, numbers, and all names of lines and areas. */
export const areCategoriesOrdered = ({ categories, data }: MeasuredChart): boolean =>
  data.type === 'line' ||
  data.type === 'area' ||
  categories.every((paragraph) => /\p{Nd}/u.test(textOfRuns(paragraph.runs)));

/** Reports whether information is lost if only every `interval`-th name is shown: names with an order can be inferred. */
export const doesThinningLoseNames = (chart: MeasuredChart, interval: number): boolean =>
  interval > 1 && !areCategoriesOrdered(chart);

/** Every second, third … name on one line, at least three names; undefined if these do not fit. */
export function thinnedCategoryLabels(
  { categories, widthOf, leading }: MeasuredChart,
  size: number,
  { step, centers, width }: CategoryPositions,
): CategoryLabels | undefined {
  const height = Math.ceil(leading * size);
  for (let interval = 2; interval <= Math.ceil(categories.length / 3); interval++) {
    const labels = categories.flatMap((paragraph, i): PositionedChartLabel[] => {
      if (i % interval !== 0) return [];
      const nameWidth = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
      const x = Math.min(Math.max(0, Math.round((centers[i] ?? 0) - nameWidth / 2)), Math.floor(width - nameWidth));
      const box = { x, y: 0, width: nameWidth, height };
      return [{ paragraph, box, side: 'center', color: 'text', key: `category ${i}` }];
    });
    const doFit = labels.every(({ box }, i) => {
      const nextLeft = labels[i + 1]?.box.x ?? Number.POSITIVE_INFINITY;
      return (
        box.x >= 0 &&
        box.x + box.width <= Math.min(width, nextLeft - LABEL_GAP * size) &&
        box.width <= interval * step * MAX_THINNED_WIDTH
      );
    });
    if (doFit) return { labels, height, cut: false };
  }
  return undefined;
}

/** The sine and the cosine of 45 degrees, by which slanted names are turned. */
const SLANT = Math.SQRT1_2;

/** Names turned by 45 or 90 degrees and cut to the room below the plot, so that they fit in every chart. */
export async function turnedCategoryLabels(
  chart: MeasuredChart,
  size: number,
  { step, centers, height: maxHeight }: CategoryPositions,
  measure: MeasureNodes,
): Promise<CategoryLabels> {
  const { categories, widthOf, leading } = chart;
  const lineHeight = Math.ceil(leading * size);
  const isSlanted = step * SLANT >= lineHeight + 1;
  const interval = isSlanted ? 1 : Math.ceil((lineHeight + 1) / step);
  const heightPerLength = isSlanted ? SLANT : 1;
  const halfHeight = isSlanted ? (SLANT * lineHeight) / 2 : 0;
  const maxLength = Math.max(lineHeight, (maxHeight - 2 * halfHeight) / heightPerLength);
  const shownNames = categories.flatMap((paragraph, i) =>
    i % interval === 0 ? [{ paragraph, center: centers[i] ?? 0 }] : [],
  );
  const fittedLabels = await fitChartLabels(
    shownNames.map(({ paragraph, center }) => {
      const lengthToEdge = isSlanted ? Math.max(MIN_SLANTED_LENGTH * size, (center - halfHeight) / SLANT) : maxLength;
      const nameWidth = Math.ceil(widthOf(paragraph) * size) + LABEL_SLACK_PIXELS;
      return { paragraph, width: Math.floor(Math.min(nameWidth, maxLength, lengthToEdge)) };
    }),
    size,
    1,
    measure,
  );
  const labels = fittedLabels.map(({ paragraph, width }, i): PositionedChartLabel => {
    const box = {
      x: Math.round((shownNames[i]?.center ?? 0) - width),
      y: Math.round(halfHeight - lineHeight / 2),
      width,
      height: lineHeight,
    };
    return { paragraph, box, side: 'right', color: 'text', turned: isSlanted ? -45 : -90 };
  });
  const longestWidth = Math.max(...fittedLabels.map(({ width }) => width));
  return {
    labels,
    height: Math.ceil(longestWidth * heightPerLength + 2 * halfHeight),
    cut: fittedLabels.some(({ isCut }) => isCut) || doesThinningLoseNames(chart, interval),
  };
}
