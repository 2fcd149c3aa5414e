import { MAX_SPEAKER_NAME_CHARACTERS, MAX_SPEAKERS } from '#engine/speech/script/speakers.ts';
import type { LoadState } from '../load.ts';
import { TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import { canAddSpeaker, NEW_SPEAKER, type SpeakerDraft, speakerFaults, trimmedSpeakerName } from '../speaker-draft.ts';
import { errorMessageForField } from '../to-shown-error.ts';
import type { ListedVoice } from '../voice-choices.ts';
import { SpeedField } from './speed-field.tsx';
import { VoiceField } from './voice-field.tsx';

/** The speakers of dialogues: a name, a voice and a speed each. */
export function SpeakersField({
  speakers,
  voices,
  areFaultsShown,
  error,
  onChange,
}: {
  speakers: readonly SpeakerDraft[];
  voices: LoadState<ListedVoice[]>;
  /** False: fields that are not filled in yet are not marked. */
  areFaultsShown: boolean;
  /** The error of the last attempt to save. */
  error: unknown;
  onChange: (speakers: readonly SpeakerDraft[]) => void;
}) {
  const faults = speakerFaults(speakers);
  const refused = (speaker: SpeakerDraft, field: string) =>
    errorMessageForField(error, `speakers.${trimmedSpeakerName(speaker)}.${field}`);
  return (
    <fieldset class="template-choice">
      <legend>Speakers of dialogues</legend>
      <p class="hint">A line of the notes that starts with a name and a colon is spoken by that speaker.</p>
      {speakers.map((speaker, index) => {
        const change = (changed: Partial<SpeakerDraft>) =>
          onChange(speakers.map((each, place) => (place === index ? { ...speaker, ...changed } : each)));
        const number = String(index + 1);
        const own = areFaultsShown ? faults[index] : undefined;
        return (
          <fieldset key={index} class="speaker" aria-label={`Speaker ${number}`}>
            <div class="pair">
              <TextField
                label={`Name of speaker ${number}`}
                value={speaker.name}
                maxLength={MAX_SPEAKER_NAME_CHARACTERS}
                placeholder="Anna"
                error={own?.name}
                onText={(name) => change({ name })}
              />
              <SpeedField
                label={`Speed of speaker ${number}`}
                value={speaker.speed}
                placeholder="of the slide"
                error={refused(speaker, 'speed')}
                onText={(speed) => change({ speed })}
              />
            </div>
            <VoiceField
              label={`Voice of speaker ${number}`}
              value={speaker.voice}
              voices={voices}
              none="Choose a voice"
              error={own?.voice ?? refused(speaker, 'voice')}
              onSelect={(voice) => change({ voice })}
            />
            <button
              type="button"
              class="button button-small"
              aria-label={`Remove speaker ${number}`}
              onClick={() => onChange(speakers.filter((_, place) => place !== index))}
            >
              <Icon name="trash" /> Remove
            </button>
          </fieldset>
        );
      })}
      <button
        type="button"
        class="button button-small"
        disabled={!canAddSpeaker(speakers)}
        onClick={() => onChange([...speakers, NEW_SPEAKER])}
      >
        Add a speaker
      </button>
      {!canAddSpeaker(speakers) && <p class="hint">A timeline has at most {MAX_SPEAKERS} speakers.</p>}
    </fieldset>
  );
}
