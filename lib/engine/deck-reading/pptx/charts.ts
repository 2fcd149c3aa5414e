import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckChart } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import {
  childElementAtPath,
  childElements,
  descendantsOf,
  numberInAttribute,
  type OfficeXmlElement,
  textOfElement,
} from './xml.ts';

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
function cachedPoints(reference: OfficeXmlElement | undefined): (string | undefined)[] {
  const caches = ['c:strCache', 'c:numCache', 'c:strLit', 'c:numLit', 'c:multiLvlStrCache'];
  const cache = caches.flatMap((name) => descendantsOf(reference, name))[0];
  // Categories in several levels: the innermost level is the first one.
  const holder = cache?.name === 'c:multiLvlStrCache' ? childElementAtPath(cache, 'c:lvl') : cache;
  const points = new Map(
    childElements(holder, 'c:pt').map(
      (point) => [numberInAttribute(point, 'idx') ?? 0, textOfElement(childElementAtPath(point, 'c:v'))] as const,
    ),
  );
  const said = numberInAttribute(childElementAtPath(cache, 'c:ptCount'), 'val') ?? 0;
  const count = Math.min(MAX_POINTS, largestOf([said, ...[...points.keys()].map((index) => index + 1)]));
  return Array.from({ length: count }, (_, at) => points.get(at));
}

const formatOf = (reference: OfficeXmlElement | undefined): string =>
  textOfElement(descendantsOf(reference, 'c:formatCode')[0]);

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
export type ChartOrRefusalReason = { chart: DeckChart } | { refused: string };

/** The text of the title of an axis; undefined if it has none. */
function titleOf(axis: OfficeXmlElement | undefined): string | undefined {
  const text = descendantsOf(childElementAtPath(axis, 'c:title'), 'a:t').map(textOfElement).join('').trim();
  return text === '' ? undefined : cutTextWithEllipsis(text, SLIDE_TEXT_LIMITS.axis_title).text;
}

/** The titles of the axes of a chart: the first axis is horizontal, or, of bars, vertical. */
function axisTitles(area: OfficeXmlElement | undefined, type: DeckChart['type']): Pick<DeckChart, 'axis_titles'> {
  const axes = childElements(area).filter(({ name }) => /^c:(?:cat|val|date|ser)Ax$/.test(name));
  const [first, second] = [
    axes.find(({ name }) => name !== 'c:valAx') ?? axes[0],
    axes.findLast(({ name }) => name === 'c:valAx'),
  ];
  const [named, valued] = [titleOf(first), titleOf(second)];
  if (named === undefined && valued === undefined) return {};
  return { axis_titles: type === 'bar' ? { x: valued, y: named } : { x: named, y: valued } };
}

/** The colour of a shape as a text to be compared; undefined: it has no colour that is its own. */
function fillText(shape: OfficeXmlElement | undefined): string | undefined {
  const color = childElements(childElementAtPath(shape, 'c:spPr', 'a:solidFill'))[0];
  return (
    color && [color, ...childElements(color)].map(({ name, attributes }) => `${name} ${attributes.val}`).join(', ')
  );
}

/** The places of the points that their author coloured unlike most of the others: fewer than half, in one other colour. */
function litPoints(series: OfficeXmlElement, count: number): number[] {
  const own = new Map(
    childElements(series, 'c:dPt').map((point) => [
      numberInAttribute(childElementAtPath(point, 'c:idx'), 'val') ?? -1,
      fillText(point),
    ]),
  );
  const colors = Array.from({ length: count }, (_, at) => own.get(at) ?? fillText(series) ?? '');
  const usual = colors.filter((color) => color === colors[0]).length * 2 > count ? colors[0] : colors[1];
  const others = [...colors.keys()].filter((at) => colors[at] !== usual);
  const isOne = new Set(others.map((at) => colors[at])).size === 1;
  return isOne && others.length * 2 < count ? others : [];
}

/** The series of a combination of columns and one line on the same axes; undefined for any other chart. */
function combined(plots: readonly OfficeXmlElement[]): OfficeXmlElement[] | undefined {
  const [columns, line] = [
    plots.find(({ name }) => name === 'c:barChart'),
    plots.find(({ name }) => name === 'c:lineChart'),
  ];
  if (plots.length !== 2 || !columns || !line || childElementAtPath(columns, 'c:barDir')?.attributes.val === 'bar')
    return undefined;
  const axesOf = (plot: OfficeXmlElement): string =>
    childElements(plot, 'c:axId')
      .map(({ attributes }) => attributes.val)
      .join(' ');
  const lines = childElements(line, 'c:ser');
  if (axesOf(columns) !== axesOf(line) || lines.length !== 1) return undefined;
  return [...childElements(columns, 'c:ser'), ...lines];
}

