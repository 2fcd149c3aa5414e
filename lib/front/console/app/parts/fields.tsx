import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** The reason why the value cannot be saved. */
  error?: string | undefined;
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ComponentChildren;
}

/** A control with its label, a hint, and the error of its value, which assistive technology associates with it. */
export function LabeledField({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(describedBy.length === 0 ? {} : { 'aria-describedby': describedBy.join(' ') }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** The properties of a text field of one line. */
export interface TextFieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  type?: 'text' | 'password' | 'url' | 'number' | 'search';
  value: string;
  onText: (text: string) => void;
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
  spellcheck?: boolean;
  autocomplete?: 'off' | 'on';
  min?: number;
  max?: number;
  step?: number | 'any';
}

/** A text field of one line. */
export const TextField = ({ label, hint, error, onText, ...inputProps }: TextFieldProps) => (
  <LabeledField label={label} hint={hint} error={error}>
    {(ids) => (
      <input
        {...ids}
        {...(inputProps as { type: 'text' })}
        type={(inputProps.type ?? 'text') as 'text'}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    )}
  </LabeledField>
);

/** A text field of several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  onText,
  ...textareaProps
}: Omit<JSX.IntrinsicElements['textarea'], 'onInput'> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  onText: (text: string) => void;
}) => (
  <LabeledField label={label} hint={hint} error={error}>
    {(ids) => <textarea {...textareaProps} {...ids} onInput={(event) => onText(event.currentTarget.value)} />}
  </LabeledField>
);

/** A select box. An option without a label shows its value in words. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onSelect,
  disabled = false,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: Value;
  options: readonly (Value | readonly [Value, string])[];
  onSelect: (value: Value) => void;
  disabled?: boolean;
}) {
  return (
    <LabeledField label={label} hint={hint} error={error}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          disabled={disabled}
          onChange={(event) => onSelect(event.currentTarget.value as Value)}
        >
          {options.map((option) => {
            const [id, text] = typeof option === 'string' ? [option, identifierInWords(option)] : option;
            return (
              <option key={id} value={id} selected={id === value}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </LabeledField>
  );
}

/** An identifier in words: `image_left` → `Image left`. */
export const identifierInWords = (id: string): string => {
  const text = id.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A checkbox with its label. */
export const Checkbox = ({
  label,
  isOn,
  onCheck,
}: {
  label: string;
  isOn: boolean;
  onCheck: (isOn: boolean) => void;
}) => (
  <label class="tick">
    <input type="checkbox" checked={isOn} onChange={(event) => onCheck(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);
