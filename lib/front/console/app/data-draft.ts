import { CODE_LINE_GROUP_PATTERN } from '#engine/video/drawing/code-focus.ts';
import { chartFacts, doesChartShowParts } from '#engine/video/drawing/drawable-chart.ts';
import type { Schemas } from '#front/client/client.ts';
import {
  type ChartDisplayFormSettings,
  chartDisplayFormSettingsOf,
  chartEmphasisFormFault,
  chartInputOfEmphasis,
  NO_CHART_EMPHASIS,
} from './chart-display-form-settings.ts';
import { chartPointsText, chartPointsTextFault, parseChartPointLabels, parseChartPointsText } from './chart-points.ts';
import {
  DEFAULT_GAUGE_SCALE_DRAFT,
  type GaugeScaleDraft,
  gaugeScaleDraftOf,
  gaugeScaleFormFault,
  toGaugeScaleRequestFields,
} from './gauge-scale-draft.ts';
import { EMPTY_ITEM_DRAFT, type ItemDraft, itemsDraftOf, itemsFormFault, toItemsRequestInput } from './items-draft.ts';
import { parseEnteredNumber } from './parse-entered-number.ts';
import { parseMergedCellsText, textOfMergedCellSpans } from './text-of-merged-cell-spans.ts';

/**
 * Limits of charts, tables and code in the API: numbers of categories, series, columns, rows and lines; characters of all other texts.
 * A unit test compares them with the OpenAPI document.
 */
export const SLIDE_DATA_LIMITS = {
  categories: 24,
  series: 6,
  category: 60,
  seriesName: 60,
  unit: 10,
  columns: 8,
  rows: 14,
  cell: 120,
  codeCharacters: 4000,
  codeLines: 60,
  language: 40,
} as const;

/** Limits of texts in the emphasis of a chart, in characters. A unit test compares them with those of the API. */
export const CHART_EMPHASIS_TEXT_LIMITS = { axisTitle: 40, targetLabel: 40, source: 120 } as const;

/** A chart in the form: all cells are text. */
export interface ChartDraft {
  type: Schemas['ChartType'];
  unit: string;
  /** Empty: as many digits as the values need. */
  decimals: string;
  stacked: boolean;
  categories: readonly string[];
  series: readonly { name: string; values: readonly string[] }[];
  /** The points of a scatter chart, as text, instead of categories and series. */
  points: string;
  /** The scale of a gauge, which shows the first value. */
  scale: GaugeScaleDraft;
  emphasis: ChartDisplayFormSettings;
}

/** A table in the form. */
export interface TableDraft {
  hasHeader: boolean;
  /** True if the second row is a part of the header, too. */
  hasSecondHeader: boolean;
  /** Merged cells, one a line. */
  spans: string;
  /** The cells of all rows; the first row is the header if `hasHeader`. */
  cells: readonly (readonly string[])[];
  /** Alignment by column; `auto`: columns of numbers are aligned right, all others left. */
  align: readonly ('auto' | Schemas['CellAlignment'])[];
  /** Numbers of rows below the header and of columns, from 1, with commas between them. */
  highlightRows: string;
  highlightColumns: string;
  source: string;
}

/** Code in the form. */
export interface CodeDraft {
  language: string;
  text: string;
  /** Groups of lines that are lit one after another, with `|` between them. */
  focus: string;
}

/** The data of a slide in the form: at most one of chart, table, code and items. */
export type SlideDataDraft =
  | { kind: 'none' }
  | { kind: 'chart'; chart: ChartDraft }
  | { kind: 'table'; table: TableDraft }
  | { kind: 'code'; code: CodeDraft }
  | { kind: 'items'; items: readonly ItemDraft[] };

/** The kind of data that a slide shows. */
export type SlideDataKind = SlideDataDraft['kind'];

/** Indexes from 0 as a text of numbers from 1. */
const indexesAsNumbers = (indexes: readonly number[]): string => indexes.map((index) => index + 1).join(', ');

/** The indexes from 0 of a text of numbers from 1 to 99; undefined if a part of the text is not such a number. */
function parseNumbersToIndexes(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.every((part) => /^[1-9]\d?$/.test(part)) ? parts.map((part) => Number(part) - 1) : undefined;
}

/** The groups of lines in a text with `|` between them. */
const lineGroupsIn = (text: string): string[] =>
  text
    .split('|')
    .map((group) => group.replace(/\s/g, ''))
    .filter((group) => group !== '');

const numberText = (value: number | null): string => (value === null ? '' : String(value));

/** Categories and series of a stored chart, as texts; a chart without categories gets one, in case another type is chosen. */
function categoriesAndSeriesOf({
  type,
  categories,
  series,
}: Schemas['Chart']): Pick<ChartDraft, 'categories' | 'series'> {
  const { data } = chartFacts(type);
  if (data === 'points') return { categories: ['A'], series: series.map(({ name }) => ({ name, values: [''] })) };
  const seriesOfTexts = series.map(({ name, values }) => ({ name, values: values.map(numberText) }));
  return { categories: data === 'value' ? ['A'] : categories, series: seriesOfTexts };
}

