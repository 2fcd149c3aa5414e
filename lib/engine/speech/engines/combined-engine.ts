import {
  type SpeechAddressEngineIdentity,
  type SpeechEngine,
  type SpeechEngineIdentity,
  SpeechError,
  type SpeechRequest,
} from '../engine.ts';
import { findForeignScriptWords } from '../script/find-foreign-script-words.ts';
import { toCanonicalIpa } from '../script/ipa.ts';

/** Reports whether an engine has a voice. The language is arbitrary: `voiceFor` finds a named voice in any language. */
const hasVoice = (engine: SpeechAddressEngineIdentity, voice: string): boolean =>
  engine.voiceFor('en', voice) !== undefined;

/** The engine that speaks with a voice: one of those that an engine is made of, or the engine itself. */
export const engineOfVoice = (engine: SpeechAddressEngineIdentity, voice: string): SpeechAddressEngineIdentity =>
  engine.speakers?.find((speaker) => hasVoice(speaker, voice)) ?? engine;

/**
 * The engine that supplies the pronunciation of words in scripts that a speaker's engine cannot read; undefined if that engine needs no
 * other, or if no other has these sounds.
 */
export const foreignScriptEngineForSpeaker = <Speaker extends SpeechAddressEngineIdentity>(
  speakers: readonly Speaker[],
  { id, readsOnlyLatin }: SpeechAddressEngineIdentity,
): Speaker | undefined =>
  readsOnlyLatin === true ? speakers.find((speaker) => speaker.id !== id && speaker.transcribes === true) : undefined;

/** Reports whether an engine is the named one, or a combination that contains it. */
export const isOrContainsEngine = ({ id, speakers = [] }: SpeechAddressEngineIdentity, name: string): boolean =>
  id === name || speakers.some((speaker) => speaker.id === name);

/**
 * The identity of several engines combined: a voice is spoken by the engine that has it, and a language by the first engine that has a
 * voice for it.
 * @param id of the combined engine
 * @param speakers in the order in which their voices are offered; no two have a voice of the same name
 */
export function combinedEngineIdentity(id: string, speakers: readonly SpeechEngineIdentity[]): SpeechEngineIdentity {
  const firstVoice = (language: string, voice: string | undefined): string | undefined =>
    speakers.map((speaker) => speaker.voiceFor(language, voice)).find((speakerVoice) => speakerVoice !== undefined);
  return {
    id,
    version: speakers.map(({ version }) => version).join('|'),
    speakers,
    voiceFor: firstVoice,
    takesSpeed: (voice) => speakers.find((speaker) => hasVoice(speaker, voice))?.takesSpeed(voice) === true,
    voices: () => speakers.flatMap((speaker) => speaker.voices()),
  };
}

/** Adds the sounds of words in other scripts than Latin, which the request's engine cannot read, to the lexicon of the request. */
async function withForeignWords(
  request: SpeechRequest,
  phonemeEngine: SpeechEngine | undefined,
  signal: AbortSignal | undefined,
): Promise<SpeechRequest> {
  const { text, lexicon = [] } = request;
  const words = phonemeEngine?.transcribe ? findForeignScriptWords(text, lexicon) : [];
  if (words.length === 0) return request;
  const sounds = (await phonemeEngine?.transcribe?.(words, signal)) ?? [];
  const entries = words.flatMap(({ word }, index) => {
    const ipa = toCanonicalIpa(sounds[index] ?? '');
    return ipa === '' ? [] : [{ word, say: word, ipa }];
  });
  return { ...request, lexicon: [...lexicon, ...entries] };
}

/**
 * Combines several engines into one: a voice is spoken by the engine that has it, and a language by the first engine that has a voice for
 * it.
 */
export function createCombinedEngine(id: string, engines: readonly SpeechEngine[]): SpeechEngine {
  const identity = combinedEngineIdentity(id, engines);
  return {
    ...identity,
    async speak(request, signal) {
      const { language, voice: requestedVoice } = request;
      const voice = identity.voiceFor(language, requestedVoice);
      const engine = engines.find(
        (candidate) => voice !== undefined && candidate.voiceFor(language, voice) !== undefined,
      );
      if (!engine) throw new SpeechError('voice_unknown', `No ${id} voice for "${requestedVoice ?? language}".`);
      try {
        const requestWithSounds = await withForeignWords(
          request,
          foreignScriptEngineForSpeaker(engines, engine),
          signal,
        );
        return await engine.speak({ ...requestWithSounds, voice }, signal);
      } catch (error) {
        // This engine cannot read the script of the notes at all, so another engine speaks them.
        const otherEngine = engines.find(
          (candidate) => candidate !== engine && candidate.voiceFor(language) !== undefined,
        );
        if (!(otherEngine && error instanceof SpeechError && error.code === 'no_speech')) throw error;
        return otherEngine.speak({ ...request, voice: undefined }, signal);
      }
    },
  };
}
