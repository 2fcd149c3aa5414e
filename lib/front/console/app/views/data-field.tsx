import { CHART_TYPES, canStackChartSeries, chartFacts } from '#engine/video/drawing/drawable-chart.ts';
import {
  CHART_EMPHASIS_TEXT_LIMITS,
  type ChartDraft,
  initialSlideDataDraft,
  SLIDE_DATA_LIMITS,
  type SlideDataDraft,
  type SlideDataKind,
  type TableDraft,
} from '../data-draft.ts';
import { EditableTextTable } from '../parts/editable-text-table.tsx';
import { Checkbox, SelectField, TextArea, TextField } from '../parts/fields.tsx';
import { ChartDataField } from './chart-data-field.tsx';
import { ChartDisplaySettingsField } from './chart-display-settings-field.tsx';
import { ItemsField } from './items-field.tsx';

const KIND_OPTIONS: readonly (readonly [SlideDataKind, string])[] = [
  ['none', 'Points only'],
  ['chart', 'Chart'],
  ['table', 'Table'],
  ['code', 'Code'],
  ['items', 'Cards, steps, dates, columns or figures'],
];
const CHART_TYPE_OPTIONS = CHART_TYPES.map((type) => [type, chartFacts(type).name] as const);
const DECIMALS_OPTIONS: readonly (readonly [string, string])[] = [
  ['', 'As needed'],
  ...['0', '1', '2', '3', '4'].map((each) => [each, each] as const),
];

function ChartField({ chart, onChart }: { chart: ChartDraft; onChart: (chart: ChartDraft) => void }) {
  return (
    <>
      <div class="triple">
        <SelectField
          label="Type"
          value={chart.type}
          options={CHART_TYPE_OPTIONS}
          onSelect={(type) =>
            onChart({ ...chart, type, stacked: chart.stacked && ['column', 'bar', 'area'].includes(type) })
          }
        />
        <TextField
          label="Unit"
          value={chart.unit}
          maxLength={SLIDE_DATA_LIMITS.unit}
          placeholder="%"
          onText={(unit) => onChart({ ...chart, unit })}
        />
        <SelectField
          label="Decimals"
          value={chart.decimals}
          options={DECIMALS_OPTIONS}
          onSelect={(decimals) => onChart({ ...chart, decimals })}
        />
      </div>
      {canStackChartSeries(chart) && (
        <Checkbox label="Stacked" isOn={chart.stacked} onCheck={(stacked) => onChart({ ...chart, stacked })} />
      )}
      <ChartDataField chart={chart} onChart={onChart} />
      <ChartDisplaySettingsField
        type={chart.type}
        emphasis={chart.emphasis}
        onEmphasis={(emphasis) => onChart({ ...chart, emphasis })}
      />
    </>
  );
}

const ALIGNMENT_OPTIONS: readonly (readonly [TableDraft['align'][number], string])[] = [
  ['auto', 'Automatic'],
  ['left', 'Left'],
  ['center', 'Centred'],
  ['right', 'Right'],
];

