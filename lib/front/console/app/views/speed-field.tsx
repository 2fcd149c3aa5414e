import { SPEECH_SPEED_RANGE } from '#kernel/shared/speech-speeds.ts';
import { TextField, type TextFieldProps } from '../parts/fields.tsx';
import { enteredSpeedFault } from '../speed-draft.ts';

/**
 * The speed of a narration, as a factor. `placeholder` names the speed that an empty field means; `error` is the service's, shown unless
 * the field itself finds a fault.
 */
export const SpeedField = (field: TextFieldProps) => (
  <TextField
    {...field}
    type="number"
    min={SPEECH_SPEED_RANGE.min}
    max={SPEECH_SPEED_RANGE.max}
    step="any"
    error={enteredSpeedFault(field.value) ?? field.error}
  />
);
