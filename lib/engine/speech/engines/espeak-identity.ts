import espeakPackage from 'espeak-ng/package.json' with { type: 'json' };
import type { SpeechEngineIdentity, SpeechEngineVoice } from '../engine.ts';
import { findVoiceForLanguage } from '../find-voice-for-language.ts';
import { ESPEAK_VARIANTS, ESPEAK_VOICE_BY_TAG, ESPEAK_VOICE_NAMES } from './espeak-voice-names.ts';

/** The pace at speed 1: an unhurried lecture. */
export const ESPEAK_WORDS_PER_MINUTE = 165;
/** The program's `-a` for plain text. Its default of 100 clips with some voices; speech is levelled later. */
export const ESPEAK_AMPLITUDE = 60;
/** The program's `-a` for text with emphasis: at 60, strong emphasis came within 1 dB of clipping in the first voice that was measured. */
export const ESPEAK_MARKUP_AMPLITUDE = 30;
/** Must be raised when the same request gives other samples, or other times of words. */
const REVISION = 4;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The language of a voice: the longest beginning of its name that is a BCP 47 tag. */
function languageOf(voice: string): string {
  for (let tag = voice; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      // A shorter beginning may be a tag.
    }
  }
  return 'und';
}

/** The English name of a voice: its language, and its id. */
function nameOf(voice: string): string {
  try {
    const language = languageOf(voice);
    return language === 'und' ? voice : `${languageNames.of(language) ?? language} (${voice})`;
  } catch {
    // The tag is well-formed, but CLDR refuses it.
    return voice;
  }
}

/**
 * Finds the voice of a narration.
 * @param language BCP 47
 * @param voice a voice of the program ("en-gb"), optionally with a variant ("en-gb+f3"); undefined: the best voice of the language
 * @returns undefined if the program has no such voice
 */
function voiceFor(language: string, voice?: string): string | undefined {
  if (voice === undefined) return findVoiceForLanguage(language, ESPEAK_VOICE_BY_TAG);
  const [name = '', variant, ...extraParts] = voice.toLowerCase().split('+');
  const isKnown =
    ESPEAK_VOICE_NAMES.has(name) && (variant === undefined || ESPEAK_VARIANTS.has(variant)) && extraParts.length === 0;
  return isKnown ? voice.toLowerCase() : undefined;
}

const voices = (): SpeechEngineVoice[] =>
  [...ESPEAK_VOICE_NAMES].map((id) => ({
    id,
    name: nameOf(id),
    language: languageOf(id),
    variants: [...ESPEAK_VARIANTS],
  }));

/** espeak-ng without its program: enough to choose a voice and to compute the content address of speech. */
export const espeakIdentity = {
  id: 'espeak-ng',
  transcribes: true,
  version: `espeak-ng@${espeakPackage.version};s${ESPEAK_WORDS_PER_MINUTE};a${ESPEAK_AMPLITUDE};r${REVISION}`,
  voiceFor,
  takesSpeed: () => true,
  voices,
} satisfies SpeechEngineIdentity;
