import type { WordToken } from '../tokens/word-token.ts';
import { PAUSE_PUNCTUATION_MARKS, VOICE_MODEL_QUOTATION_MARKS } from '../words/alphabet.ts';
import { CURRENCY_UNIT_NAMES } from '../words/symbol-words.ts';
import type { WordPiece } from './piece.ts';
import { splitWordTokenIntoPieces } from './split-token.ts';

/** A token with its part of speech. `fixed`: the phonemes that replace a look-up; absent: none. */
export interface TaggedToken extends WordToken {
  tag: string;
  fixed?: string | undefined;
}

const MARK_TAGS: ReadonlySet<string> = new Set(['.', ',', '-LRB-', '-RRB-', '``', '""', "''", ':', '$', '#', 'NFP']);
/** Marks that are read in another form than the written one. */
const MARK_PHONEMES_BY_TAG: ReadonlyMap<string, string> = new Map([
  ['-LRB-', '('],
  ['-RRB-', ')'],
  ['``', '“'],
  ['""', '”'],
  ["''", '”'],
]);
const MONEY_TAG = '$';
const NUMBER_TAG = 'CD';

/** The phonemes of a mark; undefined for anything else. */
function markPhonemesOf(text: string, tag: string): string | undefined {
  if (tag === ':' && (text === '-' || text === '–')) return '—';
  if (tag === MONEY_TAG || !MARK_TAGS.has(tag) || /^[a-z]+$/i.test(text)) return undefined;
  return (
    MARK_PHONEMES_BY_TAG.get(tag) ??
    [...text]
      .filter((character) => PAUSE_PUNCTUATION_MARKS.has(character) || VOICE_MODEL_QUOTATION_MARKS.has(character))
      .join('')
  );
}

/** The pieces of a token. The last one has the space after it. */
function piecesOf({ text, from, tag, isFollowedBySpace, fixed }: TaggedToken): WordPiece[] {
  if (fixed !== undefined)
    return [{ text, tag, from, to: from + text.length, isFollowedBySpace, givenPhonemes: fixed }];
  const parts = splitWordTokenIntoPieces(text);
  return parts.map((part, index) => ({
    text: part.text,
    tag,
    from: from + part.from,
    to: from + part.to,
    isFollowedBySpace: isFollowedBySpace && index === parts.length - 1,
    givenPhonemes: markPhonemesOf(part.text, tag),
  }));
}

/** Takes signs of money from before their amounts: the last piece of an amount gets the sign. */
function withCurrencies(tokens: readonly TaggedToken[]): WordPiece[] {
  let sign: string | undefined;
  return tokens.flatMap((token, index) => {
    const isBeforeNumber = tokens[index + 1]?.tag === NUMBER_TAG;
    const pieces = piecesOf(token);
    if (token.tag === MONEY_TAG && CURRENCY_UNIT_NAMES.has(token.text) && isBeforeNumber) {
      sign = token.text;
      return pieces.map((piece) => ({ ...piece, givenPhonemes: '' }));
    }
    if (pieces.every(({ givenPhonemes }) => givenPhonemes !== undefined)) return pieces;
    if (token.tag !== NUMBER_TAG) sign = undefined;
    if (sign === undefined || isBeforeNumber) return pieces;
    const currency = sign;
    return pieces.map((piece, pieceIndex) => (pieceIndex === pieces.length - 1 ? { ...piece, currency } : piece));
  });
}

/**
 * Groups the pieces of a line into words. Pieces without a space between them are one word, except marks and given phonemes, which
 * are words of their kind.
 */
export function groupWordPieces(tokens: readonly TaggedToken[]): WordPiece[][] {
  const groups: WordPiece[][] = [];
  let canAppend = false;
  for (const piece of withCurrencies(tokens)) {
    const lastGroup = groups.at(-1);
    if (lastGroup && canAppend && piece.givenPhonemes === undefined) lastGroup.push(piece);
    else groups.push([piece]);
    canAppend = piece.givenPhonemes === undefined && !piece.isFollowedBySpace;
  }
  return groups;
}
