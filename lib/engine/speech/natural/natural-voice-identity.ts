import type { SpeechEngineIdentity, SpeechEngineVoice } from '../engine.ts';

/** The package that the voice is from; see `layers/speech/natural`. */
const MODEL_VERSION = 'hibari@0.2.1';
/** Must be raised when the same request gives other samples. */
const REVISION = 1;

const HEART_VOICE: SpeechEngineVoice = {
  id: 'heart',
  name: 'Heart',
  language: 'en-US',
  gender: 'female',
  variants: [],
};

const isEnglish = (language: string): boolean => {
  try {
    return new Intl.Locale(language).language === 'en';
  } catch {
    // Not a tag: no voice speaks it.
    return false;
  }
};

/** The natural voice of US English without its program: enough to choose the voice and to compute the content address of speech. */
export const naturalVoiceIdentity = {
  id: 'natural',
  readsOnlyLatin: true,
  version: `${MODEL_VERSION};r${REVISION}`,
  // It is the voice for English of any region: no other region has a natural one.
  voiceFor: (language, voice) =>
    (voice ?? (isEnglish(language) ? HEART_VOICE.id : undefined)) === HEART_VOICE.id ? HEART_VOICE.id : undefined,
  takesSpeed: () => true,
  voices: () => [HEART_VOICE],
} satisfies SpeechEngineIdentity;
