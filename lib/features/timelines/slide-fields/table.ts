import { z } from 'zod';
import {
  CELL_ALIGNMENTS,
  type DrawableTable,
  TABLE_LIMITS,
  tableBodyRows,
  tableColumnCount,
} from '#engine/video/drawing/drawable-table.ts';
import { tableSpanFaults } from '#engine/video/drawing/table/table-spans.ts';
import { textSchema } from '#kernel/contract/text.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { defineSlideField } from './define-slide-field.ts';

const cellsSchema = z.array(textSchema(0, TABLE_LIMITS.cell)).min(1).max(TABLE_LIMITS.columns);

/** The maximum number of rows with the header. */
const MAX_ROWS = TABLE_LIMITS.rows + 1;
const spanSchema = z.strictObject({
  row: z
    .int()
    .min(0)
    .max(MAX_ROWS - 1),
  column: z
    .int()
    .min(0)
    .max(TABLE_LIMITS.columns - 1),
  // No cell of the head is merged with one below it.
  rows: z.int().min(1).max(TABLE_LIMITS.rows),
  columns: z.int().min(1).max(TABLE_LIMITS.columns),
});

const inputSchema = z
  .strictObject({
    header: cellsSchema.optional(),
    rows: z.array(cellsSchema).min(1).max(TABLE_LIMITS.rows).describe('Every row has as many cells as the header.'),
    header_rows: z
      .int()
      .min(1)
      .max(TABLE_LIMITS.headerRows)
      .optional()
      .describe('2: the first of `rows` is a second row of the head. Absent: 1.'),
    spans: z
      .array(spanSchema.meta({ id: 'TableSpanInput' }))
      .max(TABLE_LIMITS.spans)
      .optional()
      .describe('Merged cells, which do not overlap. The cells that they cover must be empty.'),
    align: z
      .array(z.enum(CELL_ALIGNMENTS))
      .max(TABLE_LIMITS.columns)
      .optional()
      .describe(
        'One for each column. Absent: columns of figures are aligned at the end of the line, all others at its start (right and left; on right-to-left slides, left and right).',
      ),
    highlight_rows: z
      .array(
        z
          .int()
          .min(0)
          .max(TABLE_LIMITS.rows - 1),
      )
      .max(TABLE_LIMITS.rows)
      .optional()
      .describe('Rows that are emphasized, from 0, as in `rows`; the header does not count.'),
    highlight_columns: z
      .array(
        z
          .int()
          .min(0)
          .max(TABLE_LIMITS.columns - 1),
      )
      .max(TABLE_LIMITS.columns)
      .optional()
      .describe('Columns that are emphasized, from 0.'),
    source: textSchema(0, TABLE_LIMITS.source).optional().describe('A line below the table.'),
  })
  .meta({ id: 'TableInput' })
  .nullable()
  .describe('A slide has at most one of `code`, `table`, `chart` and `items`.');

const CELL_TEXT_RULE = { form: 'marked', maxLength: TABLE_LIMITS.cell, isRead: true } as const;

/** Finds rows and alignments that do not fit the number of columns. */
function tableFaults(value: DrawableTable): RequestFault[] {
  const columns = tableColumnCount(value);
  const faults: RequestFault[] = value.rows.flatMap((row, index) =>
    row.length === columns
      ? []
      : [{ param: `table.rows[${index}]`, message: `Has ${row.length} cells where the table has ${columns} columns.` }],
  );
  const indexFaults = (name: 'highlight_rows' | 'highlight_columns', count: number): RequestFault[] =>
    (value[name] ?? []).flatMap((highlightedIndex, index) =>
      highlightedIndex < count
        ? []
        : [{ param: `table.${name}[${index}]`, message: `Must be from 0 to ${count - 1}.` }],
    );
  faults.push(...indexFaults('highlight_rows', value.rows.length), ...indexFaults('highlight_columns', columns));
  if (value.header_rows !== undefined && !value.header)
    faults.push({ param: 'table.header_rows', message: 'Needs `header`, the first row of the head.' });
  if (value.header && tableBodyRows(value).length === 0)
    faults.push({ param: 'table.header_rows', message: 'Leaves no row below the head: add one to `rows`.' });
  // Spans are checked only in a table whose rows have equal lengths: in others, their places have no meaning.
  if (faults.length === 0)
    faults.push(...tableSpanFaults(value).map(({ index, message }) => ({ param: `table.spans[${index}]`, message })));
  if (value.align && value.align.length !== columns)
    faults.push({ param: 'table.align', message: `Must have one entry for each of the ${columns} columns.` });
  return faults;
}

