import type { z } from 'zod';
import type { voiceAnswer } from './contract.ts';
import type { NarrationEngine } from './engine.ts';

export type VoiceAnswer = z.output<typeof voiceAnswer>;

const spoken = (tag: string): string => new Intl.Locale(tag).language;

/** The voices of an engine; with a language (BCP 47) those whose language it is, whatever the region. */
export const listVoices = (
  engine: Pick<NarrationEngine, 'id' | 'voices'>,
  language: string | undefined,
): VoiceAnswer[] =>
  engine
    .voices()
    .filter((voice) => language === undefined || spoken(voice.language) === spoken(language))
    .map(({ gender, ...voice }) => ({ ...voice, gender: gender ?? null, engine: engine.id }));
