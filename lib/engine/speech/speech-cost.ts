import { ownValue } from '#kernel/shared/own-value.ts';
import { SPEECH_ENGINE_FACTS } from './engine-facts.ts';

/** The cost of spoken characters, in US dollars. @param engine its id */
export const speechCost = (engine: string, characters: number): number =>
  ((ownValue(SPEECH_ENGINE_FACTS, engine)?.usdPerMillionCharacters ?? 0) * characters) / 1_000_000;
