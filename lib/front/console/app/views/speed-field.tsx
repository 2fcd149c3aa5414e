import { SPEECH_SPEEDS } from '#kernel/shared/speech-speeds.ts';
import { TextField } from '../parts/fields.tsx';
import { speedFault } from '../speed-draft.ts';

/** The speed of a narration, as a factor. */
export const SpeedField = ({
  label,
  value,
  placeholder,
  error,
  onText,
}: {
  label: string;
  value: string;
  /** The speed of an empty field, in words. */
  placeholder: string;
  /** The reason why the service did not take the value. */
  error?: string | undefined;
  onText: (text: string) => void;
}) => (
  <TextField
    label={label}
    type="number"
    min={SPEECH_SPEEDS.least}
    max={SPEECH_SPEEDS.most}
    step="any"
    value={value}
    placeholder={placeholder}
    error={speedFault(value) ?? error}
    onText={onText}
  />
);
