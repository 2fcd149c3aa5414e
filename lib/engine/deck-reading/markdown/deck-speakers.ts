import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { DeckSettings } from '../deck.ts';
import { isObjectOfYamlFields, textOfYamlField, type YamlFields } from './front-matter.ts';

/** The form of speakers in front matter, for messages. */
export const FRONT_MATTER_SPEAKERS_HINT = 'a name and a voice in each line, such as "Anna: en-gb"';

/** A voice, or fields with a voice and a speed. @returns undefined for any other value */
function parseSpeaker(value: unknown): NonNullable<DeckSettings['speakers']>[string] | undefined {
  const fields = isObjectOfYamlFields(value) ? value : { voice: value };
  const [voice, speed] = [textOfYamlField(fields, 'voice'), textOfYamlField(fields, 'speed')];
  if (voice === undefined || Number.isNaN(Number(speed ?? 1))) return undefined;
  return { voice, ...(speed === undefined ? {} : { speed: Number(speed) }) };
}

/** The speakers that front matter names; undefined if it names none. `isRead` is false for a value of another form. */
export function readDeckSpeakers(fields: YamlFields): { speakers: DeckSettings['speakers']; isRead: boolean } {
  const value = ownPropertyValue(fields, 'speakers');
  if (value === undefined || value === null) return { speakers: undefined, isRead: true };
  const entries = isObjectOfYamlFields(value)
    ? Object.entries(value).map(([name, speakerValue]) => [name, parseSpeaker(speakerValue)] as const)
    : [];
  const speakers = entries.flatMap(([name, speaker]) => (speaker === undefined ? [] : [[name, speaker] as const]));
  return speakers.length === 0 || speakers.length < entries.length
    ? { speakers: undefined, isRead: false }
    : { speakers: Object.fromEntries(speakers), isRead: true };
}