/** Reads the points of a scatter chart. X values that are not numbers are counted from 1, as spreadsheets do. */
function readPoints(area: OfficeXmlElement | undefined, rows: readonly OfficeXmlElement[]): ChartOrRefusalReason {
  if (rows.length > SLIDE_TEXT_LIMITS.series) return { refused: `it has ${rows.length} series` };
  const series = rows.map((row, at) => {
    const [xs, ys] = [cachedPoints(childElementAtPath(row, 'c:xVal')), cachedPoints(childElementAtPath(row, 'c:yVal'))];
    const areNumbers = xs.some((x) => numberOf(x) !== null);
    const points = ys.flatMap((text, index) => {
      const [x, y] = [areNumbers ? numberOf(xs[index]) : index + 1, numberOf(text)];
      return x === null || y === null ? [] : [{ x, y }];
    });
    return { name: seriesName(row, at), values: [], points };
  });
  const most = largestOf(series.map(({ points }) => points.length));
  if (most > SLIDE_TEXT_LIMITS.chart_points)
    return { refused: `a series has ${most} points, and ${SLIDE_TEXT_LIMITS.chart_points} can be drawn` };
  const shown = series.filter(({ points }) => points.length > 0);
  if (shown.length === 0) return { refused: 'its values are not in the file' };
  return { chart: { type: 'scatter', categories: [], series: shown, ...axisTitles(area, 'scatter') } };
}

const seriesName = (row: OfficeXmlElement, at: number): string =>
  cutTextWithEllipsis(
    (cachedPoints(childElementAtPath(row, 'c:tx'))[0] ?? '').trim() || String(at + 1),
    SLIDE_TEXT_LIMITS.category,
  ).text;

/** Reads a chart from the values that its part has next to the references to a workbook. @param part a `c:chartSpace` document */
export function readPptxChart(part: OfficeXmlElement): ChartOrRefusalReason {
  const area = descendantsOf(part, 'c:plotArea')[0];
  const plots = childElements(area).filter(({ name }) => name.endsWith('Chart'));
  const plot = plots[0];
  if (!plot) return { refused: 'it has no plot that is known here' };
  if (plot.name === 'c:scatterChart' && plots.length === 1) return readPoints(area, childElements(plot, 'c:ser'));
  const both = combined(plots);
  if (plots.length > 1 && !both) return { refused: 'it combines several kinds of charts' };
  const known = ownPropertyValue(TYPES, plot.name);
  if (!known) return { refused: `charts of its kind (${plot.name.replace(/^c:|Chart$/g, '')}) are not drawn here` };
  const isBar = childElementAtPath(plot, 'c:barDir')?.attributes.val === 'bar';
  const type = both ? 'combo' : known === 'column' && isBar ? 'bar' : known;
  const rows = both ?? childElements(plot, 'c:ser');
  if (rows.length === 0) return { refused: 'it has no values' };
  const isRound = type === 'pie' || type === 'donut';
  if (rows.length > (isRound ? 1 : SLIDE_TEXT_LIMITS.series)) return { refused: `it has ${rows.length} series` };
  const categoriesAt = childElementAtPath(rows[0], 'c:cat');
  const values = rows.map((row) => cachedPoints(childElementAtPath(row, 'c:val')));
  const named = cachedPoints(categoriesAt);
  const count = largestOf([named.length, ...values.map(({ length }) => length)]);
  if (count === 0) return { refused: 'its values are not in the file' };
  if (count > SLIDE_TEXT_LIMITS.categories)
    return { refused: `it has ${count} categories, and ${SLIDE_TEXT_LIMITS.categories} can be drawn` };
  const isDate = isDateFormat(formatOf(categoriesAt));
  const categories = Array.from(
    { length: count },
    (_, at) =>
      cutTextWithEllipsis(categoryText(named[at], isDate).trim() || String(at + 1), SLIDE_TEXT_LIMITS.category).text,
  );
  const format = formatOf(childElementAtPath(rows[0], 'c:val'));
  const isPercent = format.includes('%');
  const series = rows.map((row, at) => ({
    name: seriesName(row, at),
    values: Array.from({ length: count }, (_, place) => {
      const value = numberOf(values[at]?.[place]);
      return value === null || !isPercent ? value : tidy(value * 100);
    }),
  }));
  const numbers = series.flatMap(({ values: all }) => all).filter((value) => value !== null);
  if (numbers.length === 0) return { refused: 'its values are not in the file' };
  if (isRound && (numbers.some((value) => value < 0) || !numbers.some((value) => value > 0)))
    return { refused: 'a pie needs values above zero' };
  const grouping = childElementAtPath(plot, 'c:grouping')?.attributes.val ?? '';
  const stacked = grouping === 'stacked' || grouping === 'percentStacked';
  const [only] = rows;
  const lit = only && rows.length === 1 && (type === 'column' || type === 'bar') ? litPoints(only, count) : [];
  const highlight = [...new Set(lit.map((at) => categories[at] ?? ''))];
  return {
    chart: {
      type,
      categories,
      series,
      ...(highlight.length > 0 ? { highlight } : {}),
      ...(isRound ? {} : axisTitles(area, type)),
      ...(stacked && !isRound && !both ? { stacked } : {}),
      ...(isPercent ? { unit: '%' } : {}),
      ...(/\.0/.test(format) ? { decimals: decimalsOf(format) } : {}),
    },
  };
}
