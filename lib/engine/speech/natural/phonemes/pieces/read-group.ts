import { PRIMARY_STRESS_MARK } from '../words/alphabet.ts';
import { demotePrimaryStress, phonemeLengthInShortUnits } from '../words/stress.ts';
import { contextOfPreviousWord, type WordContext } from '../words/word-context.ts';
import type { WordReader, WrittenWord } from '../words/word-reader.ts';
import type { WordPiece } from './piece.ts';

/** The readers of the pieces of a word. */
export interface WordPieceReaders {
  words: WordReader;
  /** The phonemes of a text that `words` does not know. */
  unknown: (text: string) => string;
}

/** A word that is read, and the context of the word before it. */
interface ReadGroup {
  phonemes: string;
  context: WordContext;
}

/** Pieces that are read together, with their phonemes. */
interface ReadPiece {
  /** The place of the first piece. */
  start: number;
  /** The text of the first piece. */
  text: string;
  phonemes: string;
  /** All of them have letters, figures or apostrophes. */
  hasSounds: boolean;
  /** No lexicon has them. */
  isUnknown: boolean;
  /** The context of the last piece. */
  after: WordContext;
}

/** Most pieces that are looked up as one word. The longest word of the lexica has 13. */
const MAX_JOINED = 13;
/**
 * The most pieces of a chain that may be one word. In a longer chain, at most `MAX_JOINED_IN_CHAIN` pieces are looked up together, to bound
 * the time.
 */
const MAX_WORD_PIECES = 64;
const MAX_JOINED_IN_CHAIN = 3;
/** Signs within words that are not spoken. */
const SILENT: ReadonlySet<string> = new Set("',-._‘’/");

const isSilent = (text: string): boolean => [...text].every((one) => SILENT.has(one));

/** The tag of the longest piece; a capital counts twice. */
function tagOf(pieces: readonly WordPiece[]): string {
  const sizes = pieces.map(({ text }) => [...text].reduce((sum, one) => sum + (one === one.toLowerCase() ? 1 : 2), 0));
  return pieces[sizes.indexOf(Math.max(...sizes))]?.tag ?? '';
}

const joined = (pieces: readonly WordPiece[], isHead: boolean): WrittenWord => ({
  text: pieces.map(({ text }) => text).join(''),
  tag: tagOf(pieces),
  isHead,
  currency: pieces.findLast(({ currency }) => currency !== undefined)?.currency,
});

