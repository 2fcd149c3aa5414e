import type { Schemas } from '#front/client/client.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import { TextField } from './fields.tsx';

/** A text field for the value of each variable. An empty field means the default. */
export const VariableValueFields = ({
  variables,
  values,
  error,
  onValues,
}: {
  variables: Schemas['Timeline']['variables'];
  values: ReadonlyMap<string, string>;
  error?: unknown;
  onValues: (values: ReadonlyMap<string, string>) => void;
}) => (
  <div class="value-fields">
    {Object.entries(variables).map(([name, defaultValue]) => (
      <TextField
        key={name}
        label={name}
        value={values.get(name) ?? ''}
        maxLength={1000}
        placeholder={defaultValue === null ? 'needs a value' : defaultValue || 'empty text'}
        error={errorMessageForField(error, `variables.${name}`)}
        onText={(value) => onValues(new Map([...values, [name, value]]))}
      />
    ))}
  </div>
);
