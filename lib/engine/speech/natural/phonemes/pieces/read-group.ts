import { PRIMARY_STRESS_MARK } from '../words/alphabet.ts';
import { demotePrimaryStress, phonemeLengthInShortUnits } from '../words/stress.ts';
import { contextOfPreviousWord, type WordContext } from '../words/word-context.ts';
import type { TaggedWord, WordReader } from '../words/word-reader.ts';
import type { WordPiece } from './piece.ts';

/** The readers of the pieces of a word. */
export interface WordPiecePhonemeReaders {
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
  contextAfter: WordContext;
}

/** The maximum number of pieces that are looked up as one word. The longest word of the lexica has 13. */
const MAX_JOINED_PIECES = 13;
/**
 * The maximum number of pieces of a chain that may be one word. In a longer chain, at most `MAX_JOINED_IN_CHAIN` pieces are looked up
 * together, to bound the time.
 */
const MAX_WORD_PIECES = 64;
const MAX_JOINED_IN_CHAIN = 3;
/** Signs within words that are not spoken. */
const SILENT_SIGNS: ReadonlySet<string> = new Set("',-._‘’/");

const isSilent = (text: string): boolean => [...text].every((character) => SILENT_SIGNS.has(character));

/** The tag of the longest piece; a capital counts twice. */
function tagOf(pieces: readonly WordPiece[]): string {
  const sizes = pieces.map(({ text }) =>
    [...text].reduce((sum, character) => sum + (character === character.toLowerCase() ? 1 : 2), 0),
  );
  return pieces[sizes.indexOf(Math.max(...sizes))]?.tag ?? '';
}

const joinPieces = (pieces: readonly WordPiece[], isHead: boolean): TaggedWord => ({
  text: pieces.map(({ text }) => text).join(''),
  tag: tagOf(pieces),
  isHead,
  currency: pieces.findLast(({ currency }) => currency !== undefined)?.currency,
});

