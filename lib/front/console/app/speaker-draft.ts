import { MAX_SPEAKERS, SPEAKER_NAME_PATTERN } from '#engine/speech/script/speakers.ts';
import type { Schemas } from '#front/client/client.ts';
import { enteredSpeedFault, parseEnteredSpeed } from './speed-draft.ts';

/** The values of the form for one speaker of dialogues. */
export interface SpeakerDraft {
  name: string;
  /** Empty: none is chosen yet. */
  voice: string;
  /** Empty: that of the slide. */
  speed: string;
}

/** The reasons, for the user, why a speaker cannot be saved; without an entry for a field that can. */
export type SpeakerFaults = Partial<Record<keyof SpeakerDraft, string>>;

/** A speaker who is not filled in yet. */
export const EMPTY_SPEAKER_DRAFT: SpeakerDraft = { name: '', voice: '', speed: '' };

/** Converts the speakers of a stored timeline to the values of the speaker forms. */
export const speakersDraftOf = (speakers: Schemas['Timeline']['speakers']): SpeakerDraft[] =>
  Object.entries(speakers).map(([name, { voice, speed }]) => ({
    name,
    voice,
    speed: speed === undefined ? '' : String(speed),
  }));

/** The name of a speaker as it is sent. */
export const trimmedSpeakerName = ({ name }: SpeakerDraft): string => name.trim();

const comparableName = (speaker: SpeakerDraft): string =>
  trimmedSpeakerName(speaker).toLowerCase().replace(/\s+/gu, ' ');

function nameFault(speaker: SpeakerDraft, earlierSpeakers: readonly SpeakerDraft[]): string | undefined {
  const name = trimmedSpeakerName(speaker);
  if (name === '') return 'Enter the name that stands before the lines of this speaker.';
  if (!SPEAKER_NAME_PATTERN.test(name)) return 'Use letters and digits, with spaces, dots and hyphens between them.';
  return earlierSpeakers.some((other) => comparableName(other) === comparableName(speaker))
    ? 'Two speakers have this name.'
    : undefined;
}

/** Returns the error messages of each speaker form, in the order of the speakers. */
export const speakerFaults = (speakers: readonly SpeakerDraft[]): SpeakerFaults[] =>
  speakers.map((speaker, index) => {
    const name = nameFault(speaker, speakers.slice(0, index));
    const speed = enteredSpeedFault(speaker.speed);
    return {
      ...(name === undefined ? {} : { name }),
      ...(speaker.voice === '' ? { voice: 'Choose a voice.' } : {}),
      ...(speed === undefined ? {} : { speed }),
    };
  });

/** The speakers in the form of a request. Speakers with faults are sent as far as they are filled in. */
export const toSpeakersInput = (speakers: readonly SpeakerDraft[]): Record<string, Schemas['SpeakerInput']> =>
  Object.fromEntries(
    speakers.map((speaker) => {
      const speed = parseEnteredSpeed(speaker.speed) ?? undefined;
      return [trimmedSpeakerName(speaker), { voice: speaker.voice, ...(speed === undefined ? {} : { speed }) }];
    }),
  );

/** Reports whether a timeline may have one more speaker. */
export const canAddSpeaker = (speakers: readonly SpeakerDraft[]): boolean => speakers.length < MAX_SPEAKERS;
