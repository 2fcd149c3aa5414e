import { useState } from 'preact/hooks';
import type { Schemas } from '#front/client/client.ts';
import { Checkbox, TextField } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { requireSessionRecordingClient } from '../session.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import { useAction } from '../use-action.ts';
import {
  MAX_TIMELINE_VARIABLES,
  rowsOfVariables,
  type VariableRow,
  variableNameFaultsByRow,
  variableNamesToDeclare,
  variablesOfFormRows,
} from '../variable-names.ts';

/** The dialog with the variables of a timeline: names and defaults. Undeclared names in the slides are added to the list. */
export function VariablesDialog({
  timeline,
  onClose,
  onSaved,
}: {
  timeline: Schemas['Timeline'];
  onClose: () => void;
  onSaved: (timeline: Schemas['Timeline']) => void;
}) {
  const [rows, setRows] = useState<VariableRow[]>(() => {
    const declaredRows = rowsOfVariables(timeline.variables);
    const undeclaredRows = variableNamesToDeclare(timeline)
      .filter(({ isValid }) => isValid)
      .map(({ name }) => ({ name, value: '', hasDefault: false }));
    const initialRows = [...declaredRows, ...undeclaredRows];
    return initialRows.length > 0 ? initialRows : [{ name: '', value: '', hasDefault: false }];
  });
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const work = useAction();
  const filledRows = rows.filter(({ name, value }) => name !== '' || value !== '');
  const faults = variableNameFaultsByRow(rows);
  const change = (index: number, changes: Partial<VariableRow>) =>
    setRows(rows.map((row, rowIndex) => (rowIndex === index ? { ...row, ...changes } : row)));
  const submit = () => {
    setWasSubmitted(true);
    if (variableNameFaultsByRow(filledRows).some((fault) => fault !== undefined)) return;
    void work.attempt(async () => {
      const body = { variables: variablesOfFormRows(filledRows), version: timeline.version };
      onSaved(
        await requireSessionRecordingClient().put('/timelines/{id}', { params: { path: { id: timeline.id } }, body }),
      );
    });
  };
  return (
    <FormDialog
      title="Variables"
      action="Save"
      busyAction="Saving…"
      work={work}
      onSubmit={submit}
      onClose={onClose}
      wide
    >
      <p class="fine">
        Write {'{{name}}'} in a title, point, table, chart or in the notes. Each render, and each row of a batch, can
        give its own value. A variable without a default needs a value in every render.
      </p>
      {rows.map((row, index) => (
        <div class="variable-row" key={`row ${String(index)}`}>
          <TextField
            label={`Name of variable ${String(index + 1)}`}
            value={row.name}
            maxLength={40}
            spellcheck={false}
            placeholder="first_name"
            error={wasSubmitted && !(row.name === '' && row.value === '') ? faults[index] : undefined}
            onText={(name) => change(index, { name })}
          />
          <TextField
            label={`Default of variable ${String(index + 1)}`}
            value={row.value}
            maxLength={1000}
            disabled={!row.hasDefault}
            placeholder={row.hasDefault ? 'empty text' : 'no default'}
            error={errorMessageForField(work.error, `variables.${row.name}`)}
            onText={(value) => change(index, { value })}
          />
          <Checkbox
            label="Has a default"
            isOn={row.hasDefault}
            onCheck={(hasDefault) => change(index, { hasDefault })}
          />
          <button
            type="button"
            class="button-icon"
            aria-label={`Remove variable ${String(index + 1)}`}
            onClick={() => setRows(rows.filter((_, rowIndex) => rowIndex !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="button button-small"
        disabled={rows.length >= MAX_TIMELINE_VARIABLES}
        onClick={() => setRows([...rows, { name: '', value: '', hasDefault: false }])}
      >
        <Icon name="plus" /> Add a variable
      </button>
    </FormDialog>
  );
}
