import { colorShownInPicker, textAfterColorPicked } from '../picker-color.ts';
import { TextField, type TextFieldProps } from './fields.tsx';

/** A text field of a colour, `#rrggbb` or `#rrggbbaa`, with a colour picker. */
export const ColorField = (field: TextFieldProps) => (
  <div class="swatch">
    <input
      type="color"
      aria-label={`${field.label}: colour picker`}
      value={colorShownInPicker(field.value)}
      onInput={(event) => field.onText(textAfterColorPicked(field.value, event.currentTarget.value))}
    />
    <TextField {...field} />
  </div>
);