/** The form for the data of a stored slide. */
export function slideDataDraftOf({
  chart,
  table,
  code,
  items,
}: Pick<Schemas['Slide'], 'chart' | 'table' | 'code' | 'items'>): SlideDataDraft {
  if (items) return { kind: 'items', items: itemsDraftOf(items) };
  if (chart)
    return {
      kind: 'chart',
      chart: {
        type: chart.type,
        unit: chart.unit ?? '',
        decimals: numberText(chart.decimals),
        stacked: chart.stacked,
        ...categoriesAndSeriesOf(chart),
        points: chart.type === 'scatter' ? chartPointsText(chart.series) : '',
        scale: gaugeScaleDraftOf(chart),
        emphasis: chartDisplayFormSettingsOf(chart),
      },
    };
  if (table) {
    const cells = [...(table.header ? [table.header] : []), ...table.rows];
    const columns = cells[0]?.length ?? 1;
    return {
      kind: 'table',
      table: {
        hasHeader: table.header !== null,
        hasSecondHeader: table.header_rows === 2,
        spans: textOfMergedCellSpans(table.spans),
        cells,
        align: Array.from({ length: columns }, (_, column) => table.align?.[column] ?? 'auto'),
        highlightRows: indexesAsNumbers(table.highlight_rows),
        highlightColumns: indexesAsNumbers(table.highlight_columns),
        source: table.source ?? '',
      },
    };
  }
  return code
    ? { kind: 'code', code: { language: code.language ?? '', text: code.text, focus: code.focus.join(' | ') } }
    : { kind: 'none' };
}

/** The initial form after the user has chosen another kind of data. */
export function initialSlideDataDraft(kind: SlideDataKind): SlideDataDraft {
  if (kind === 'chart')
    return {
      kind,
      chart: {
        type: 'column',
        unit: '',
        decimals: '',
        stacked: false,
        categories: ['A', 'B', 'C'],
        series: [{ name: 'Series 1', values: ['1', '2', '3'] }],
        points: '',
        scale: DEFAULT_GAUGE_SCALE_DRAFT,
        emphasis: NO_CHART_EMPHASIS,
      },
    };
  if (kind === 'table')
    return {
      kind,
      table: {
        hasHeader: true,
        hasSecondHeader: false,
        spans: '',
        cells: [
          ['Column 1', 'Column 2'],
          ['', ''],
          ['', ''],
        ],
        align: ['auto', 'auto'],
        highlightRows: '',
        highlightColumns: '',
        source: '',
      },
    };
  if (kind === 'code') return { kind, code: { language: '', text: '', focus: '' } };
  if (kind === 'items')
    return { kind, items: ['First', 'Second', 'Third'].map((title) => ({ ...EMPTY_ITEM_DRAFT, title })) };
  return { kind: 'none' };
}

function chartFault(chart: ChartDraft): string | undefined {
  if (chart.type === 'scatter') return chartPointsTextFault(chart.points) ?? chartEmphasisFormFault(chart.emphasis);
  if (chart.type === 'gauge')
    return typeof parseEnteredNumber(chart.series[0]?.values[0] ?? '') === 'number'
      ? (gaugeScaleFormFault(chart.scale) ?? chartEmphasisFormFault(chart.emphasis))
      : 'Enter the value of the gauge as a number.';
  for (const { name, values } of chart.series)
    for (const [index, value] of values.entries())
      if (parseEnteredNumber(value) === undefined)
        return `“${value}” (${name || 'series without a name'}, ${chart.categories[index] || `row ${String(index + 1)}`}) is not a number.`;
  const fault = chartEmphasisFormFault(chart.emphasis);
  if (fault !== undefined) return fault;
  const { series: seriesRule, name } = chartFacts(chart.type);
  if (seriesRule === 'one' && chart.series.length > 1) return `${name}: remove all series but one.`;
  if (seriesRule === 'line' && chart.series.length < 2) return `${name}: add a series. The last one is the line.`;
  if (!doesChartShowParts(chart)) return undefined;
  if (chart.series.length > 1) return 'A chart of parts shows one series. Remove the others, or choose another type.';
  const values = (chart.series[0]?.values ?? []).map((value) => parseEnteredNumber(value) ?? 0);
  if (values.some((value) => value < 0)) return 'A chart of parts cannot show negative values.';
  return values.some((value) => value > 0) ? undefined : 'A chart of parts needs at least one value above zero.';
}

