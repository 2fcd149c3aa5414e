import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckChart } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import { ChartDataError, type ParsedCsv, parseCsvNumber, readCsv } from './read-csv.ts';

/** The data of a chart, and what its text says about units and axes. */
export interface ParsedChartData {
  categories: string[];
  series: DeckChart['series'];
  unit?: string | undefined;
  axis_titles?: { x?: string | undefined; y?: string | undefined } | undefined;
}

const cutCategory = (text: string): string => cutTextWithEllipsis(text, SLIDE_TEXT_LIMITS.category).text;

/** A row in a sentence: its number, from 1, and its name, if it has one. */
const rowInSentence = (rowNumber: number, cells: readonly string[]): string =>
  `row ${rowNumber}${cells[0] ? ` ("${cells[0].slice(0, 40)}")` : ''}`;

/** Splits the row of names from the rows of values below it. @throws ChartDataError if there is no row of values */
function splitHead({ rows }: ParsedCsv): [head: string[], body: ParsedCsv['rows']] {
  const [head, ...body] = rows;
  if (!head || body.length === 0)
    throw new ChartDataError('the data needs a row of names, and rows of values below it');
  return [head, body];
}

/** Checks the number of series of a chart. @throws ChartDataError for more series than a chart may have */
export function checkSeriesCount(count: number): void {
  if (count > SLIDE_TEXT_LIMITS.series)
    throw new ChartDataError(`it has ${count} series, and ${SLIDE_TEXT_LIMITS.series} can be drawn`);
}

/** Categories in the first column, and a series in each further one. The unit is `%` if all values are percentages. */
function categoryData(csv: ParsedCsv): ParsedChartData {
  const [head, body] = splitHead(csv);
  const seriesNames = head.slice(1);
  checkSeriesCount(seriesNames.length);
  if (seriesNames.length === 0)
    throw new ChartDataError('the data has one column: write the names, and next to them the values');
  if (body.length > SLIDE_TEXT_LIMITS.categories)
    throw new ChartDataError(`the data has ${body.length} rows, and ${SLIDE_TEXT_LIMITS.categories} can be drawn`);
  let [hasPercentage, areAllPercentages] = [false, true];
  const valuesOfRows = body.map((cells, index) =>
    seriesNames.map((_, column) => {
      const cellName = `${rowInSentence(index + 1, cells)}, column ${column + 2}`;
      const { value, isPercent } = parseCsvNumber(cells[column + 1] ?? '', csv.mayHaveDecimalCommas, cellName);
      if (value !== null && isPercent) hasPercentage = true;
      if (value !== null && !isPercent) areAllPercentages = false;
      return value;
    }),
  );
  return {
    categories: body.map((cells, index) => cutCategory(cells[0] || String(index + 1))),
    series: seriesNames.map((name, column) => ({
      name: cutCategory(name || `Series ${column + 1}`),
      values: valuesOfRows.map((values) => values[column] ?? null),
    })),
    ...(hasPercentage && areAllPercentages ? { unit: '%' } : {}),
  };
}

/** The points of a scatter chart: x and y in the first two columns, and in two optional columns a label and the name of the series. */
function pointData(csv: ParsedCsv): ParsedChartData {
  const [head, body] = splitHead(csv);
  const series = new Map<
    string,
    { name: string; values: null[]; points: { x: number; y: number; label?: string }[] }
  >();
  for (const [index, cells] of body.entries()) {
    const [x, y] = [0, 1].map(
      (column) =>
        parseCsvNumber(cells[column] ?? '', csv.mayHaveDecimalCommas, `row ${index + 1}, column ${column + 1}`).value,
    );
    if (x === null || x === undefined || y === null || y === undefined)
      throw new ChartDataError(`row ${index + 1}: a point needs two numbers`);
    const [label = '', seriesName = ''] = [cells[2]?.trim(), cells[3]?.trim()];
    const seriesOfPoint = series.get(seriesName) ?? { name: cutCategory(seriesName), values: [], points: [] };
    seriesOfPoint.points.push({
      x,
      y,
      ...(label === '' ? {} : { label: cutTextWithEllipsis(label, SLIDE_TEXT_LIMITS.point_label).text }),
    });
    series.set(seriesName, seriesOfPoint);
  }
  checkSeriesCount(series.size);
  const maxPointCount = largestOf([...series.values()].map(({ points }) => points.length));
  if (maxPointCount > SLIDE_TEXT_LIMITS.chart_points)
    throw new ChartDataError(
      `a series has ${maxPointCount} points, and ${SLIDE_TEXT_LIMITS.chart_points} can be drawn`,
    );
  const axisTitle = (column: number): string =>
    cutTextWithEllipsis(head[column] ?? '', SLIDE_TEXT_LIMITS.axis_title).text;
  return { categories: [], series: [...series.values()], axis_titles: { x: axisTitle(0), y: axisTitle(1) } };
}

/** The data of a chart in a text of comma-separated values. @throws ChartDataError that names the row */
export function parseCsvChartData(text: string, type: DeckChart['type']): ParsedChartData {
  const csv = readCsv(text);
  return type === 'scatter' ? pointData(csv) : categoryData(csv);
}