function TableField({ table, onTable }: { table: TableDraft; onTable: (table: TableDraft) => void }) {
  const columnCount = table.cells[0]?.length ?? 0;
  const setCells = (cells: string[][]) => {
    const columnCount = cells[0]?.length ?? 0;
    onTable({
      ...table,
      cells,
      align: Array.from({ length: columnCount }, (_, column) => table.align[column] ?? 'auto'),
    });
  };
  return (
    <>
      <Checkbox
        label="The first row is a header"
        isOn={table.hasHeader}
        onCheck={(hasHeader) => onTable({ ...table, hasHeader })}
      />
      {table.hasHeader && (
        <Checkbox
          label="The second row is a part of the header"
          isOn={table.hasSecondHeader}
          onCheck={(hasSecondHeader) => onTable({ ...table, hasSecondHeader })}
        />
      )}
      <EditableTextTable
        label="Table"
        cells={table.cells}
        onCells={setCells}
        limits={{ rows: SLIDE_DATA_LIMITS.rows + (table.hasHeader ? 1 : 0), columns: SLIDE_DATA_LIMITS.columns }}
        hasHeader={table.hasHeader}
        minRows={table.hasHeader ? 2 : 1}
        maxLength={SLIDE_DATA_LIMITS.cell}
      />
      <details>
        <summary>Alignment and emphasis</summary>
        <div class="triple">
          {Array.from({ length: columnCount }, (_, column) => (
            <SelectField
              key={`column ${String(column)}`}
              label={(table.hasHeader && table.cells[0]?.[column]) || `Column ${String(column + 1)}`}
              value={table.align[column] ?? 'auto'}
              options={ALIGNMENT_OPTIONS}
              onSelect={(align) =>
                onTable({
                  ...table,
                  align: table.align.map((each, columnIndex) => (columnIndex === column ? align : each)),
                })
              }
            />
          ))}
        </div>
        <TextArea
          label="Merged cells"
          rows={2}
          value={table.spans}
          hint="One a line: row and column from 1, and the numbers of rows and columns, such as “1, 2: 1 × 3”"
          onText={(spans) => onTable({ ...table, spans })}
        />
        <div class="triple">
          <TextField
            label="Emphasized rows"
            value={table.highlightRows}
            placeholder="1, 3"
            onText={(highlightRows) => onTable({ ...table, highlightRows })}
          />
          <TextField
            label="Emphasized columns"
            value={table.highlightColumns}
            placeholder="2"
            onText={(highlightColumns) => onTable({ ...table, highlightColumns })}
          />
          <TextField
            label="Source"
            value={table.source}
            maxLength={CHART_EMPHASIS_TEXT_LIMITS.source}
            onText={(source) => onTable({ ...table, source })}
          />
        </div>
      </details>
    </>
  );
}

/** The form of a slide's chart, table, code or items. */
export function SlideDataField({
  data,
  error,
  faultOf,
  onData,
}: {
  data: SlideDataDraft;
  error?: string | undefined;
  /** The error of a field of the slide in the last attempt to save, by its path. */
  faultOf: (path: string) => string | undefined;
  onData: (data: SlideDataDraft) => void;
}) {
  return (
    <section class="data-field" aria-label="Chart, table, code or items">
      <SelectField
        label="Content"
        value={data.kind}
        options={KIND_OPTIONS}
        onSelect={(kind) => onData(initialSlideDataDraft(kind))}
      />
      {data.kind === 'chart' && <ChartField chart={data.chart} onChart={(chart) => onData({ ...data, chart })} />}
      {data.kind === 'table' && <TableField table={data.table} onTable={(table) => onData({ ...data, table })} />}
      {data.kind === 'items' && (
        <ItemsField items={data.items} faultOf={faultOf} onItems={(items) => onData({ ...data, items })} />
      )}
      {data.kind === 'code' && (
        <>
          <TextField
            label="Programming language"
            value={data.code.language}
            maxLength={SLIDE_DATA_LIMITS.language}
            placeholder="python"
            hint="The usual name, such as python, ts or sql. Without one, the code has no colours."
            onText={(language) => onData({ ...data, code: { ...data.code, language } })}
          />
          <TextArea
            label="Code"
            class="markdown"
            rows={8}
            spellcheck={false}
            value={data.code.text}
            hint={`At most ${String(SLIDE_DATA_LIMITS.codeLines)} lines`}
            onText={(text) => onData({ ...data, code: { ...data.code, text } })}
          />
          <TextField
            label="Lines lit one after another"
            value={data.code.focus}
            placeholder="1-3 | 7"
            hint="Groups of lines with | between them. Each is lit when the narrator speaks of it, or with a [[show]] of the notes."
            onText={(focus) => onData({ ...data, code: { ...data.code, focus } })}
          />
        </>
      )}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
