import { type ChartDraft, SLIDE_DATA_LIMITS } from '../data-draft.ts';
import type { TableCells } from '../grid-cells.ts';
import { parseEnteredNumber } from '../parse-entered-number.ts';
import { EditableTextTable } from '../parts/editable-text-table.tsx';
import { TextArea, TextField } from '../parts/fields.tsx';

/** The cells of a chart's grid: a row for each category, a column for each series. */
const cellsOf = ({ categories, series }: ChartDraft): TableCells => [
  ['', ...series.map(({ name }) => name)],
  ...categories.map((category, row) => [category, ...series.map(({ values }) => values[row] ?? '')]),
];

/** The chart with the categories and series of a grid. */
const chartWithCells = (chart: ChartDraft, [head = [], ...rows]: TableCells): ChartDraft => ({
  ...chart,
  categories: rows.map(([category = '']) => category),
  series: head.slice(1).map((name, column) => ({ name, values: rows.map((row) => row[column + 1] ?? '') })),
});

interface ChartDataFieldProps {
  chart: ChartDraft;
  onChart: (chart: ChartDraft) => void;
}

/** The name, the value and the scale of a gauge. */
function GaugeField({ chart, onChart }: ChartDataFieldProps) {
  const { scale, series } = chart;
  // A gauge shows the first value of the first series.
  const [firstSeries = { name: '', values: [] }, ...otherSeries] = series;
  const changeFirstSeries = (changes: Partial<typeof firstSeries>) =>
    onChart({ ...chart, series: [{ ...firstSeries, ...changes }, ...otherSeries] });
  const changeScale = (changes: Partial<typeof scale>) => onChart({ ...chart, scale: { ...scale, ...changes } });
  return (
    <>
      <div class="triple">
        <TextField
          label="Name of the value"
          value={firstSeries.name}
          maxLength={SLIDE_DATA_LIMITS.seriesName}
          onText={(name) => changeFirstSeries({ name })}
        />
        <TextField
          label="Value"
          value={firstSeries.values[0] ?? ''}
          onText={(value) => changeFirstSeries({ values: [value, ...firstSeries.values.slice(1)] })}
        />
      </div>
      <div class="triple">
        <TextField label="From" value={scale.min} placeholder="0" onText={(min) => changeScale({ min })} />
        <TextField label="To" value={scale.max} placeholder="100" onText={(max) => changeScale({ max })} />
        <TextField
          label="Divided at"
          value={scale.thresholds}
          placeholder="50; 80"
          onText={(thresholds) => changeScale({ thresholds })}
        />
      </div>
    </>
  );
}

/** The fields for a chart's data: those of a gauge, a text with points, or a table. */
export function ChartDataField({ chart, onChart }: ChartDataFieldProps) {
  if (chart.type === 'gauge') return <GaugeField chart={chart} onChart={onChart} />;
  if (chart.type === 'scatter')
    return (
      <TextArea
        label="Points"
        rows={6}
        value={chart.points}
        hint="One a line: two numbers and, if you like, a label, with semicolons between them. The name of a series is a line above its points; a blank line starts one without a name"
        onText={(points) => onChart({ ...chart, points })}
      />
    );
  return (
    <EditableTextTable
      label="Chart data"
      cells={cellsOf(chart)}
      onCells={(cells) => onChart(chartWithCells(chart, cells))}
      limits={{ rows: SLIDE_DATA_LIMITS.categories + 1, columns: SLIDE_DATA_LIMITS.series + 1 }}
      corner="Category"
      columnNoun="series"
      rowNoun="category"
      unremovableColumns={1}
      minRows={2}
      maxLength={SLIDE_DATA_LIMITS.category}
      isInvalid={(row, column) =>
        row > 0 && column > 0 && parseEnteredNumber(cellsOf(chart)[row]?.[column] ?? '') === undefined
      }
    />
  );
}
