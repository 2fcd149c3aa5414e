import { useRef } from 'preact/hooks';
import {
  parseCopiedCells,
  type TableCells,
  withCellText,
  withColumnAdded,
  withColumnRemoved,
  withPastedCells,
  withRowAdded,
  withRowRemoved,
} from '../grid-cells.ts';
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
  isFixed = false,
  fixedColumns = 0,
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
  /** The header is not editable, and columns cannot be added or removed. */
  isFixed?: boolean;
  /** Columns at the left that cannot be removed. */
  fixedColumns?: number;
  maxLength?: number;
  /** The smallest number of rows, the header included. */
  minRows?: number;
  isInvalid?: (row: number, column: number) => boolean;
}) {
  const table = useRef<HTMLTableElement>(null);
  const columns = cells[0]?.length ?? 0;
  const focusCell = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${String(row)} ${String(column)}"]`)?.focus();
  const accessibleNameOf = (row: number, column: number): string => {
    const columnName = corner !== undefined && column === 0 ? corner : cells[0]?.[column];
    const columnLabel = (hasHeader && columnName) || `${columnNoun} ${String(column + 1)}`;
    if (hasHeader && row === 0) return `${label}: name of ${columnNoun} ${String(column + 1)}`;
    return `${label}: ${columnLabel}, ${rowNoun} ${String(hasHeader ? row : row + 1)}`;
  };
  const isFixedHeaderCell = (row: number, column: number): boolean =>
    row === 0 && hasHeader && (isFixed || (corner !== undefined && column === 0));
  const cellElement = (row: number, column: number) => {
    const text = cells[row]?.[column] ?? '';
    if (isFixedHeaderCell(row, column))
      return <span class="grid-given">{corner !== undefined && column === 0 ? corner : text}</span>;
    return (
      <input
        type="text"
        data-cell={`${String(row)} ${String(column)}`}
        aria-label={accessibleNameOf(row, column)}
        aria-invalid={isInvalid(row, column) ? true : undefined}
        value={text}
        {...(maxLength === undefined ? {} : { maxLength })}
        onInput={(event) => onCells(withCellText(cells, row, column, event.currentTarget.value))}
        onKeyDown={(event) => {
          const rowStep = { Enter: event.shiftKey ? -1 : 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
          if (rowStep === undefined) return;
          event.preventDefault();
          focusCell(row + rowStep, column);
        }}
        onPaste={(event) => {
          const copiedCells = parseCopiedCells(event.clipboardData?.getData('text/plain') ?? '');
          if (copiedCells === undefined) return;
          event.preventDefault();
          onCells(withPastedCells(cells, copiedCells, { row, column }, isFixed ? { ...limits, columns } : limits));
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
                      aria-label={`Remove ${rowNoun} ${String(hasHeader ? row : row + 1)}`}
                      onClick={() => onCells(withRowRemoved(cells, row))}
                    >
                      <Icon name="close" />
                    </button>
                  )}
                </td>
              </tr>
            ))}
            {!isFixed && columns > fixedColumns + 1 && (
              <tr>
                {Array.from({ length: columns }, (_, column) => (
                  <td class="grid-tool" key={`tool ${String(column)}`}>
                    {column >= fixedColumns && (
                      <button
                        type="button"
                        class="button-icon"
                        aria-label={`Remove ${columnNoun} ${String(column + 1 - fixedColumns)}`}
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
        {!isFixed && (
          <button
            type="button"
            class="button button-small"
            disabled={columns >= limits.columns}
            onClick={() =>
              onCells(
                withColumnAdded(
                  cells,
                  hasHeader
                    ? `${columnNoun.charAt(0).toUpperCase()}${columnNoun.slice(1)} ${String(columns + 1 - fixedColumns)}`
                    : '',
                ),
              )
            }
          >
            <Icon name="plus" /> Add a {columnNoun}
          </button>
        )}
        <span class="hint">Cells can be pasted from a spreadsheet.</span>
      </div>
    </div>
  );
}
