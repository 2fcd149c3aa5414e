import { useRef } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { copiedCells, pasted, withCell, withColumn, withoutColumn, withoutRow, withRow } from '../grid-cells.ts';
import { Icon } from './icons.tsx';
/** A grid of text fields. The first row, and the first column where it is asked for, name the others. */
export function Grid({
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
  fewestRows = 1,
  isInvalid = () => false,
}) {
  const table = useRef(null);
  const columns = cells[0]?.length ?? 0;
  const focusOn = (row, column) =>
    table.current?.querySelector(`[data-cell="${String(row)} ${String(column)}"]`)?.focus();
  const nameOf = (row, column) => {
    const given = corner !== undefined && column === 0 ? corner : cells[0]?.[column];
    const head = (hasHeader && given) || `${columnNoun} ${String(column + 1)}`;
    if (hasHeader && row === 0) return `${label}: name of ${columnNoun} ${String(column + 1)}`;
    return `${label}: ${head}, ${rowNoun} ${String(hasHeader ? row : row + 1)}`;
  };
  const isGiven = (row, column) => row === 0 && hasHeader && (isFixed || (corner !== undefined && column === 0));
  const cell = (row, column) => {
    const text = cells[row]?.[column] ?? '';
    if (isGiven(row, column))
      return _jsx('span', { class: 'grid-given', children: corner !== undefined && column === 0 ? corner : text });
    return _jsx('input', {
      type: 'text',
      'data-cell': `${String(row)} ${String(column)}`,
      'aria-label': nameOf(row, column),
      'aria-invalid': isInvalid(row, column) ? true : undefined,
      value: text,
      ...(maxLength === undefined ? {} : { maxLength }),
      onInput: (event) => onCells(withCell(cells, row, column, event.currentTarget.value)),
      onKeyDown: (event) => {
        const step = { Enter: event.shiftKey ? -1 : 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        focusOn(row + step, column);
      },
      onPaste: (event) => {
        const copied = copiedCells(event.clipboardData?.getData('text/plain') ?? '');
        if (copied === undefined) return;
        event.preventDefault();
        onCells(pasted(cells, copied, { row, column }, isFixed ? { ...limits, columns } : limits));
      },
    });
  };
  return _jsxs('div', {
    class: 'grid-field',
    children: [
      _jsx('section', {
        class: 'grid-scroll',
        'aria-label': label,
        children: _jsx('table', {
          class: 'grid',
          ref: table,
          children: _jsxs('tbody', {
            children: [
              cells.map((line, row) =>
                _jsxs(
                  'tr',
                  {
                    class: hasHeader && row === 0 ? 'grid-head' : undefined,
                    children: [
                      line.map((_, column) => _jsx('td', { children: cell(row, column) }, `cell ${String(column)}`)),
                      _jsx('td', {
                        class: 'grid-tool',
                        children:
                          !(hasHeader && row === 0) &&
                          cells.length > fewestRows &&
                          _jsx('button', {
                            type: 'button',
                            class: 'button-icon',
                            'aria-label': `Remove ${rowNoun} ${String(hasHeader ? row : row + 1)}`,
                            onClick: () => onCells(withoutRow(cells, row)),
                            children: _jsx(Icon, { name: 'close' }),
                          }),
                      }),
                    ],
                  },
                  `row ${String(row)}`,
                ),
              ),
              !isFixed &&
                columns > fixedColumns + 1 &&
                _jsxs('tr', {
                  children: [
                    Array.from({ length: columns }, (_, column) =>
                      _jsx(
                        'td',
                        {
                          class: 'grid-tool',
                          children:
                            column >= fixedColumns &&
                            _jsx('button', {
                              type: 'button',
                              class: 'button-icon',
                              'aria-label': `Remove ${columnNoun} ${String(column + 1 - fixedColumns)}`,
                              onClick: () => onCells(withoutColumn(cells, column)),
                              children: _jsx(Icon, { name: 'close' }),
                            }),
                        },
                        `tool ${String(column)}`,
                      ),
                    ),
                    _jsx('td', { class: 'grid-tool' }),
                  ],
                }),
            ],
          }),
        }),
      }),
      _jsxs('div', {
        class: 'grid-tools',
        children: [
          _jsxs('button', {
            type: 'button',
            class: 'button button-small',
            disabled: cells.length >= limits.rows,
            onClick: () => onCells(withRow(cells)),
            children: [_jsx(Icon, { name: 'plus' }), ' Add a ', rowNoun],
          }),
          !isFixed &&
            _jsxs('button', {
              type: 'button',
              class: 'button button-small',
              disabled: columns >= limits.columns,
              onClick: () =>
                onCells(
                  withColumn(
                    cells,
                    hasHeader
                      ? `${columnNoun.charAt(0).toUpperCase()}${columnNoun.slice(1)} ${String(columns + 1 - fixedColumns)}`
                      : '',
                  ),
                ),
              children: [_jsx(Icon, { name: 'plus' }), ' Add a ', columnNoun],
            }),
          _jsx('span', { class: 'hint', children: 'Cells can be pasted from a spreadsheet.' }),
        ],
      }),
    ],
  });
}
