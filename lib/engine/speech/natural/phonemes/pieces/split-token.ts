import type { TextRange } from '../../../text-range.ts';
import { LATIN_LOWERCASE_RANGES, LATIN_UPPERCASE_RANGES } from '../tokens/affixes.ts';

/** Marks of letters are parts of words. */
const LETTER = '[\\p{L}\\p{M}\\p{Nl}\\p{No}]';
const APOSTROPHE = "['‘’]";

/** Pieces of a token: words in camel case, numbers, signs, apostrophes. */
const PIECE = new RegExp(
  [
    `^${APOSTROPHE}+`,
    // "ATeam": a capital before a word with one.
    `[${LATIN_UPPERCASE_RANGES}](?=[${LATIN_UPPERCASE_RANGES}][${LATIN_LOWERCASE_RANGES}])`,
    '(?:^-)?[,.]?\\p{Nd}(?:[,.]?\\p{Nd})*',
    '[-_]+',
    `${APOSTROPHE}{2,}`,
    // "iPhone": up to the last small letter before a capital.
    `${LETTER}*?(?:${APOSTROPHE}${LETTER})*?[${LATIN_LOWERCASE_RANGES}](?=[${LATIN_UPPERCASE_RANGES}])`,
    `${LETTER}+(?:${APOSTROPHE}${LETTER})*`,
    "[^\\p{L}\\p{N}_\\-'‘’]",
    `${APOSTROPHE}+$`,
  ].join('|'),
  'gu',
);

/** A part of a token, with its range in the token. */
export interface TokenPiece extends TextRange {
  text: string;
}

/** Cuts a token into its pieces. Their ranges cover the token: characters between two pieces belong to the first. */
export function splitTokenIntoPieces(token: string): TokenPiece[] {
  const found = [...token.matchAll(PIECE)].map(({ 0: text, index }) => ({ text, from: index }));
  if (found.length === 0) return [{ text: token, from: 0, to: token.length }];
  return found.map(({ text, from }, at) => ({
    text,
    from: at === 0 ? 0 : from,
    to: found[at + 1]?.from ?? token.length,
  }));
}
