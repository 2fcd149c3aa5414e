import { closestMatch } from 'leven';
import { FIELD_SYNONYMS, findWordBySynonym } from './synonyms.ts';

/** Maximum length of a name that can be a typo, in UTF-16 code units. */
const MAX_TYPO_LENGTH = 40;

/** The maximum number of wrong characters: 1 in a name of up to four characters, otherwise a third of the name, but at least 2. */
const maxMistakes = ({ length }: string): number => (length < 5 ? 1 : Math.max(2, Math.floor(length / 3)));

const closestField = (name: string, fields: readonly string[], maxDistance: number): string | undefined =>
  closestMatch(name, fields, { maxDistance });

/** Finds the field that starts or ends with the words of a name: `notes` finds `speaker_notes`. */
const fieldWithMoreWords = (name: string, fields: readonly string[]): string | undefined =>
  name.length > 2 ? fields.find((field) => field.startsWith(`${name}_`) || field.endsWith(`_${name}`)) : undefined;

/** Finds the field that differs from a name only by two neighbouring letters that changed places. */
const fieldWithSwappedLetters = (name: string, fields: readonly string[]): string | undefined =>
  fields.find((field) => {
    const swapStart = [...name].findIndex((letter, index) => letter !== field[index]);
    const isSwap = name[swapStart] === field[swapStart + 1] && name[swapStart + 1] === field[swapStart];
    return swapStart !== -1 && isSwap && name.slice(swapStart + 2) === field.slice(swapStart + 2);
  });

/**
 * The field that an unknown name probably means: spelled with capitals (`bulletPoints`), with a typo (`titel`), shortened (`notes`), or
 * a synonym (`heading`); undefined when none is likely.
 */
export function findLikelyField(name: string, fields: readonly string[]): string | undefined {
  if (name.length > MAX_TYPO_LENGTH) return undefined;
  const snakeCaseName = name
    .replace(/(?<=[a-z0-9])[A-Z]/g, '_$&')
    .replace(/[\s-]/g, '_')
    .toLowerCase();
  return (
    closestField(snakeCaseName, fields, 1) ??
    fieldWithSwappedLetters(snakeCaseName, fields) ??
    fieldWithMoreWords(snakeCaseName, fields) ??
    findWordBySynonym(FIELD_SYNONYMS, snakeCaseName, fields) ??
    closestField(snakeCaseName, fields, maxMistakes(snakeCaseName))
  );
}
