import { type EngineIdentity, type SpeakerIdentity, type SpeechEngine, SpeechError } from '../engine.ts';

/** Any language: the question is who has the voice. */
const hasVoice = (speaker: SpeakerIdentity, voice: string): boolean => speaker.voiceFor('en', voice) !== undefined;

/** The engine that speaks with a voice: one of those that an engine is made of, or the engine itself. */
export const speakerOf = (engine: SpeakerIdentity, voice: string): SpeakerIdentity =>
  engine.speakers?.find((speaker) => hasVoice(speaker, voice)) ?? engine;

/** Reports whether an engine is the named one, or is made of it among others. */
export const hasSpeaker = ({ id, speakers = [] }: SpeakerIdentity, name: string): boolean =>
  id === name || speakers.some((speaker) => speaker.id === name);

/**
 * The engine that several make together: a voice is spoken by the engine that has it, and a language by the first one that has a voice for it.
 * @param id of the engines together
 * @param speakers in the order in which their voices are offered; no two have a voice of the same name
 */
export function combinedIdentity(id: string, speakers: readonly EngineIdentity[]): EngineIdentity {
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

/** As `combinedIdentity`, with the programs. */
export function combinedEngine(id: string, engines: readonly SpeechEngine[]): SpeechEngine {
  const identity = combinedIdentity(id, engines);
  return {
    ...identity,
    async speak(request, signal) {
      const { language, voice: wanted } = request;
      const voice = identity.voiceFor(language, wanted);
      const first = engines.find((each) => voice !== undefined && each.voiceFor(language, voice) !== undefined);
      if (!first) throw new SpeechError('voice_unknown', `No ${id} voice for "${wanted ?? language}".`);
      try {
        return await first.speak({ ...request, voice }, signal);
      } catch (error) {
        // The notes are in a script that this engine cannot read at all: another one at least says something.
        const other = engines.find((each) => each !== first && each.voiceFor(language) !== undefined);
        if (!(other && error instanceof SpeechError && error.code === 'no_speech')) throw error;
        return other.speak({ ...request, voice: undefined }, signal);
      }
    },
  };
}
