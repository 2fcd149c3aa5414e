import type { SpeechEngineIdentity, SpeechEngineVoice } from './engine.ts';

/** The voices of the engine that narrates on this stage. */
export type VoiceCatalog = Pick<SpeechEngineIdentity, 'voiceFor' | 'voices'>;

/** The primary subtag in CLDR's canonical form: `zh` for `cmn`. */
const primaryLanguage = (tag: string): string => new Intl.Locale(tag).language;

/** The voices that speak a language (BCP 47) in any of its regions; without a language all voices. */
export const voicesOfLanguage = (
  catalog: Pick<VoiceCatalog, 'voices'>,
  language: string | undefined,
): SpeechEngineVoice[] =>
  catalog
    .voices()
    .filter(
      (voice) =>
        language === undefined ||
        [voice.language, ...(voice.other_languages ?? [])].some(
          (tag) => primaryLanguage(tag) === primaryLanguage(language),
        ),
    );

/** The maximum number of voices that a message names. */
const MAX_NAMED_VOICES = 3;

/**
 * Returns a message that a voice named by a client does not exist, with a list of voices that do; undefined if the engine has the voice. A
 * voice of another language is accepted: it reads the text in its own way.
 * @param language BCP 47, of the text
 */
export function findUnknownVoiceMessage(catalog: VoiceCatalog, language: string, voice: string): string | undefined {
  if (catalog.voiceFor(language, voice) !== undefined) return undefined;
  const defaultVoice = catalog.voiceFor(language);
  const ids = new Set([
    ...(defaultVoice === undefined ? [] : [defaultVoice]),
    ...voicesOfLanguage(catalog, language).map(({ id }) => id),
  ]);
  if (ids.size === 0) return 'There is no such voice; GET /voices lists all voices.';
  const voiceList = [...ids]
    .slice(0, MAX_NAMED_VOICES)
    .map((id) => `"${id}"`)
    .join(', ');
  return `There is no such voice; ${ids.size === 1 ? 'a voice' : 'voices'} for "${language}": ${voiceList}. GET /voices lists all voices.`;
}