/** The reason, for the user, why the data cannot be saved; undefined if it can. */
export function slideDataFormFault(data: SlideDataDraft): string | undefined {
  if (data.kind === 'chart') return chartFault(data.chart);
  if (data.kind === 'table' && data.table.hasHeader && data.table.cells.length < (data.table.hasSecondHeader ? 3 : 2))
    return 'Add a row below the header.';
  if (data.kind === 'table') {
    const { highlightRows, highlightColumns, spans } = data.table;
    if (parseMergedCellsText(spans) === undefined)
      return 'Merged cells: enter row, column, and numbers of rows and columns, such as “1, 2: 1 × 3”.';
    const malformedNumbers = [highlightRows, highlightColumns].find(
      (text) => parseNumbersToIndexes(text) === undefined,
    );
    return malformedNumbers === undefined
      ? undefined
      : `“${malformedNumbers}”: enter numbers, with commas between them.`;
  }
  if (data.kind === 'items') return itemsFormFault(data.items);
  if (data.kind !== 'code') return undefined;
  const { text, focus } = data.code;
  const malformedGroup = lineGroupsIn(focus).find((group) => !CODE_LINE_GROUP_PATTERN.test(group));
  const lineCount = text.split('\n').length;
  if (text === '') return 'Enter the code.';
  if (malformedGroup !== undefined) return `“${malformedGroup}”: enter lines and ranges of lines, such as 1-3 | 7.`;
  if (lineCount > SLIDE_DATA_LIMITS.codeLines)
    return `A slide shows at most ${String(SLIDE_DATA_LIMITS.codeLines)} lines. This code has ${String(lineCount)}.`;
  return text.length > SLIDE_DATA_LIMITS.codeCharacters
    ? `Use at most ${String(SLIDE_DATA_LIMITS.codeCharacters)} characters. This code has ${String(text.length)}.`
    : undefined;
}

/** Categories and series of a chart as a request has them. */
function categoriesAndSeriesInput({
  type,
  points,
  ...chart
}: ChartDraft): Pick<Schemas['ChartInput'], 'categories' | 'series'> {
  const { data } = chartFacts(type);
  if (data === 'points') return { categories: [], series: parseChartPointsText(points) };
  const series = chart.series.map(({ name, values }) => ({
    name,
    values: values.map((value) => parseEnteredNumber(value) ?? null),
    points: [],
  }));
  if (data !== 'value') return { categories: [...chart.categories], series };
  return {
    categories: [],
    series: series.slice(0, 1).map((gaugeSeries) => ({ ...gaugeSeries, values: gaugeSeries.values.slice(0, 1) })),
  };
}

const chartInput = (chart: ChartDraft): Schemas['ChartInput'] => ({
  type: chart.type,
  ...categoriesAndSeriesInput(chart),
  ...(chart.type === 'gauge' ? toGaugeScaleRequestFields(chart.scale) : { thresholds: [] }),
  stacked: chart.stacked,
  ...(chart.unit === '' ? {} : { unit: chart.unit }),
  ...(chart.decimals === '' ? {} : { decimals: Number(chart.decimals) }),
  ...chartInputOfEmphasis(
    chart.emphasis,
    chart.type === 'scatter' ? parseChartPointLabels(chart.points) : chart.categories,
  ),
});

function tableInput({ hasHeader, cells, align, ...otherFields }: TableDraft): Schemas['TableInput'] {
  const [firstRow = [], ...otherRows] = cells;
  const isAlignmentAutomatic = align.every((each) => each === 'auto');
  return {
    ...(hasHeader ? { header: [...firstRow], header_rows: otherFields.hasSecondHeader ? 2 : 1 } : {}),
    spans: parseMergedCellsText(otherFields.spans) ?? [],
    rows: (hasHeader ? otherRows : cells).map((row) => [...row]),
    ...(isAlignmentAutomatic ? {} : { align: align.map((each) => (each === 'auto' ? 'left' : each)) }),
    highlight_rows: parseNumbersToIndexes(otherFields.highlightRows) ?? [],
    highlight_columns: parseNumbersToIndexes(otherFields.highlightColumns) ?? [],
    ...(otherFields.source === '' ? {} : { source: otherFields.source }),
  };
}

/** The data as fields of a request; null for each kind of data that the slide does not have. */
export function slideDataInput(
  data: SlideDataDraft,
): Pick<Required<Schemas['UpdateSlideBody']>, 'chart' | 'table' | 'code' | 'items'> {
  const noData = { chart: null, table: null, code: null, items: null };
  if (data.kind === 'items') return { ...noData, items: toItemsRequestInput(data.items) };
  if (data.kind === 'chart') return { ...noData, chart: chartInput(data.chart) };
  if (data.kind === 'table') return { ...noData, table: tableInput(data.table) };
  if (data.kind !== 'code') return noData;
  const language = data.code.language.trim();
  const focus = lineGroupsIn(data.code.focus);
  return { ...noData, code: { ...(language === '' ? {} : { language }), text: data.code.text, focus } };
}
