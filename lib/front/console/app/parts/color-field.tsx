import { TextField } from './fields.tsx';

const OPAQUE = /^#[0-9a-f]{6}/i;

/** A text field of a colour, `#rrggbb` or `#rrggbbaa`, with a colour picker. The picker keeps the last two digits. */
export const ColorField = ({
  label,
  value,
  placeholder,
  error,
  onText,
}: {
  label: string;
  value: string;
  placeholder: string;
  error?: string | undefined;
  onText: (text: string) => void;
}) => (
  <div class="swatch">
    <input
      type="color"
      aria-label={`${label}: colour picker`}
      value={OPAQUE.exec(value)?.[0] ?? '#808080'}
      onInput={(event) => onText(event.currentTarget.value + value.replace(OPAQUE, '').slice(0, 2))}
    />
    <TextField label={label} value={value} placeholder={placeholder} error={error} onText={onText} />
  </div>
);
