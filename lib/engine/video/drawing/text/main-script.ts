/** The alphabets whose letters may be spaced and slanted. */
const ALPHABETS = {
  Latin: /\p{Script=Latin}/gu,
  Greek: /\p{Script=Greek}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
} as const;
/** The name of an alphabet that this service distinguishes: Latin, Greek or Cyrillic. */
export type Alphabet = keyof typeof ALPHABETS;

const LETTER = /\p{L}/gu;
/** Part of its letters that a text has of its main alphabet. */
const MAIN_SHARE = 0.75;

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** The alphabet of at least three quarters of the letters of a text; undefined if no alphabet has that share. */
export function mainAlphabet(text: string): Alphabet | undefined {
  const letters = countOf(text, LETTER);
  if (letters === 0) return undefined;
  const names = Object.keys(ALPHABETS) as Alphabet[];
  return names.find((name) => countOf(text, ALPHABETS[name]) >= MAIN_SHARE * letters);
}

/** Letters and marks; combining marks without a script go with letters of any. */
const SCRIPTED = /(?!\p{Script=Inherited})[\p{L}\p{M}]/gu;

/** A text without the letters of other scripts than this alphabet. */
export const lettersOfAlphabet = (text: string, alphabet: Alphabet): string =>
  text.replace(SCRIPTED, (letter) => (letter.search(ALPHABETS[alphabet]) === 0 ? letter : ' '));

const FOREIGN = String.raw`[\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]]`;
/** Letters that are joined, stacked or square, with the characters between them. */
const FOREIGN_RUN = new RegExp(`${FOREIGN}\\p{M}*(?:[^\\p{L}]*${FOREIGN}\\p{M}*)*`, 'gv');

/** A part of a text with letters of one kind. */
export interface AlphabetPart {
  text: string;
  /** True: the letters of this part are not of an alphabet. */
  isForeign?: true;
}

/** Splits a text where letters of alphabets and other letters meet. */
export function splitByAlphabet(text: string): AlphabetPart[] {
  const parts: AlphabetPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(FOREIGN_RUN)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: found, isForeign: true });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