const hasSounds = ({ text }: WordPiece): boolean => /[\p{L}\p{N}'‘’]/u.test(text);

/** Reports whether a sign is one of three or more equal ones in a row, as in a line. */
const isOrnament = (pieces: readonly WordPiece[], index: number): boolean =>
  [index - 2, index - 1, index].some((runStart) =>
    [runStart, runStart + 1, runStart + 2].every((position) => pieces[position]?.text === pieces[index]?.text),
  );

/**
 * Reads pieces from the last one backwards, and each time takes the most pieces that form a word. Unknown pieces between two signs are read
 * together: "PostgreSQL".
 */
function readPieces(
  pieces: readonly WordPiece[],
  context: WordContext,
  { words, unknown }: WordPiecePhonemeReaders,
): ReadPiece[] {
  const parts: ReadPiece[] = [];
  const addPart = (start: number, end: number, contextAfter: WordContext, knownPhonemes?: string): WordContext => {
    const partPieces = pieces.slice(start, end);
    const word = joinPieces(partPieces, start === 0);
    const phonemes = knownPhonemes ?? unknown(word.text);
    const isUnknown = knownPhonemes === undefined;
    parts.push({
      start,
      text: partPieces[0]?.text ?? '',
      phonemes,
      hasSounds: partPieces.every(hasSounds),
      isUnknown,
      contextAfter,
    });
    return contextOfPreviousWord({ ...word, phonemes }, contextAfter);
  };
  let contextAfter = context;
  for (let end = pieces.length; end > 0; end = parts.at(-1)?.start ?? 0) {
    const longest = longestWord(pieces, end, contextAfter, words);
    if (longest) {
      contextAfter = addPart(longest.start, end, contextAfter, longest.phonemes);
      continue;
    }
    const [lastPiece] = pieces.slice(end - 1, end);
    if (lastPiece && (isSilent(lastPiece.text) || !hasSounds(lastPiece))) {
      const isSilentPart = isSilent(lastPiece.text) || isOrnament(pieces, end - 1);
      contextAfter = addPart(end - 1, end, contextAfter, isSilentPart ? '' : undefined);
      continue;
    }
    let partEnd = end;
    while (parts.at(-1)?.hasSounds) {
      contextAfter = parts.pop()?.contextAfter ?? contextAfter;
      partEnd = parts.at(-1)?.start ?? pieces.length;
    }
    const start = pieces.findLastIndex((piece, index) => index < end && !hasSounds(piece)) + 1;
    contextAfter = addPart(start, partEnd, contextAfter);
  }
  return parts.reverse();
}

function longestWord(pieces: readonly WordPiece[], end: number, context: WordContext, words: WordReader) {
  const maxPieces = pieces.length > MAX_WORD_PIECES ? MAX_JOINED_IN_CHAIN : MAX_JOINED_PIECES;
  for (let start = Math.max(0, end - maxPieces); start < end; start++) {
    const word = joinPieces(pieces.slice(start, end), start === 0);
    const phonemes = words.read(word, context);
    if (phonemes !== undefined) return { start, phonemes };
  }
  return undefined;
}

/** Reports whether the pieces of a text are spoken as separate words: letters and figures, or parts around a slash. */
function isSpaced(text: string): boolean {
  if (text.includes('/')) return true;
  const kinds = [...text]
    .filter((character) => !SILENT_SIGNS.has(character))
    .map((character) => (/\p{L}/u.test(character) ? 'letter' : /[0-9]/.test(character) ? 'figure' : 'sign'));
  return new Set(kinds).size > 1;
}

/** Weakens the stress of the lighter half of the pieces of a compound, if most pieces have primary stress. */
function balanceStress(pieces: readonly ReadPiece[]): ReadPiece[] {
  const spokenPieces = pieces.filter(({ phonemes }) => phonemes !== '');
  const stressedCount = spokenPieces.filter(({ phonemes }) => phonemes.includes(PRIMARY_STRESS_MARK)).length;
  const [first, second] = spokenPieces;
  const weaken = (chosenPieces: readonly (ReadPiece | undefined)[]): ReadPiece[] => {
    const chosenSet = new Set(chosenPieces);
    return pieces.map((piece) =>
      chosenSet.has(piece) ? { ...piece, phonemes: demotePrimaryStress(piece.phonemes) } : piece,
    );
  };
  if (spokenPieces.length === 2 && first?.text.length === 1) return weaken([second]);
  if (spokenPieces.length < 2 || stressedCount <= Math.floor((spokenPieces.length + 1) / 2)) return [...pieces];
  const piecesByWeight = spokenPieces.toSorted(
    (a, b) =>
      Number(a.phonemes.includes(PRIMARY_STRESS_MARK)) - Number(b.phonemes.includes(PRIMARY_STRESS_MARK)) ||
      phonemeLengthInShortUnits(a.phonemes) - phonemeLengthInShortUnits(b.phonemes),
  );
  return weaken(piecesByWeight.slice(0, Math.floor(spokenPieces.length / 2)));
}

/** Reads the pieces of a word. @param contextAfter the context of the word */
export function readWordPieces(
  group: readonly WordPiece[],
  contextAfter: WordContext,
  readers: WordPiecePhonemeReaders,
): ReadGroup {
  const [first] = group;
  const wholeWord = joinPieces(group, true);
  if (group.length === 1) {
    const phonemes =
      first?.givenPhonemes ?? readers.words.read(wholeWord, contextAfter) ?? readers.unknown(wholeWord.text);
    return { phonemes, context: contextOfPreviousWord({ ...wholeWord, phonemes }, contextAfter) };
  }
  const pieces = readPieces(group, contextAfter, readers);
  // The parts of an unknown compound are read as separate words. Slashes in the compound are read too, because it may be a path.
  const isUnknown = pieces.some((piece) => piece.isUnknown && piece.hasSounds);
  const isSpokenApart = isUnknown || isSpaced(wholeWord.text);
  const spokenPieces = isSpokenApart ? pieces : balanceStress(pieces);
  const partPhonemes = spokenPieces.map(({ text, phonemes }) =>
    isUnknown && text === '/' ? readers.unknown(text) : phonemes,
  );
  const phonemes = partPhonemes.filter(Boolean).join(isSpokenApart ? ' ' : '');
  return { phonemes, context: contextOfPreviousWord({ ...wholeWord, phonemes }, contextAfter) };
}
