import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { SPEECH_ENGINE_FACTS } from './engine-facts.ts';

/** The cost of spoken characters, in US dollars. @param engine the id of the engine */
export const speechCostUsd = (engine: string, characters: number): number =>
  ((ownPropertyValue(SPEECH_ENGINE_FACTS, engine)?.usdPerMillionCharacters ?? 0) * characters) / 1_000_000;