const hasSounds = ({ text }: WordPiece): boolean => /[\p{L}\p{N}'‘’]/u.test(text);

/** Reports whether a sign is one of three or more equal ones in a row, as in a line. */
const isOrnament = (pieces: readonly WordPiece[], at: number): boolean =>
  [at - 2, at - 1, at].some((first) =>
    [first, first + 1, first + 2].every((place) => pieces[place]?.text === pieces[at]?.text),
  );

/**
 * Reads pieces from the last one backwards, and each time takes the most pieces that form a word. Unknown pieces between two signs are read
 * together: "PostgreSQL".
 */
function readPieces(
  pieces: readonly WordPiece[],
  context: WordContext,
  { words, unknown }: WordPieceReaders,
): ReadPiece[] {
  const read: ReadPiece[] = [];
  const add = (start: number, end: number, after: WordContext, known?: string): WordContext => {
    const some = pieces.slice(start, end);
    const word = joined(some, start === 0);
    const phonemes = known ?? unknown(word.text);
    const isUnknown = known === undefined;
    read.push({ start, text: some[0]?.text ?? '', phonemes, hasSounds: some.every(hasSounds), isUnknown, after });
    return contextOfPreviousWord({ ...word, phonemes }, after);
  };
  let after = context;
  for (let end = pieces.length; end > 0; end = read.at(-1)?.start ?? 0) {
    const found = longestWord(pieces, end, after, words);
    if (found) {
      after = add(found.start, end, after, found.phonemes);
      continue;
    }
    const [last] = pieces.slice(end - 1, end);
    if (last && (isSilent(last.text) || !hasSounds(last))) {
      const isQuiet = isSilent(last.text) || isOrnament(pieces, end - 1);
      after = add(end - 1, end, after, isQuiet ? '' : undefined);
      continue;
    }
    let until = end;
    while (read.at(-1)?.hasSounds) {
      after = read.pop()?.after ?? after;
      until = read.at(-1)?.start ?? pieces.length;
    }
    const start = pieces.findLastIndex((piece, at) => at < end && !hasSounds(piece)) + 1;
    after = add(start, until, after);
  }
  return read.reverse();
}

function longestWord(pieces: readonly WordPiece[], end: number, context: WordContext, words: WordReader) {
  const most = pieces.length > MAX_WORD_PIECES ? MAX_JOINED_IN_CHAIN : MAX_JOINED;
  for (let start = Math.max(0, end - most); start < end; start++) {
    const word = joined(pieces.slice(start, end), start === 0);
    const phonemes = words.read(word, context);
    if (phonemes !== undefined) return { start, phonemes };
  }
  return undefined;
}

/** Reports whether the pieces of a text are spoken as separate words: letters and figures, or parts around a slash. */
function isSpaced(text: string): boolean {
  if (text.includes('/')) return true;
  const kinds = [...text]
    .filter((one) => !SILENT.has(one))
    .map((one) => (/\p{L}/u.test(one) ? 'letter' : /[0-9]/.test(one) ? 'figure' : 'sign'));
  return new Set(kinds).size > 1;
}

/** Weakens the stress of the lighter half of the pieces of a compound, if most pieces have primary stress. */
function balanced(pieces: readonly ReadPiece[]): ReadPiece[] {
  const heard = pieces.filter(({ phonemes }) => phonemes !== '');
  const strong = heard.filter(({ phonemes }) => phonemes.includes(PRIMARY_STRESS_MARK)).length;
  const [first, second] = heard;
  const weaken = (some: readonly (ReadPiece | undefined)[]): ReadPiece[] => {
    const light = new Set(some);
    return pieces.map((piece) =>
      light.has(piece) ? { ...piece, phonemes: demotePrimaryStress(piece.phonemes) } : piece,
    );
  };
  if (heard.length === 2 && first?.text.length === 1) return weaken([second]);
  if (heard.length < 2 || strong <= Math.floor((heard.length + 1) / 2)) return [...pieces];
  const order = heard.toSorted(
    (one, other) =>
      Number(one.phonemes.includes(PRIMARY_STRESS_MARK)) - Number(other.phonemes.includes(PRIMARY_STRESS_MARK)) ||
      phonemeLengthInShortUnits(one.phonemes) - phonemeLengthInShortUnits(other.phonemes),
  );
  return weaken(order.slice(0, Math.floor(heard.length / 2)));
}

/** Reads the pieces of a word. @param after the context of the word */
export function readWordPieces(group: readonly WordPiece[], after: WordContext, readers: WordPieceReaders): ReadGroup {
  const [first] = group;
  const whole = joined(group, true);
  if (group.length === 1) {
    const phonemes = first?.givenPhonemes ?? readers.words.read(whole, after) ?? readers.unknown(whole.text);
    return { phonemes, context: contextOfPreviousWord({ ...whole, phonemes }, after) };
  }
  const pieces = readPieces(group, after, readers);
  // The parts of an unknown compound are read as separate words. Slashes in the compound are read too, because it may be a path.
  const isUnknown = pieces.some((piece) => piece.isUnknown && piece.hasSounds);
  const isApart = isUnknown || isSpaced(whole.text);
  const spoken = isApart ? pieces : balanced(pieces);
  const heard = spoken.map(({ text, phonemes }) => (isUnknown && text === '/' ? readers.unknown(text) : phonemes));
  const phonemes = heard.filter(Boolean).join(isApart ? ' ' : '');
  return { phonemes, context: contextOfPreviousWord({ ...whole, phonemes }, after) };
}
