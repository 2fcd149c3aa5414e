import type { LoadState } from '../load.ts';
import { SelectField } from '../parts/fields.tsx';
import { type ListedVoice, voiceOptions } from '../voice-choices.ts';

/** The choice of a voice, with a sample of it to be heard. */
export function VoiceField({
  label,
  value,
  voices,
  noneLabel,
  error,
  onSelect,
}: {
  label: string;
  value: string;
  voices: LoadState<ListedVoice[]>;
  /** The label of the option without a voice. */
  noneLabel: string;
  error?: string | undefined;
  onSelect: (voice: string) => void;
}) {
  const loadedVoices = voices.state === 'ready' ? voices.data : [];
  const chosenVoice = loadedVoices.find(({ id }) => id === value);
  return (
    <div class="field">
      <SelectField
        label={label}
        value={value}
        options={voiceOptions(loadedVoices, value, noneLabel)}
        error={error}
        onSelect={onSelect}
      />
      {chosenVoice?.sample && (
        <div class="media-row">
          {/* biome-ignore lint/a11y/useMediaCaption: the sentence is shown next to it. */}
          <audio
            key={chosenVoice.sample.url}
            controls
            preload="none"
            src={chosenVoice.sample.url}
            aria-label={`Sample of ${chosenVoice.name}`}
          />
          <span class="fine">“{chosenVoice.sample.text}”</span>
        </div>
      )}
      {chosenVoice?.sample === null && (
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
