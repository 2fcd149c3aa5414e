import { jsx as _jsx } from 'preact/jsx-runtime';
import { fieldFault } from '../shown-error.ts';
import { TextField } from './fields.tsx';
/** A field for the value of each variable. An empty one leaves the default. */
export const ValueFields = ({ variables, values, error, onValues }) =>
  _jsx('div', {
    class: 'value-fields',
    children: Object.entries(variables).map(([name, standard]) =>
      _jsx(
        TextField,
        {
          label: name,
          value: values.get(name) ?? '',
          maxLength: 1000,
          placeholder: standard === null ? 'needs a value' : standard || 'empty text',
          error: fieldFault(error, `variables.${name}`),
          onText: (value) => onValues(new Map([...values, [name, value]])),
        },
        name,
      ),
    ),
  });
