import {
  type SpeechAddressEngineIdentity,
  type SpeechEngine,
  type SpeechEngineIdentity,
  SpeechError,
  type SpeechRequest,
} from '../engine.ts';
import { findForeignScriptWords } from '../script/find-foreign-script-words.ts';
import { canonicalIpa } from '../script/ipa.ts';

/** Any language: the question is who has the voice. */
const hasVoice = (speaker: SpeechAddressEngineIdentity, voice: string): boolean =>
  speaker.voiceFor('en', voice) !== undefined;

/** The engine that speaks with a voice: one of those that an engine is made of, or the engine itself. */
export const engineOfVoice = (engine: SpeechAddressEngineIdentity, voice: string): SpeechAddressEngineIdentity =>
  engine.speakers?.find((speaker) => hasVoice(speaker, voice)) ?? engine;

/**
 * The engine that supplies the pronunciation of words in scripts that a speaker's engine cannot read; undefined if that engine needs no
 * other, or if no other has these sounds.
 */
export const phonemeEngineForSpeaker = <Speaker extends SpeechAddressEngineIdentity>(
  speakers: readonly Speaker[],
  { id, readsOnlyLatin }: SpeechAddressEngineIdentity,
): Speaker | undefined =>
  readsOnlyLatin === true ? speakers.find((other) => other.id !== id && other.transcribes === true) : undefined;

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
    speakers.map((speaker) => speaker.voiceFor(language, voice)).find((found) => found !== undefined);
  return {
    id,
    version: speakers.map(({ version }) => version).join('|'),
    speakers,
    voiceFor: firstVoice,
    takesSpeed: (voice) => speakers.find((speaker) => hasVoice(speaker, voice))?.takesSpeed(voice) === true,
    voices: () => speakers.flatMap((speaker) => speaker.voices()),
  };
}

/** A request with the sounds of words in other scripts than Latin, which its engine does not read. */
async function withForeignWords(
  request: SpeechRequest,
  helper: SpeechEngine | undefined,
  signal: AbortSignal | undefined,
): Promise<SpeechRequest> {
  const { text, lexicon = [] } = request;
  const words = helper?.transcribe ? findForeignScriptWords(text, lexicon) : [];
  if (words.length === 0) return request;
  const sounds = (await helper?.transcribe?.(words, signal)) ?? [];
  const entries = words.flatMap(({ word }, at) => {
    const ipa = canonicalIpa(sounds[at] ?? '');
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
      const { language, voice: wanted } = request;
      const voice = identity.voiceFor(language, wanted);
      const first = engines.find((each) => voice !== undefined && each.voiceFor(language, voice) !== undefined);
      if (!first) throw new SpeechError('voice_unknown', `No ${id} voice for "${wanted ?? language}".`);
      try {
        const helped = await withForeignWords(request, phonemeEngineForSpeaker(engines, first), signal);
        return await first.speak({ ...helped, voice }, signal);
      } catch (error) {
        // This engine cannot read the script of the notes at all, so another engine speaks them.
        const other = engines.find((each) => each !== first && each.voiceFor(language) !== undefined);
        if (!(other && error instanceof SpeechError && error.code === 'no_speech')) throw error;
        return other.speak({ ...request, voice: undefined }, signal);
      }
    },
  };
}
