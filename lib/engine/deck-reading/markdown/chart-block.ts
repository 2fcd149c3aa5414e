import { chartFaults } from '#engine/video/drawing/chart-faults.ts';
import { CHART_LIMITS } from '#engine/video/drawing/drawable-chart.ts';
import { cutTextWithEllipsis } from '../cut-text-with-ellipsis.ts';
import type { DeckChart } from '../deck.ts';
import { largestOf } from '../extremes.ts';
import { checkSeriesCount, type ParsedChartData, parseCsvChartData } from './chart-data.ts';
import { type DeckCsvFileReader, refuseMissingCsvFile } from './data-files.ts';
import { type MarkdownChartKeys, readChartKeys } from './markdown-chart-keys.ts';
import { ChartDataError, checkChartDataLength } from './read-csv.ts';

/** A chart of a block, with its title; or the reason why it cannot be read, as a sentence without its full stop. */
export type ParsedChartBlock = { chart: DeckChart; title: string } | { fault: string };

/**
 * The keys at the start of a block, as YAML, and the data below them, with or without a line `---` between both. Lists and objects of YAML
 * are indented or start with a dash.
 */
function splitBlock(block: string): { keys: string; data: string } {
  const lines = block.split('\n');
  const isKey = (line: string): boolean => /^(?:[a-z_]+:(?:\s|$)|\s+\S|-\s|#|[\]}]|\s*$)/.test(line);
  const dataStart = lines.findIndex((line) => !isKey(line));
  if (dataStart < 0) return { keys: block, data: '' };
  const isDivider = /^---+\s*$/.test(lines[dataStart] ?? '');
  return {
    keys: lines.slice(0, dataStart).join('\n'),
    data: lines.slice(isDivider ? dataStart + 1 : dataStart).join('\n'),
  };
}

/** The data of series in keys. Values without categories are counted from 1. */
function seriesData({ type, categories, series = [] }: MarkdownChartKeys): ParsedChartData {
  checkSeriesCount(series.length);
  const count = largestOf([0, ...series.map(({ values = [] }) => values.length)]);
  if (count > CHART_LIMITS.categories)
    throw new ChartDataError(`a series has ${count} values, and ${CHART_LIMITS.categories} can be drawn`);
  const numberedCategories = Array.from({ length: count }, (_, index) => String(index + 1));
  const hasCategories = type !== 'scatter' && type !== 'gauge';
  return {
    categories: categories ?? (hasCategories ? numberedCategories : []),
    series: series.map((seriesItem) => ({ ...seriesItem, values: seriesItem.values ?? [] })),
  };
}

/** The data of a chart. @throws ChartDataError for missing data, and for too much */
function readData(keys: MarkdownChartKeys, data: string, readCsvFile: DeckCsvFileReader): ParsedChartData {
  if (keys.data !== undefined) return parseCsvChartData(readCsvFile(keys.data), keys.type);
  if (keys.value !== undefined)
    return {
      categories: [],
      series: [{ name: cutTextWithEllipsis(keys.title, CHART_LIMITS.name).text, values: [keys.value] }],
    };
  if (keys.series) return seriesData(keys);
  if (data.trim() === '')
    throw new ChartDataError('it has no data: write rows of comma-separated values below its keys');
  return parseCsvChartData(data, keys.type);
}

function createChart(keys: MarkdownChartKeys, data: string, readCsvFile: DeckCsvFileReader): ParsedChartBlock {
  const { title, data: _, value: __, ...settings } = keys;
  const parsedData = readData(keys, data, readCsvFile);
  const chart: DeckChart = { ...parsedData, ...settings, categories: parsedData.categories, series: parsedData.series };
  const [fault] = chartFaults(chart);
  return fault === undefined
    ? { chart, title }
    : { fault: `${fault.param.replace(/^chart\./, '')}: ${fault.message.replace(/\.$/, '')}` };
}

function catchFaults(readChart: () => ParsedChartBlock): ParsedChartBlock {
  try {
    return readChart();
  } catch (error) {
    if (error instanceof ChartDataError) return { fault: error.message };
    throw error;
  }
}

/** Reads a block ` ```chart ` of Markdown: keys as YAML, and below them comma-separated values, or the name of a file with these. */
export const readChartBlock = (block: string, readCsvFile: DeckCsvFileReader): ParsedChartBlock =>
  catchFaults(() => {
    checkChartDataLength(block, 'it');
    const { keys, data } = splitBlock(block);
    return createChart(readChartKeys(keys), data, readCsvFile);
  });

/** Reads a column chart from a CSV file that an image in Markdown names; the alternative text of the image is its title. */
export const readColumnChartOfCsvFile = (
  name: string,
  title: string,
  readCsvFile: DeckCsvFileReader,
): ParsedChartBlock => catchFaults(() => createChart({ type: 'column', title, data: name }, '', readCsvFile));

/** Reads a pie chart from comma-separated values. */
export const readPieChartOfCsv = (title: string, data: string): ParsedChartBlock =>
  catchFaults(() => createChart({ type: 'pie', title }, data, refuseMissingCsvFile));
