import { ownValue } from '../shared/own-value.ts';

/**
 * What an engine costs, in US dollars for a million characters: the list price of Amazon Polly's neural voices. An engine
 * of one's own costs nothing by the character.
 */
const USD_PER_MILLION_CHARACTERS: Readonly<Record<string, number>> = { polly: 16 };

/** The cost of spoken characters, in US dollars. @param engine its id */
export const speechCost = (engine: string, characters: number): number =>
  ((ownValue(USD_PER_MILLION_CHARACTERS, engine) ?? 0) * characters) / 1_000_000;
