import { useRef } from 'preact/hooks';
import {
  parseCopiedCells,
  rowStepOfKey,
  type TableCells,
  withCellText,
  withColumnAdded,
  withColumnRemoved,
  withPastedCells,
  withRowAdded,
  withRowRemoved,
} from '../grid-cells.ts';
import { tableControlNames } from '../table-control-names.ts';
import { Icon } from './icons.tsx';

/** An editable table of text fields. The first row names the columns, unless `hasHeader` is false. */
export function EditableTextTable({
  label,
  cells,
  onCells,
  limits,
  corner,
  columnNoun = 'column',
  rowNoun = 'row',
  hasHeader = true,
  areColumnsFixed = false,
  unremovableColumns = 0,
  maxLength,
  minRows = 1,
  isInvalid = () => false,
}: {
  label: string;
  cells: TableCells;
  onCells: (cells: string[][]) => void;
  /** The largest numbers of rows and columns, the header included. */
  limits: { rows: number; columns: number };
  /** Name of the first column; its header cell is then not editable. */
  corner?: string;
  columnNoun?: string;
  rowNoun?: string;
  hasHeader?: boolean;
  /** True if the header is not editable, and columns cannot be added or removed. */
  areColumnsFixed?: boolean;
  /** The number of columns at the left that cannot be removed. */
  unremovableColumns?: number;
  maxLength?: number;
  /** The smallest number of rows, the header included. */
  minRows?: number;
  /** Reports whether the text of a cell is shown as wrong. */
  isInvalid?: (row: number, column: number) => boolean;
}) {
  const table = useRef<HTMLTableElement>(null);
  const columns = cells[0]?.length ?? 0;
  const focusCell = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${String(row)} ${String(column)}"]`)?.focus();
  const names = tableControlNames({ label, cells, corner, columnNoun, rowNoun, hasHeader, unremovableColumns });
  const isFixedHeaderCell = (row: number, column: number): boolean =>
    row === 0 && hasHeader && (areColumnsFixed || (corner !== undefined && column === 0));
  const cellElement = (row: number, column: number) => {
    const text = cells[row]?.[column] ?? '';
    if (isFixedHeaderCell(row, column))
      return <span class="grid-given">{corner !== undefined && column === 0 ? corner : text}</span>;
    return (
      <input
        type="text"
        data-cell={`${String(row)} ${String(column)}`}
        aria-label={names.ofCell(row, column)}
        aria-invalid={isInvalid(row, column) ? true : undefined}
        value={text}
        {...(maxLength === undefined ? {} : { maxLength })}
        onInput={(event) => onCells(withCellText(cells, row, column, event.currentTarget.value))}
        onKeyDown={(event) => {
          const rowStep = rowStepOfKey(event);
          if (rowStep === undefined) return;
          event.preventDefault();
          focusCell(row + rowStep, column);
        }}
        onPaste={(event) => {
          const copiedCells = parseCopiedCells(event.clipboardData?.getData('text/plain') ?? '');
          if (copiedCells === undefined) return;
          event.preventDefault();
          onCells(
            withPastedCells(cells, copiedCells, { row, column }, areColumnsFixed ? { ...limits, columns } : limits),
          );
        }}
      />
    );
  };
  return (
    <div class="grid-field">
      <section class="grid-scroll" aria-label={label}>
        <table class="grid" ref={table}>
          <tbody>
            {cells.map((cellsOfRow, row) => (
              <tr key={`row ${String(row)}`} class={hasHeader && row === 0 ? 'grid-head' : undefined}>
                {cellsOfRow.map((_, column) => (
                  <td key={`cell ${String(column)}`}>{cellElement(row, column)}</td>
                ))}
                <td class="grid-tool">
                  {!(hasHeader && row === 0) && cells.length > minRows && (
                    <button
                      type="button"
                      class="button-icon"
                      aria-label={names.ofRowRemoval(row)}
                      onClick={() => onCells(withRowRemoved(cells, row))}
                    >
                      <Icon name="close" />
                    </button>
                  )}
                </td>
              </tr>
            ))}
            {!areColumnsFixed && columns > unremovableColumns + 1 && (
              <tr>
                {Array.from({ length: columns }, (_, column) => (
                  <td class="grid-tool" key={`tool ${String(column)}`}>
                    {column >= unremovableColumns && (
                      <button
                        type="button"
                        class="button-icon"
                        aria-label={names.ofColumnRemoval(column)}
                        onClick={() => onCells(withColumnRemoved(cells, column))}
                      >
                        <Icon name="close" />
                      </button>
                    )}
                  </td>
                ))}
                <td class="grid-tool" />
              </tr>
            )}
          </tbody>
        </table>
      </section>
      <div class="grid-tools">
        <button
          type="button"
          class="button button-small"
          disabled={cells.length >= limits.rows}
          onClick={() => onCells(withRowAdded(cells))}
        >
          <Icon name="plus" /> Add a {rowNoun}
        </button>
        {!areColumnsFixed && (
          <button
            type="button"
            class="button button-small"
            disabled={columns >= limits.columns}
            onClick={() => onCells(withColumnAdded(cells, names.headerOfNewColumn()))}
          >
            <Icon name="plus" /> Add a {columnNoun}
          </button>
        )}
        <span class="hint">Cells can be pasted from a spreadsheet.</span>
      </div>
    </div>
  );
}