/** The table of the slide. Absent: none. */
export const tableFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  answer: z
    .object({
      header: z.array(z.string()).nullable(),
      rows: z.array(z.array(z.string())),
      header_rows: z.int().nullable(),
      spans: z.array(
        z.object({ row: z.int(), column: z.int(), rows: z.int(), columns: z.int() }).meta({ id: 'TableSpan' }),
      ),
      align: z.array(z.enum(CELL_ALIGNMENTS)).nullable(),
      highlight_rows: z.array(z.int()),
      highlight_columns: z.array(z.int()),
      source: z.string().nullable(),
    })
    .meta({ id: 'Table' })
    .nullable(),
  stored: z
    .object({
      header: z.array(z.string()).optional(),
      rows: z.array(z.array(z.string())),
      header_rows: z.int().optional(),
      spans: z.array(z.object({ row: z.int(), column: z.int(), rows: z.int(), columns: z.int() })).optional(),
      align: z.array(z.enum(CELL_ALIGNMENTS)).optional(),
      highlight_rows: z.array(z.int()).optional(),
      highlight_columns: z.array(z.int()).optional(),
      source: z.string().optional(),
    })
    .optional(),
  keep: (value) => value ?? undefined,
  show: (stored) =>
    stored
      ? {
          header: stored.header ?? null,
          rows: stored.rows,
          align: stored.align ?? null,
          header_rows: stored.header ? (stored.header_rows ?? 1) : null,
          spans: (stored.spans ?? []).map(({ row, column, rows, columns }) => ({ row, column, rows, columns })),
          highlight_rows: stored.highlight_rows ?? [],
          highlight_columns: stored.highlight_columns ?? [],
          source: stored.source ?? null,
        }
      : null,
  isDrawn: true,
  underWholeImage: () => undefined,
  isHeld: true,
  texts: [
    { path: ['header', '*'], ...CELL_TEXT_RULE },
    { path: ['rows', '*', '*'], ...CELL_TEXT_RULE },
    { path: ['source'], form: 'plain', maxLength: TABLE_LIMITS.source },
  ],
  isImported: true,
  faults: (stored) => (stored ? tableFaults(stored) : []),
  words: {
    table: ['The table of the slide; null: none.'],
    header: ['Cells of the header row; null: none.', ['Region', 'Revenue']],
    'TableInput.header': ['Cells of the header row; absent: none.', ['Region', 'Revenue']],
    rows: ['The rows, each with as many cells as the header.', [['North', '4.2']]],
    align: ['Alignment of each column.', ['left', 'right']],
    header_rows: ['Number of rows of the head; null: no head.', 1],
    'TableInput.header_rows': ['Number of rows of the head.', 2],
    spans: ['Merged cells; empty: none.'],
    ...Object.fromEntries(
      ['TableSpan', 'TableSpanInput'].flatMap((id) => [
        [`${id}.row`, ['First row, from 0; the header is row 0.', 0]],
        [`${id}.column`, ['First column, from 0.', 1]],
        [`${id}.rows`, ['Number of rows.', 1]],
        [`${id}.columns`, ['Number of columns.', 2]],
      ]),
    ),
    highlight_rows: ['Emphasized rows, from 0; empty: none.', [1]],
    highlight_columns: ['Emphasized columns, from 0; empty: none.', [2]],
    'Table.source': ['Line below the table; null: none.', 'Annual report 2026'],
    'TableInput.source': ['Line below the table.', 'Annual report 2026'],
  },
  label: 'Table',
  isListedForAgents: false,
  shortWords: { table: 'Instead of the points.', align: 'One for each column.' },
});
