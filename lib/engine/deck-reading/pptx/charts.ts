import { ownValue } from '#kernel/shared/own-value.ts';
import { cutText } from '../cut-text.ts';
import type { DeckChart } from '../deck.ts';
import { TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import { childAt, childElements, descendantsOf, numberAt, type PartElement, textIn } from './xml.ts';

/** Kinds of charts that can be drawn, by their elements (ECMA-376 part 1, 21.2.2). */
const TYPES: Readonly<Record<string, DeckChart['type']>> = {
  'c:barChart': 'column',
  'c:bar3DChart': 'column',
  'c:lineChart': 'line',
  'c:line3DChart': 'line',
  'c:areaChart': 'area',
  'c:area3DChart': 'area',
  'c:pieChart': 'pie',
  'c:pie3DChart': 'pie',
  'c:ofPieChart': 'pie',
  'c:doughnutChart': 'donut',
};

/** Points of a series that are read, at most: a file may declare any number. */
const MAX_POINTS = 1000;

/** The cached points of a reference, by their index; gaps are undefined. */
function cachedPoints(reference: PartElement | undefined): (string | undefined)[] {
  const caches = ['c:strCache', 'c:numCache', 'c:strLit', 'c:numLit', 'c:multiLvlStrCache'];
  const cache = caches.flatMap((name) => descendantsOf(reference, name))[0];
  // Categories in several levels: the innermost level is the first one.
  const holder = cache?.name === 'c:multiLvlStrCache' ? childAt(cache, 'c:lvl') : cache;
  const points = new Map(
    childElements(holder, 'c:pt').map((point) => [numberAt(point, 'idx') ?? 0, textIn(childAt(point, 'c:v'))] as const),
  );
  const said = numberAt(childAt(cache, 'c:ptCount'), 'val') ?? 0;
  const count = Math.min(MAX_POINTS, largestOf([said, ...[...points.keys()].map((index) => index + 1)]));
  return Array.from({ length: count }, (_, at) => points.get(at));
}

const formatOf = (reference: PartElement | undefined): string => textIn(descendantsOf(reference, 'c:formatCode')[0]);

/** The day from which spreadsheets count: 1899-12-30. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Reports whether a number format shows dates. Quoted texts and colours in brackets are ignored. */
const isDateFormat = (format: string): boolean => /[ymd]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|General/gi, ''));

function categoryText(value: string | undefined, isDate: boolean): string {
  const days = Number(value);
  if (!isDate || value === undefined || !Number.isFinite(days) || Math.abs(days) > 1e6) return value ?? '';
  return new Date(DAY_ZERO + days * DAY_MS).toISOString().slice(0, 10);
}

const numberOf = (value: string | undefined): number | null =>
  value === undefined || value.trim() === '' || !Number.isFinite(Number(value)) ? null : Number(value);

/** Rounds a product, to remove the error of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12));

const decimalsOf = (format: string): number => Math.min(4, /\.(0+)/.exec(format.split(';')[0] ?? '')?.[1]?.length ?? 0);

/** Reason why a chart is not taken, as the end of a sentence; or the chart. */
export type ReadChart = { chart: DeckChart } | { refused: string };

/** Reads a chart from the values that its part has next to the references to a workbook. @param part a `c:chartSpace` document */
export function readChart(part: PartElement): ReadChart {
  const area = descendantsOf(part, 'c:plotArea')[0];
  const plots = childElements(area).filter(({ name }) => name.endsWith('Chart'));
  const plot = plots[0];
  if (!plot) return { refused: 'it has no plot that is known here' };
  if (plots.length > 1) return { refused: 'it combines several kinds of charts' };
  const known = ownValue(TYPES, plot.name);
  if (!known) return { refused: `charts of its kind (${plot.name.replace(/^c:|Chart$/g, '')}) are not drawn here` };
  const isBar = childAt(plot, 'c:barDir')?.attributes.val === 'bar';
  const type = known === 'column' && isBar ? 'bar' : known;
  const rows = childElements(plot, 'c:ser');
  if (rows.length === 0) return { refused: 'it has no values' };
  const isRound = type === 'pie' || type === 'donut';
  if (rows.length > (isRound ? 1 : TEXT_LIMITS.series)) return { refused: `it has ${rows.length} series` };
  const categoriesAt = childAt(rows[0], 'c:cat');
  const values = rows.map((row) => cachedPoints(childAt(row, 'c:val')));
  const named = cachedPoints(categoriesAt);
  const count = largestOf([named.length, ...values.map(({ length }) => length)]);
  if (count === 0) return { refused: 'its values are not in the file' };
  if (count > TEXT_LIMITS.categories)
    return { refused: `it has ${count} categories, and ${TEXT_LIMITS.categories} can be drawn` };
  const isDate = isDateFormat(formatOf(categoriesAt));
  const categories = Array.from(
    { length: count },
    (_, at) => cutText(categoryText(named[at], isDate).trim() || String(at + 1), TEXT_LIMITS.category).text,
  );
  const format = formatOf(childAt(rows[0], 'c:val'));
  const isPercent = format.includes('%');
  const series = rows.map((row, at) => ({
    name: cutText((cachedPoints(childAt(row, 'c:tx'))[0] ?? '').trim() || String(at + 1), TEXT_LIMITS.category).text,
    values: Array.from({ length: count }, (_, place) => {
      const value = numberOf(values[at]?.[place]);
      return value === null || !isPercent ? value : tidy(value * 100);
    }),
  }));
  const numbers = series.flatMap(({ values: all }) => all).filter((value) => value !== null);
  if (numbers.length === 0) return { refused: 'its values are not in the file' };
  if (isRound && (numbers.some((value) => value < 0) || !numbers.some((value) => value > 0)))
    return { refused: 'a pie needs values above zero' };
  const grouping = childAt(plot, 'c:grouping')?.attributes.val ?? '';
  const stacked = grouping === 'stacked' || grouping === 'percentStacked';
  return {
    chart: {
      type,
      categories,
      series,
      ...(stacked && !isRound ? { stacked } : {}),
      ...(isPercent ? { unit: '%' } : {}),
      ...(/\.0/.test(format) ? { decimals: decimalsOf(format) } : {}),
    },
  };
}
