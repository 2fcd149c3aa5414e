import type { LoadState } from '../load.ts';
import { SelectField } from '../parts/fields.tsx';
import { type ListedVoice, voiceOptions } from '../voice-choices.ts';

/** The choice of a voice, with a sample of it to be heard. */
export function VoiceField({
  label,
  value,
  voices,
  none,
  error,
  onSelect,
}: {
  label: string;
  value: string;
  voices: LoadState<ListedVoice[]>;
  /** The label of the option without a voice. */
  none: string;
  error?: string | undefined;
  onSelect: (voice: string) => void;
}) {
  const choices = voices.state === 'ready' ? voices.data : [];
  const chosen = choices.find(({ id }) => id === value);
  return (
    <div class="field">
      <SelectField
        label={label}
        value={value}
        options={voiceOptions(choices, value, none)}
        error={error}
        onSelect={onSelect}
      />
      {chosen?.sample && (
        <div class="media-row">
          {/* biome-ignore lint/a11y/useMediaCaption: the sentence is shown next to it. */}
          <audio
            key={chosen.sample.url}
            controls
            preload="none"
            src={chosen.sample.url}
            aria-label={`Sample of ${chosen.name}`}
          />
          <span class="fine">“{chosen.sample.text}”</span>
        </div>
      )}
      {chosen?.sample === null && (
        <p class="fine">
          The sample of this voice is being prepared.{' '}
          <button type="button" class="button button-small" onClick={voices.reload}>
            Look again
          </button>
        </p>
      )}
    </div>
  );
}
