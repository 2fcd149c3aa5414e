import { closestMatch } from 'leven';
import { FIELD_SYNONYMS, findWordBySynonym } from './synonyms.ts';

/** Longest name that can be a typo, in characters. */
const MAX_LENGTH = 40;

/** The most characters that may be wrong: one in three. */
const mistakesAllowed = ({ length }: string): number => (length < 5 ? 1 : Math.max(2, Math.floor(length / 3)));

const within = (name: string, fields: readonly string[], maxDistance: number): string | undefined =>
  closestMatch(name, fields, { maxDistance });

/** The field of which a name is the first or the last words: `notes` for `speaker_notes`. */
const withMoreWords = (name: string, fields: readonly string[]): string | undefined =>
  name.length > 2 ? fields.find((field) => field.startsWith(`${name}_`) || field.endsWith(`_${name}`)) : undefined;

/** The field in which two neighbouring letters of a name changed places. */
const swapped = (name: string, fields: readonly string[]): string | undefined =>
  fields.find((field) => {
    const from = [...name].findIndex((letter, index) => letter !== field[index]);
    const isSwap = name[from] === field[from + 1] && name[from + 1] === field[from];
    return from !== -1 && isSwap && name.slice(from + 2) === field.slice(from + 2);
  });

/**
 * The field that an unknown name probably means: spelled with capitals (`bulletPoints`), with a typo (`titel`), shortened (`notes`), or
 * a synonym (`heading`); undefined when none is likely.
 */
export function likelyField(name: string, fields: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const plain = name
    .replace(/(?<=[a-z0-9])[A-Z]/g, '_$&')
    .replace(/[\s-]/g, '_')
    .toLowerCase();
  return (
    within(plain, fields, 1) ??
    swapped(plain, fields) ??
    withMoreWords(plain, fields) ??
    findWordBySynonym(FIELD_SYNONYMS, plain, fields) ??
    within(plain, fields, mistakesAllowed(plain))
  );
}
