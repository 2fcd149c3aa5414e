import { isUnspacedScriptCharacter } from '../script/unspaced-scripts.ts';
import type { TextRange } from '../text-range.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const TOKEN = /\S+/gu;

/**
 * The words of a sentence as captions show them, in order: ranges between spaces, with the punctuation marks that touch them; in scripts
 * without spaces the words of CLDR's dictionary. Marks between spaces (a dash) belong to the word before them, else to the one after them.
 * A text without letters and digits is one range; an empty text has none.
 */
export function findWrittenWords(text: string): TextRange[] {
  const pieces = [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => piecesOf(token, index));
  const words: TextRange[] = [];
  let hasWord = false;
  for (const { from, to } of pieces) {
    const isWord = WORD_CHARACTER.test(text.slice(from, to));
    const previousWord = words.at(-1);
    if (previousWord && !(isWord && hasWord)) previousWord.to = to;
    else words.push({ from, to });
    hasWord ||= isWord;
  }
  return words;
}

/** A text between spaces: one piece, or the pieces of a script without spaces. */
function piecesOf(token: string, offset: number): TextRange[] {
  if (![...token].some(isUnspacedScriptCharacter)) return [{ from: offset, to: offset + token.length }];
  return [...segmenter.segment(token)].map(({ segment, index }) => ({
    from: offset + index,
    to: offset + index + segment.length,
  }));
}
