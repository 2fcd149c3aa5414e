import { useState } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
import { TextField, Tick } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { video } from '../session.ts';
import { fieldFault } from '../shown-error.ts';
import { MOST_VARIABLES, nameFaults, namesToDeclare, rowsOfVariables, variablesOfRows } from '../variable-names.ts';
import { useWork } from '../work.ts';
/** The variables of a timeline: names and defaults. Names that the slides use and nothing declares are offered. */
export function VariablesDialog({ timeline, onClose, onSaved }) {
  const [rows, setRows] = useState(() => {
    const declared = rowsOfVariables(timeline.variables);
    const used = namesToDeclare(timeline)
      .filter(({ isValid }) => isValid)
      .map(({ name }) => ({ name, value: '', hasDefault: false }));
    const all = [...declared, ...used];
    return all.length > 0 ? all : [{ name: '', value: '', hasDefault: false }];
  });
  const [isTried, setIsTried] = useState(false);
  const work = useWork();
  const filled = rows.filter(({ name, value }) => name !== '' || value !== '');
  const faults = nameFaults(rows);
  const change = (index, part) => setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const submit = () => {
    setIsTried(true);
    if (nameFaults(filled).some((fault) => fault !== undefined)) return;
    void work.attempt(async () => {
      const body = { variables: variablesOfRows(filled), version: timeline.version };
      onSaved(await video().put('/timelines/{id}', { params: { path: { id: timeline.id } }, body }));
    });
  };
  return _jsxs(FormDialog, {
    title: 'Variables',
    action: 'Save',
    busyAction: 'Saving\u2026',
    work: work,
    onSubmit: submit,
    onClose: onClose,
    wide: true,
    children: [
      _jsxs('p', {
        class: 'fine',
        children: [
          'Write ',
          '{{name}}',
          ' in a title, point, table, chart or in the notes. Each render, and each row of a batch, can give its own value. A variable without a default needs a value in every render.',
        ],
      }),
      rows.map((row, index) =>
        _jsxs(
          'div',
          {
            class: 'variable-row',
            children: [
              _jsx(TextField, {
                label: `Name of variable ${String(index + 1)}`,
                value: row.name,
                maxLength: 40,
                spellcheck: false,
                placeholder: 'first_name',
                error: isTried && !(row.name === '' && row.value === '') ? faults[index] : undefined,
                onText: (name) => change(index, { name }),
              }),
              _jsx(TextField, {
                label: `Default of variable ${String(index + 1)}`,
                value: row.value,
                maxLength: 1000,
                disabled: !row.hasDefault,
                placeholder: row.hasDefault ? 'empty text' : 'no default',
                error: fieldFault(work.error, `variables.${row.name}`),
                onText: (value) => change(index, { value }),
              }),
              _jsx(Tick, {
                label: 'Has a default',
                isOn: row.hasDefault,
                onTick: (hasDefault) => change(index, { hasDefault }),
              }),
              _jsx('button', {
                type: 'button',
                class: 'button-icon',
                'aria-label': `Remove variable ${String(index + 1)}`,
                onClick: () => setRows(rows.filter((_, at) => at !== index)),
                children: _jsx(Icon, { name: 'close' }),
              }),
            ],
          },
          `row ${String(index)}`,
        ),
      ),
      _jsxs('button', {
        type: 'button',
        class: 'button button-small',
        disabled: rows.length >= MOST_VARIABLES,
        onClick: () => setRows([...rows, { name: '', value: '', hasDefault: false }]),
        children: [_jsx(Icon, { name: 'plus' }), ' Add a variable'],
      }),
    ],
  });
}
