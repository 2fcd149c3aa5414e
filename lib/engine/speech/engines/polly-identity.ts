import type { SpeechEngineIdentity } from '../engine.ts';
import { findVoiceForLanguage } from '../find-voice-for-language.ts';
import { POLLY_VOICES } from './polly-voices.ts';

/** Must be raised when the same request gives other samples, or other times of words. */
const REVISION = 2;

const voiceByLowerCaseId = new Map(POLLY_VOICES.map((voice) => [voice.id.toLowerCase(), voice]));

/** From lower-case tag to voice: tags of language and region, and of the language alone for regions without a voice. */
function createVoiceTable(): Map<string, string> {
  const voiceIdByTag = new Map<string, string>();
  const add = (tag: string, id: string) => {
    if (!voiceIdByTag.has(tag)) voiceIdByTag.set(tag, id);
  };
  for (const { id, language, other_languages = [] } of POLLY_VOICES)
    for (const tag of [language, ...other_languages]) add(tag.toLowerCase(), id);
  for (const [tag, id] of [...voiceIdByTag]) {
    const [language = ''] = tag.split('-');
    // A language with several regions has the voice of its likeliest one: "pt" is Brazilian.
    const likeliestVoiceId = voiceIdByTag.get(
      `${language}-${new Intl.Locale(language).maximize().region?.toLowerCase()}`,
    );
    add(language, likeliestVoiceId ?? id);
  }
  // findVoiceForLanguage uses this tag for the Spanish of the Americas; "no" is Bokmål.
  add('es-419', 'Lupe');
  add('no', 'Ida');
  return voiceIdByTag;
}

const voiceIdByTag = createVoiceTable();

/** Finds the voice of a narration. @param voice one of Polly's neural voices ("Joanna"), in any case */
function voiceFor(language: string, voice?: string): string | undefined {
  return voice === undefined
    ? findVoiceForLanguage(language, voiceIdByTag)
    : voiceByLowerCaseId.get(voice.toLowerCase())?.id;
}

/** The language that a call must name for a bilingual voice; undefined: the voice's own language. */
export function pollyLanguageOfVoice(voice: string, language: string): string | undefined {
  const primaryLanguage = new Intl.Locale(language).language;
  const voiceFacts = voiceByLowerCaseId.get(voice.toLowerCase());
  if (voiceFacts === undefined || voiceFacts.language.startsWith(`${primaryLanguage}-`)) return undefined;
  return voiceFacts.other_languages?.find((tag) => tag.startsWith(`${primaryLanguage}-`));
}

/** Amazon Polly without a call to it: enough to choose a voice and to compute the content address of speech. */
export const pollyIdentity = {
  id: 'polly',
  version: `polly;neural;ogg_vorbis;24000;r${REVISION}`,
  voiceFor,
  takesSpeed: () => true,
  voices: () => [...POLLY_VOICES],
} satisfies SpeechEngineIdentity;
