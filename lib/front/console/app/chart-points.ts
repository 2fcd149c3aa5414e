import type { Schemas } from '#front/client/client.ts';
import { parseEnteredNumber } from './parse-entered-number.ts';

type Series = Pick<Schemas['ChartSeries'], 'name' | 'points'>;

/**
 * The points of a chart as text: the name of each series on a line by itself, blank for a series without a name, then its points, one per
 * line: x, y and label.
 */
export const chartPointsText = (series: readonly Series[]): string =>
  series
    .flatMap(({ name, points }) => [
      name,
      ...points.map(({ x, y, label }) => [x, y, ...(label === null ? [] : [label])].join('; ')),
    ])
    .join('\n');

/** The parts of a line, divided by semicolons or tabs. */
const partsOf = (line: string): string[] => line.split(/[;\t]/).map((part) => part.trim());

/** The point of a line; undefined if the line is not a point. */
function pointOf(line: string): Schemas['ChartPointInput'] | undefined {
  const [xText = '', yText = '', ...labelParts] = partsOf(line);
  const [x, y] = [parseEnteredNumber(xText), parseEnteredNumber(yText)];
  if (x === undefined || x === null || y === undefined || y === null) return undefined;
  const label = labelParts.join('; ');
  return { x, y, ...(label === '' ? {} : { label }) };
}

/**
 * The series in a text of points. A line without numbers is the name of a series; points below a blank line, and those at the start, are in
 * a series without a name.
 */
export function parseChartPointsText(text: string): Required<Schemas['ChartSeriesInput']>[] {
  const series: Required<Schemas['ChartSeriesInput']>[] = [];
  let isBelowBlank = false;
  for (const line of text.split('\n')) {
    const point = pointOf(line);
    const currentSeries = series.at(-1);
    const isBlank = line.trim() === '';
    const startsSeries = point ? !currentSeries || (isBelowBlank && currentSeries.points.length > 0) : !isBlank;
    if (startsSeries) series.push({ name: point ? '' : line.trim(), values: [], points: [] });
    if (point) series.at(-1)?.points.push(point);
    isBelowBlank = isBlank;
  }
  return series;
}

/** The labels of all points in a text of points. */
export const parseChartPointLabels = (text: string): string[] =>
  parseChartPointsText(text).flatMap(({ points }) =>
    points.flatMap(({ label }) => (label === undefined ? [] : [label])),
  );

/** Reports whether a line has one of the two numbers of a point. The name of a series may also have semicolons. */
function looksLikePoint(line: string): boolean {
  const [xText, yText] = partsOf(line);
  return yText !== undefined && [xText, yText].some((part) => typeof parseEnteredNumber(part ?? '') === 'number');
}

/** The reason, for the user, why a text of points cannot be saved; undefined if it can. */
export function chartPointsTextFault(text: string): string | undefined {
  const malformedLine = text.split('\n').find((line) => looksLikePoint(line) && !pointOf(line));
  if (malformedLine !== undefined) return `“${malformedLine}” needs two numbers with a semicolon between them.`;
  const series = parseChartPointsText(text);
  if (series.length === 0) return 'Enter points, one a line: two numbers with a semicolon between them.';
  const emptySeries = series.find(({ points }) => points.length === 0);
  return emptySeries && `“${emptySeries.name}” has no points.`;
}
