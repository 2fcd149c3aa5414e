import { useId } from 'preact/hooks';
import { jsx as _jsx, jsxs as _jsxs } from 'preact/jsx-runtime';
/** A label, its control, a hint, and the fault of its value. */
export function LabeledField({ label, hint, error, children }) {
  const id = useId();
  const notes = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])];
  return _jsxs('div', {
    class: 'field',
    children: [
      _jsx('label', { for: id, children: label }),
      children({
        id,
        ...(notes.length === 0 ? {} : { 'aria-describedby': notes.join(' ') }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      }),
      hint !== undefined && _jsx('p', { class: 'hint', id: `${id}-hint`, children: hint }),
      error !== undefined && _jsx('p', { class: 'field-error', id: `${id}-error`, role: 'alert', children: error }),
    ],
  });
}
/** One line of text. */
export const TextField = ({ label, hint, error, onText, ...rest }) =>
  _jsx(LabeledField, {
    label: label,
    hint: hint,
    error: error,
    children: (ids) =>
      _jsx('input', {
        ...ids,
        ...rest,
        type: rest.type ?? 'text',
        onInput: (event) => onText(event.currentTarget.value),
      }),
  });
/** Several lines of text. */
export const TextArea = ({ label, hint, error, onText, ...rest }) =>
  _jsx(LabeledField, {
    label: label,
    hint: hint,
    error: error,
    children: (ids) => _jsx('textarea', { ...rest, ...ids, onInput: (event) => onText(event.currentTarget.value) }),
  });
/** One of several values. */
export function Choice({ label, hint, error, value, options, onChoice, disabled = false }) {
  return _jsx(LabeledField, {
    label: label,
    hint: hint,
    error: error,
    children: (ids) =>
      _jsx('select', {
        ...ids,
        value: value,
        disabled: disabled,
        onChange: (event) => onChoice(event.currentTarget.value),
        children: options.map((option) => {
          const [id, text] = typeof option === 'string' ? [option, inWords(option)] : option;
          return _jsx('option', { value: id, selected: id === value, children: text }, id);
        }),
      }),
  });
}
/** `image_left` → `Image left`. */
export const inWords = (id) => {
  const text = id.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
/** Yes or no. */
export const Tick = ({ label, isOn, onTick }) =>
  _jsxs('label', {
    class: 'tick',
    children: [
      _jsx('input', { type: 'checkbox', checked: isOn, onChange: (event) => onTick(event.currentTarget.checked) }),
      _jsx('span', { children: label }),
    ],
  });
