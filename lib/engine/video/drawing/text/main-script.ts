/** The alphabets whose letters may be spaced and slanted. */
const ALPHABETS = {
  Latin: /\p{Script=Latin}/gu,
  Greek: /\p{Script=Greek}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
} as const;
/** The name of an alphabet that this service distinguishes: Latin, Greek or Cyrillic. */
export type WritingAlphabet = keyof typeof ALPHABETS;

const ANY_LETTER = /\p{L}/gu;
/** The smallest share of a text's letters that are of its main alphabet. */
const MAIN_SHARE = 0.75;

/** The number of matches of a pattern in a text. */
const countMatches = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** The alphabet of at least three quarters of the letters of a text; undefined if no alphabet has that share. */
export function findMainAlphabet(text: string): WritingAlphabet | undefined {
  const letters = countMatches(text, ANY_LETTER);
  if (letters === 0) return undefined;
  const names = Object.keys(ALPHABETS) as WritingAlphabet[];
  return names.find((name) => countMatches(text, ALPHABETS[name]) >= MAIN_SHARE * letters);
}

/** Letters and marks of some script; combining marks that are used in several scripts are not among them. */
const LETTER_OF_SCRIPT = /(?!\p{Script=Inherited})[\p{L}\p{M}]/gu;

/** A text with the letters of other scripts than an alphabet replaced by spaces. */
export const keepLettersOfAlphabet = (text: string, alphabet: WritingAlphabet): string =>
  text.replace(LETTER_OF_SCRIPT, (letter) => (letter.search(ALPHABETS[alphabet]) === 0 ? letter : ' '));

/** The pattern of a letter that is joined, stacked or square: one that is not of an alphabet. */
const FOREIGN_LETTER = String.raw`[\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]]`;
/** A part of a text from the first to the last of neighbouring letters that are not of an alphabet. */
const FOREIGN_RUN = new RegExp(`${FOREIGN_LETTER}\\p{M}*(?:[^\\p{L}]*${FOREIGN_LETTER}\\p{M}*)*`, 'gv');

/** A part of a text with letters of one kind. */
export interface SingleAlphabetTextPart {
  text: string;
  /** True: the letters of this part are not of an alphabet. */
  isForeign?: true;
}

/** Splits a text at the places where letters of alphabets and other letters meet. */
export function splitByAlphabet(text: string): SingleAlphabetTextPart[] {
  const parts: SingleAlphabetTextPart[] = [];
  let plainStart = 0;
  for (const { 0: foreignText, index } of text.matchAll(FOREIGN_RUN)) {
    if (index > plainStart) parts.push({ text: text.slice(plainStart, index) });
    parts.push({ text: foreignText, isForeign: true });
    plainStart = index + foreignText.length;
  }
  if (plainStart < text.length) parts.push({ text: text.slice(plainStart) });
  return parts;
}
