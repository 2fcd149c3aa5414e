import { canStackChartSeries } from '#engine/video/drawing/drawable-chart.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckChart } from '../deck.ts';
import { SLIDE_TEXT_LIMITS } from '../deck-limits.ts';
import { largestOf } from '../extremes.ts';
import {
  childElementAtPath,
  childElements,
  descendantsOf,
  directTextOfElement,
  numberInAttribute,
  type OfficeXmlElement,
} from './xml.ts';

/** Kinds of charts that can be drawn, by their elements (ECMA-376 part 1, 21.2.2). */
const TYPE_BY_ELEMENT: Readonly<Record<string, DeckChart['type']>> = {
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

/** The highest number of points of a series that are read: a file may declare any number. */
const MAX_POINTS = 1000;

/** The cached values of a reference to cells, by their index; gaps are undefined. */
function cachedPoints(reference: OfficeXmlElement | undefined): (string | undefined)[] {
  const cacheNames = ['c:strCache', 'c:numCache', 'c:strLit', 'c:numLit', 'c:multiLvlStrCache'];
  const cache = cacheNames.flatMap((name) => descendantsOf(reference, name))[0];
  // Categories in several levels: the innermost level is the first one.
  const pointsElement = cache?.name === 'c:multiLvlStrCache' ? childElementAtPath(cache, 'c:lvl') : cache;
  const points = new Map(
    childElements(pointsElement, 'c:pt').map(
      (point) => [numberInAttribute(point, 'idx') ?? 0, directTextOfElement(childElementAtPath(point, 'c:v'))] as const,
    ),
  );
  const declaredCount = numberInAttribute(childElementAtPath(cache, 'c:ptCount'), 'val') ?? 0;
  const count = Math.min(MAX_POINTS, largestOf([declaredCount, ...[...points.keys()].map((index) => index + 1)]));
  return Array.from({ length: count }, (_, index) => points.get(index));
}

const formatCodeOf = (reference: OfficeXmlElement | undefined): string =>
  directTextOfElement(descendantsOf(reference, 'c:formatCode')[0]);

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

const parseNumber = (value: string | undefined): number | null =>
  value === undefined || value.trim() === '' || !Number.isFinite(Number(value)) ? null : Number(value);

/** Rounds a product, to remove the error of binary fractions. */
const roundProduct = (value: number): number => Number(value.toPrecision(12));

const decimalsOf = (format: string): number => Math.min(4, /\.(0+)/.exec(format.split(';')[0] ?? '')?.[1]?.length ?? 0);

/** A chart, or the reason why it is not imported, as the end of a sentence. */
export type ChartOrRefusalReason = { chart: DeckChart } | { refused: string };

/** The text of the title of an axis; undefined if it has none. */
function readAxisTitle(axis: OfficeXmlElement | undefined): string | undefined {
  const text = descendantsOf(childElementAtPath(axis, 'c:title'), 'a:t').map(directTextOfElement).join('').trim();
  return text === '' ? undefined : cutTextWithEllipsis(text, SLIDE_TEXT_LIMITS.axis_title).text;
}

/** The titles of the axes of a chart: the first axis is horizontal, or, of bars, vertical. */
function readAxisTitles(area: OfficeXmlElement | undefined, type: DeckChart['type']): Pick<DeckChart, 'axis_titles'> {
  const axes = childElements(area).filter(({ name }) => /^c:(?:cat|val|date|ser)Ax$/.test(name));
  const [categoryAxis, valueAxis] = [
    axes.find(({ name }) => name !== 'c:valAx') ?? axes[0],
    axes.findLast(({ name }) => name === 'c:valAx'),
  ];
  const [categoryTitle, valueTitle] = [readAxisTitle(categoryAxis), readAxisTitle(valueAxis)];
  if (categoryTitle === undefined && valueTitle === undefined) return {};
  return { axis_titles: type === 'bar' ? { x: valueTitle, y: categoryTitle } : { x: categoryTitle, y: valueTitle } };
}

/** The colour of a shape as a text to be compared; undefined if the shape names no colour. */
function fillText(shape: OfficeXmlElement | undefined): string | undefined {
  const color = childElements(childElementAtPath(shape, 'c:spPr', 'a:solidFill'))[0];
  return (
    color && [color, ...childElements(color)].map(({ name, attributes }) => `${name} ${attributes.val}`).join(', ')
  );
}

/** The indexes of points that the author highlighted: fewer than half of them, in one colour that differs from that of the others. */
function highlightedPoints(series: OfficeXmlElement, count: number): number[] {
  const colorByPoint = new Map(
    childElements(series, 'c:dPt').map((point) => [
      numberInAttribute(childElementAtPath(point, 'c:idx'), 'val') ?? -1,
      fillText(point),
    ]),
  );
  const colors = Array.from({ length: count }, (_, index) => colorByPoint.get(index) ?? fillText(series) ?? '');
  const usualColor = colors.filter((color) => color === colors[0]).length * 2 > count ? colors[0] : colors[1];
  const otherPoints = [...colors.keys()].filter((index) => colors[index] !== usualColor);
  const haveOneColor = new Set(otherPoints.map((index) => colors[index])).size === 1;
  return haveOneColor && otherPoints.length * 2 < count ? otherPoints : [];
}

/** The series of a combination of columns and one line on the same axes; undefined for any other chart. */
function seriesOfCombination(plots: readonly OfficeXmlElement[]): OfficeXmlElement[] | undefined {
  const [columnPlot, linePlot] = [
    plots.find(({ name }) => name === 'c:barChart'),
    plots.find(({ name }) => name === 'c:lineChart'),
  ];
  if (
    plots.length !== 2 ||
    !columnPlot ||
    !linePlot ||
    childElementAtPath(columnPlot, 'c:barDir')?.attributes.val === 'bar'
  )
    return undefined;
  const axesOf = (plot: OfficeXmlElement): string =>
    childElements(plot, 'c:axId')
      .map(({ attributes }) => attributes.val)
      .join(' ');
  const lineSeries = childElements(linePlot, 'c:ser');
  if (axesOf(columnPlot) !== axesOf(linePlot) || lineSeries.length !== 1) return undefined;
  return [...childElements(columnPlot, 'c:ser'), ...lineSeries];
}

/** Reads the points of a scatter chart. X values that are not numbers are counted from 1, as spreadsheets do. */
function readPoints(
  area: OfficeXmlElement | undefined,
  seriesElements: readonly OfficeXmlElement[],
): ChartOrRefusalReason {
  if (seriesElements.length > SLIDE_TEXT_LIMITS.series) return { refused: `it has ${seriesElements.length} series` };
  const series = seriesElements.map((seriesElement, index) => {
    const [xs, ys] = [
      cachedPoints(childElementAtPath(seriesElement, 'c:xVal')),
      cachedPoints(childElementAtPath(seriesElement, 'c:yVal')),
    ];
    const hasNumericX = xs.some((x) => parseNumber(x) !== null);
    const points = ys.flatMap((text, index) => {
      const [x, y] = [hasNumericX ? parseNumber(xs[index]) : index + 1, parseNumber(text)];
      return x === null || y === null ? [] : [{ x, y }];
    });
    return { name: readSeriesName(seriesElement, index), values: [], points };
  });
  const maxPointCount = largestOf(series.map(({ points }) => points.length));
  if (maxPointCount > SLIDE_TEXT_LIMITS.chart_points)
    return { refused: `a series has ${maxPointCount} points, and ${SLIDE_TEXT_LIMITS.chart_points} can be drawn` };
  const seriesWithPoints = series.filter(({ points }) => points.length > 0);
  if (seriesWithPoints.length === 0) return { refused: 'its values are not in the file' };
  return { chart: { type: 'scatter', categories: [], series: seriesWithPoints, ...readAxisTitles(area, 'scatter') } };
}

const readSeriesName = (seriesElement: OfficeXmlElement, index: number): string =>
  cutTextWithEllipsis(
    (cachedPoints(childElementAtPath(seriesElement, 'c:tx'))[0] ?? '').trim() || String(index + 1),
    SLIDE_TEXT_LIMITS.category,
  ).text;

/**
 * Reads a chart from the values that its part has next to the references to a workbook.
 * @param part a `c:chartSpace` document
 * @returns the reason of the refusal for a chart of a kind that is not drawn, without usable values, or with too many series or categories
 */
export function readPptxChart(part: OfficeXmlElement): ChartOrRefusalReason {
  const area = descendantsOf(part, 'c:plotArea')[0];
  const plots = childElements(area).filter(({ name }) => name.endsWith('Chart'));
  const plot = plots[0];
  if (!plot) return { refused: 'it has no plot that is known here' };
  if (plot.name === 'c:scatterChart' && plots.length === 1) return readPoints(area, childElements(plot, 'c:ser'));
  const combinationSeries = seriesOfCombination(plots);
  if (plots.length > 1 && !combinationSeries) return { refused: 'it combines several kinds of charts' };
  const knownType = ownPropertyValue(TYPE_BY_ELEMENT, plot.name);
  if (!knownType) return { refused: `charts of its kind (${plot.name.replace(/^c:|Chart$/g, '')}) are not drawn here` };
  const isBar = childElementAtPath(plot, 'c:barDir')?.attributes.val === 'bar';
  const type = combinationSeries ? 'combo' : knownType === 'column' && isBar ? 'bar' : knownType;
  const seriesElements = combinationSeries ?? childElements(plot, 'c:ser');
  if (seriesElements.length === 0) return { refused: 'it has no values' };
  const isRound = type === 'pie' || type === 'donut';
  if (seriesElements.length > (isRound ? 1 : SLIDE_TEXT_LIMITS.series))
    return { refused: `it has ${seriesElements.length} series` };
  const categoryReference = childElementAtPath(seriesElements[0], 'c:cat');
  const values = seriesElements.map((seriesElement) => cachedPoints(childElementAtPath(seriesElement, 'c:val')));
  const categoryTexts = cachedPoints(categoryReference);
  const count = largestOf([categoryTexts.length, ...values.map(({ length }) => length)]);
  if (count === 0) return { refused: 'its values are not in the file' };
  if (count > SLIDE_TEXT_LIMITS.categories)
    return { refused: `it has ${count} categories, and ${SLIDE_TEXT_LIMITS.categories} can be drawn` };
  const isDate = isDateFormat(formatCodeOf(categoryReference));
  const categories = Array.from(
    { length: count },
    (_, index) =>
      cutTextWithEllipsis(
        categoryText(categoryTexts[index], isDate).trim() || String(index + 1),
        SLIDE_TEXT_LIMITS.category,
      ).text,
  );
  const format = formatCodeOf(childElementAtPath(seriesElements[0], 'c:val'));
  const isPercent = format.includes('%');
  const series = seriesElements.map((seriesElement, index) => ({
    name: readSeriesName(seriesElement, index),
    values: Array.from({ length: count }, (_, pointIndex) => {
      const value = parseNumber(values[index]?.[pointIndex]);
      return value === null || !isPercent ? value : roundProduct(value * 100);
    }),
  }));
  const numbers = series.flatMap(({ values: seriesValues }) => seriesValues).filter((value) => value !== null);
  if (numbers.length === 0) return { refused: 'its values are not in the file' };
  if (isRound && (numbers.some((value) => value < 0) || !numbers.some((value) => value > 0)))
    return { refused: 'a pie needs values above zero' };
  const grouping = childElementAtPath(plot, 'c:grouping')?.attributes.val ?? '';
  const stacked = (grouping === 'stacked' || grouping === 'percentStacked') && !isRound && !combinationSeries;
  const showsShares = stacked && grouping === 'percentStacked' && canStackChartSeries({ type });
  const unit = isPercent ? { unit: '%' } : {};
  const decimals = /\.0/.test(format) ? { decimals: decimalsOf(format) } : {};
  const [onlySeries] = seriesElements;
  const highlightedIndexes =
    onlySeries && seriesElements.length === 1 && (type === 'column' || type === 'bar')
      ? highlightedPoints(onlySeries, count)
      : [];
  const highlight = [...new Set(highlightedIndexes.map((index) => categories[index] ?? ''))];
  return {
    chart: {
      type,
      categories,
      series,
      ...(highlight.length > 0 ? { highlight } : {}),
      ...(isRound ? {} : readAxisTitles(area, type)),
      ...(stacked ? { stacked } : {}),
      // Shares are whole percentages, whatever the format of the values.
      ...(showsShares ? { format: 'percent' as const } : { ...unit, ...decimals }),
    },
  };
}
