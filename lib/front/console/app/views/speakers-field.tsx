import { MAX_SPEAKER_NAME_CHARACTERS, MAX_SPEAKERS } from '#engine/speech/script/speakers.ts';
import type { LoadState } from '../load.ts';
import { TextField } from '../parts/fields.tsx';
import { Icon } from '../parts/icons.tsx';
import {
  canAddSpeaker,
  EMPTY_SPEAKER_DRAFT,
  type SpeakerDraft,
  speakerFaults,
  trimmedSpeakerName,
} from '../speaker-draft.ts';
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
  const serviceFault = (speaker: SpeakerDraft, field: string) =>
    errorMessageForField(error, `speakers.${trimmedSpeakerName(speaker)}.${field}`);
  return (
    <fieldset class="template-choice">
      <legend>Speakers of dialogues</legend>
      <p class="hint">A line of the notes that starts with a name and a colon is spoken by that speaker.</p>
      {speakers.map((speaker, index) => {
        const change = (changes: Partial<SpeakerDraft>) =>
          onChange(speakers.map((each, speakerIndex) => (speakerIndex === index ? { ...speaker, ...changes } : each)));
        const speakerNumber = String(index + 1);
        const shownFaults = areFaultsShown ? faults[index] : undefined;
        return (
          <fieldset key={index} class="speaker" aria-label={`Speaker ${speakerNumber}`}>
            <div class="pair">
              <TextField
                label={`Name of speaker ${speakerNumber}`}
                value={speaker.name}
                maxLength={MAX_SPEAKER_NAME_CHARACTERS}
                placeholder="Anna"
                error={shownFaults?.name}
                onText={(name) => change({ name })}
              />
              <SpeedField
                label={`Speed of speaker ${speakerNumber}`}
                value={speaker.speed}
                placeholder="of the slide"
                error={serviceFault(speaker, 'speed')}
                onText={(speed) => change({ speed })}
              />
            </div>
            <VoiceField
              label={`Voice of speaker ${speakerNumber}`}
              value={speaker.voice}
              voices={voices}
              noneLabel="Choose a voice"
              error={shownFaults?.voice ?? serviceFault(speaker, 'voice')}
              onSelect={(voice) => change({ voice })}
            />
            <button
              type="button"
              class="button button-small"
              aria-label={`Remove speaker ${speakerNumber}`}
              onClick={() => onChange(speakers.filter((_, speakerIndex) => speakerIndex !== index))}
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
        onClick={() => onChange([...speakers, EMPTY_SPEAKER_DRAFT])}
      >
        Add a speaker
      </button>
      {!canAddSpeaker(speakers) && <p class="hint">A timeline has at most {MAX_SPEAKERS} speakers.</p>}
    </fieldset>
  );
}
