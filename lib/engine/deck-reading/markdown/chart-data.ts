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

const cut = (text: string): string => cutTextWithEllipsis(text, SLIDE_TEXT_LIMITS.category).text;

const placeOf = (row: number, cells: readonly string[]): string =>
  `row ${row}${cells[0] ? ` ("${cells[0].slice(0, 40)}")` : ''}`;

/** The first row and the others. @throws ChartDataError where there are no others */
function headed({ rows }: ParsedCsv): [head: string[], body: ParsedCsv['rows']] {
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

/** Categories in the first column, and a series in each further one. */
function categoryData(csv: ParsedCsv): ParsedChartData {
  const [head, body] = headed(csv);
  const names = head.slice(1);
  checkSeriesCount(names.length);
  if (names.length === 0)
    throw new ChartDataError('the data has one column: write the names, and next to them the values');
  if (body.length > SLIDE_TEXT_LIMITS.categories)
    throw new ChartDataError(`the data has ${body.length} rows, and ${SLIDE_TEXT_LIMITS.categories} can be drawn`);
  let allAreShares = true;
  const numbers = body.map((cells, index) =>
    names.map((_, column) => {
      const place = `${placeOf(index + 1, cells)}, column ${column + 2}`;
      const { value, isPercent } = parseCsvNumber(cells[column + 1] ?? '', csv.mayHaveDecimalCommas, place);
      if (value !== null && !isPercent) allAreShares = false;
      return value;
    }),
  );
  return {
    categories: body.map((cells, index) => cut(cells[0] || String(index + 1))),
    series: names.map((name, column) => ({
      name: cut(name || `Series ${column + 1}`),
      values: numbers.map((row) => row[column] ?? null),
    })),
    ...(allAreShares ? { unit: '%' } : {}),
  };
}

/** Points with the columns x and y, and, where there are more, a label and the name of the series. */
function pointData(csv: ParsedCsv): ParsedChartData {
  const [head, body] = headed(csv);
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
    const [label = '', name = ''] = [cells[2]?.trim(), cells[3]?.trim()];
    const own = series.get(name) ?? { name: cut(name), values: [], points: [] };
    own.points.push({
      x,
      y,
      ...(label === '' ? {} : { label: cutTextWithEllipsis(label, SLIDE_TEXT_LIMITS.point_label).text }),
    });
    series.set(name, own);
  }
  checkSeriesCount(series.size);
  const most = largestOf([...series.values()].map(({ points }) => points.length));
  if (most > SLIDE_TEXT_LIMITS.chart_points)
    throw new ChartDataError(`a series has ${most} points, and ${SLIDE_TEXT_LIMITS.chart_points} can be drawn`);
  const title = (column: number): string => cutTextWithEllipsis(head[column] ?? '', SLIDE_TEXT_LIMITS.axis_title).text;
  return { categories: [], series: [...series.values()], axis_titles: { x: title(0), y: title(1) } };
}

/** The data of a chart in a text of comma-separated values. @throws ChartDataError that names the row */
export function parseChartData(text: string, type: DeckChart['type']): ParsedChartData {
  const csv = readCsv(text);
  return type === 'scatter' ? pointData(csv) : categoryData(csv);
}
