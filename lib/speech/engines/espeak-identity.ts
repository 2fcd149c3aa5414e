import espeakPackage from 'espeak-ng/package.json' with { type: 'json' };
import type { EngineIdentity, EngineVoice } from '../engine.ts';
import { matchVoice } from '../match-voice.ts';
import { ESPEAK_VARIANTS, ESPEAK_VOICE_TAGS, ESPEAK_VOICES } from './espeak-voices.ts';

// 165 words a minute is an unhurried lecture. The program's own amplitude of 100 clips in some voices; levels come later.
export const WORDS_PER_MINUTE = 165;
export const AMPLITUDE = 60;
// Strong emphasis at 60 comes within 1 dB of clipping in the first voice that was measured.
export const MARKUP_AMPLITUDE = 30;
/** Counted up whenever the same request would give other samples. */
const REVISION = 1;

const names = new Intl.DisplayNames('en', { type: 'language' });

/** The language of a voice: its name where that is a BCP 47 tag, else as much of it as is one. */
function languageOf(voice: string): string {
  for (let tag = voice; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      // A shorter one may be.
    }
  }
  return 'und';
}

function nameOf(voice: string): string {
  try {
    const language = languageOf(voice);
    return language === 'und' ? voice : `${names.of(language) ?? language} (${voice})`;
  } catch {
    // A tag that is well-formed, but not as CLDR has it.
    return voice;
  }
}

/** `voice`, when given, is a voice of the program ("en-gb"), optionally with one of its variants ("en-gb+f3"). */
function voiceFor(language: string, voice?: string): string | undefined {
  if (voice === undefined) return matchVoice(language, ESPEAK_VOICE_TAGS);
  const [name = '', variant, ...rest] = voice.toLowerCase().split('+');
  const known = ESPEAK_VOICES.has(name) && (variant === undefined || ESPEAK_VARIANTS.has(variant)) && rest.length === 0;
  return known ? voice.toLowerCase() : undefined;
}

const voices = (): EngineVoice[] =>
  [...ESPEAK_VOICES].map((id) => ({ id, name: nameOf(id), language: languageOf(id), variants: [...ESPEAK_VARIANTS] }));

/** What espeak-ng is and can say, without the program itself: all that is needed to address its speech. */
export const espeakIdentity = {
  id: 'espeak-ng',
  version: `espeak-ng@${espeakPackage.version};s${WORDS_PER_MINUTE};a${AMPLITUDE};r${REVISION}`,
  voiceFor,
  takesSpeed: () => true,
  voices,
} satisfies EngineIdentity;
