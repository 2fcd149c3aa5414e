import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { DATA_LIMITS, enteredNumber, startingData } from '../data-draft.ts';
import { Choice, TextArea, TextField, Tick } from '../parts/fields.tsx';
import { Grid } from '../parts/grid.tsx';

const KINDS = [
  ['none', 'Points only'],
  ['chart', 'Chart'],
  ['table', 'Table'],
  ['code', 'Code'],
];
const CHARTS = [
  ['column', 'Columns'],
  ['bar', 'Bars'],
  ['line', 'Lines'],
  ['area', 'Areas'],
  ['pie', 'Pie'],
  ['donut', 'Donut'],
];
const DECIMALS = [['', 'As needed'], ...['0', '1', '2', '3', '4'].map((each) => [each, each])];
/** A chart as a grid: a row a category, a column a series. */
const cellsOf = ({ categories, series }) => [
  ['', ...series.map(({ name }) => name)],
  ...categories.map((category, row) => [category, ...series.map(({ values }) => values[row] ?? '')]),
];
const chartOf = (chart, [head = [], ...rows]) => ({
  ...chart,
  categories: rows.map(([category = '']) => category),
  series: head.slice(1).map((name, column) => ({ name, values: rows.map((row) => row[column + 1] ?? '') })),
});
function ChartField({ chart, onChart }) {
  const canStack = ['column', 'bar', 'area'].includes(chart.type);
  return _jsxs(_Fragment, {
    children: [
      _jsxs('div', {
        class: 'triple',
        children: [
          _jsx(Choice, {
            label: 'Type',
            value: chart.type,
            options: CHARTS,
            onChoice: (type) =>
              onChart({ ...chart, type, stacked: chart.stacked && ['column', 'bar', 'area'].includes(type) }),
          }),
          _jsx(TextField, {
            label: 'Unit',
            value: chart.unit,
            maxLength: DATA_LIMITS.unit,
            placeholder: '%',
            onText: (unit) => onChart({ ...chart, unit }),
          }),
          _jsx(Choice, {
            label: 'Decimals',
            value: chart.decimals,
            options: DECIMALS,
            onChoice: (decimals) => onChart({ ...chart, decimals }),
          }),
        ],
      }),
      canStack &&
        _jsx(Tick, { label: 'Stacked', isOn: chart.stacked, onTick: (stacked) => onChart({ ...chart, stacked }) }),
      _jsx(Grid, {
        label: 'Chart data',
        cells: cellsOf(chart),
        onCells: (cells) => onChart(chartOf(chart, cells)),
        limits: { rows: DATA_LIMITS.categories + 1, columns: DATA_LIMITS.series + 1 },
        corner: 'Category',
        columnNoun: 'series',
        rowNoun: 'category',
        fixedColumns: 1,
        fewestRows: 2,
        maxLength: DATA_LIMITS.category,
        isInvalid: (row, column) =>
          row > 0 && column > 0 && enteredNumber(cellsOf(chart)[row]?.[column] ?? '') === undefined,
      }),
    ],
  });
}
const ALIGNMENTS = [
  ['auto', 'Automatic'],
  ['left', 'Left'],
  ['center', 'Centred'],
  ['right', 'Right'],
];
function TableField({ table, onTable }) {
  const columns = table.cells[0]?.length ?? 0;
  const take = (cells) => {
    const width = cells[0]?.length ?? 0;
    onTable({ ...table, cells, align: Array.from({ length: width }, (_, column) => table.align[column] ?? 'auto') });
  };
  return _jsxs(_Fragment, {
    children: [
      _jsx(Tick, {
        label: 'The first row is a header',
        isOn: table.hasHeader,
        onTick: (hasHeader) => onTable({ ...table, hasHeader }),
      }),
      _jsx(Grid, {
        label: 'Table',
        cells: table.cells,
        onCells: take,
        limits: { rows: DATA_LIMITS.rows + (table.hasHeader ? 1 : 0), columns: DATA_LIMITS.columns },
        hasHeader: table.hasHeader,
        fewestRows: table.hasHeader ? 2 : 1,
        maxLength: DATA_LIMITS.cell,
      }),
      _jsxs('details', {
        children: [
          _jsx('summary', { children: 'Alignment of columns' }),
          _jsx('div', {
            class: 'triple',
            children: Array.from({ length: columns }, (_, column) =>
              _jsx(
                Choice,
                {
                  label: (table.hasHeader && table.cells[0]?.[column]) || `Column ${String(column + 1)}`,
                  value: table.align[column] ?? 'auto',
                  options: ALIGNMENTS,
                  onChoice: (align) =>
                    onTable({ ...table, align: table.align.map((each, place) => (place === column ? align : each)) }),
                },
                `column ${String(column)}`,
              ),
            ),
          }),
        ],
      }),
    ],
  });
}
/** The chart, table or code of a slide. */
export function DataField({ data, error, onData }) {
  return _jsxs('section', {
    class: 'data-field',
    'aria-label': 'Chart, table or code',
    children: [
      _jsx(Choice, {
        label: 'Content',
        value: data.kind,
        options: KINDS,
        onChoice: (kind) => onData(startingData(kind)),
      }),
      data.kind === 'chart' && _jsx(ChartField, { chart: data.chart, onChart: (chart) => onData({ ...data, chart }) }),
      data.kind === 'table' && _jsx(TableField, { table: data.table, onTable: (table) => onData({ ...data, table }) }),
      data.kind === 'code' &&
        _jsxs(_Fragment, {
          children: [
            _jsx(TextField, {
              label: 'Programming language',
              value: data.code.language,
              maxLength: DATA_LIMITS.language,
              placeholder: 'python',
              hint: 'The usual name, such as python, ts or sql. Without one, the code has no colours.',
              onText: (language) => onData({ ...data, code: { ...data.code, language } }),
            }),
            _jsx(TextArea, {
              label: 'Code',
              class: 'markdown',
              rows: 8,
              spellcheck: false,
              value: data.code.text,
              hint: `At most ${String(DATA_LIMITS.codeLines)} lines`,
              onText: (text) => onData({ ...data, code: { ...data.code, text } }),
            }),
          ],
        }),
      error !== undefined && _jsx('p', { class: 'field-error', role: 'alert', children: error }),
    ],
  });
}
