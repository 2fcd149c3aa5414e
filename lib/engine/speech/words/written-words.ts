import { isUnspacedScript } from '../script/unspaced-scripts.ts';
import type { TextRange } from '../text-range.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const WORD = /[\p{L}\p{N}]/u;
const TOKEN = /\S+/gu;

/**
 * The words of a sentence as captions show them, in order: ranges between spaces, with the punctuation marks that touch them; in scripts
 * without spaces the words of CLDR's dictionary. Marks between spaces (a dash) belong to the word before them, else to the one after them.
 * A text without letters and digits is one range; an empty text has none.
 */
export function writtenWords(text: string): TextRange[] {
  const pieces = [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => piecesOf(token, index));
  const words: TextRange[] = [];
  let hasWord = false;
  for (const { from, to } of pieces) {
    const isWord = WORD.test(text.slice(from, to));
    const before = words.at(-1);
    if (before && !(isWord && hasWord)) before.to = to;
    else words.push({ from, to });
    hasWord ||= isWord;
  }
  return words;
}

/** A text between spaces: one piece, or the pieces of a script without spaces. */
function piecesOf(token: string, at: number): TextRange[] {
  if (![...token].some(isUnspacedScript)) return [{ from: at, to: at + token.length }];
  return [...segmenter.segment(token)].map(({ segment, index }) => ({
    from: at + index,
    to: at + index + segment.length,
  }));
}
