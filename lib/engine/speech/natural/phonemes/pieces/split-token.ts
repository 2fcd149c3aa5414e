import type { TextRange } from '../../../text-range.ts';
import { LATIN_LOWERCASE_RANGES, LATIN_UPPERCASE_RANGES } from '../tokens/affixes.ts';

/** A letter, a mark on one (part of the word), or a number sign such as Ⅳ or ². */
const LETTER = '[\\p{L}\\p{M}\\p{Nl}\\p{No}]';
const APOSTROPHE = "['‘’]";

/** Pieces of a token: words in camel case, numbers, signs, apostrophes. */
const PIECE = new RegExp(
  [
    `^${APOSTROPHE}+`,
    // The A of "ATeam": a capital before a capitalized word.
    `[${LATIN_UPPERCASE_RANGES}](?=[${LATIN_UPPERCASE_RANGES}][${LATIN_LOWERCASE_RANGES}])`,
    // A number with its decimal point and separators; a hyphen only at the start of the token.
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

/** Cuts a token into its pieces. Their ranges cover the token: characters after a piece belong to it, those before the first to the first. */
export function splitWordTokenIntoPieces(token: string): TokenPiece[] {
  const pieces = [...token.matchAll(PIECE)].map(({ 0: text, index }) => ({ text, from: index }));
  if (pieces.length === 0) return [{ text: token, from: 0, to: token.length }];
  return pieces.map(({ text, from }, position) => ({
    text,
    from: position === 0 ? 0 : from,
    to: pieces[position + 1]?.from ?? token.length,
  }));
}
