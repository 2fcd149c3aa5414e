import type { PhonemeData } from './phoneme-data.ts';
import type { FixedPhonemes, PhonemeWord } from './phoneme-word.ts';
import { groupWordPieces, type TaggedToken } from './pieces/group-pieces.ts';
import type { WordPiece } from './pieces/piece.ts';
import { readWordPieces, type WordPiecePhonemeReaders } from './pieces/read-group.ts';
import { phonemesOfSpelledInitialisms } from './spelled-letters.ts';
import { quotationMarkTags } from './tags/quotation-mark-tags.ts';
import { createPartOfSpeechTagger } from './tags/tagger.ts';
import { createTokenSplitter } from './tokens/split-chunk.ts';
import { tokenizeEnglish } from './tokens/tokenize.ts';
import type { WordToken } from './tokens/word-token.ts';
import { createUnknownWordModel } from './unknown/unknown-words.ts';
import { PAUSE_PUNCTUATION_MARKS } from './words/alphabet.ts';
import { createUnknownWordReader } from './words/create-unknown-word-reader.ts';
import { createPhonemeLookup } from './words/lookup.ts';
import { WORD_CONTEXT_AT_LINE_END } from './words/word-context.ts';
import { createWordReader } from './words/word-reader.ts';

/**
 * The words of a line with their phonemes, in order. The ranges of the words do not overlap, and cover the whole line except white space.
 * @param line a sentence whose numbers, dates, units and abbreviations are already words; any others are read in a simple way
 * @param fixed ranges with given phonemes, in order; each is one word
 * @throws RangeError for ranges that overlap, are empty or are not in the line
 */
export type Phonemizer = (line: string, fixed?: readonly FixedPhonemes[]) => PhonemeWord[];

/**
 * Letters of unknown words that the model reads in a line. The model takes 0.7 ms for a letter, and a line of a script has at most 300
 * units. Letters after these are spelled, so that a hostile text takes no more time.
 */
const MAX_UNKNOWN_LETTERS = 400;

type FixedToken = WordToken & { fixed?: string | undefined };

/** A word with given phonemes has this tag. */
const FIXED_TAG = 'NN';

/**
 * Fixed ranges and those of spelled initialisms, in order; a range of an initialism that overlaps a fixed range is left out.
 * @throws RangeError for fixed ranges that overlap, are empty or are not in the line
 */
function rangesOf(
  line: string,
  fixedRanges: readonly FixedPhonemes[],
  spelledRanges: readonly FixedPhonemes[],
): FixedPhonemes[] {
  for (const [index, { from, to }] of fixedRanges.entries())
    if (!(from >= (fixedRanges[index - 1]?.to ?? 0) && to > from && to <= line.length))
      throw new RangeError('The given ranges are not in order');
  const isOutsideFixed = ({ from, to }: FixedPhonemes): boolean =>
    fixedRanges.every((range) => range.to <= from || range.from >= to);
  return [...fixedRanges, ...spelledRanges.filter(isOutsideFixed)].sort(
    (range, otherRange) => range.from - otherRange.from,
  );
}

/** Cuts a line into tokens; a fixed range is one. */
function tokensOf(line: string, fixed: readonly FixedPhonemes[], split: (chunk: string) => string[]): FixedToken[] {
  const tokens: FixedToken[] = [];
  let position = 0;
  for (const { from, to, phonemes } of fixed) {
    tokens.push(...tokenizeEnglish(line, { from: position, to: from }, split));
    const isFollowedBySpace = /\s/u.test(line.charAt(to));
    tokens.push({ text: line.slice(from, to), from, to, isFollowedBySpace, fixed: phonemes });
    position = to;
  }
  return [...tokens, ...tokenizeEnglish(line, { from: position, to: line.length }, split)];
}

/** The phonemes of all words, from the last one on: many words depend on the sound after them. */
function readGroups(groups: readonly (readonly WordPiece[])[], readers: WordPiecePhonemeReaders): string[] {
  let context = WORD_CONTEXT_AT_LINE_END;
  return groups
    .toReversed()
    .map((group) => {
      const result = readWordPieces(group, context, readers);
      context = result.context;
      return result.phonemes;
    })
    .reverse();
}

/** Words without phonemes give the space after them to the word before; the last word has none. */
function withSpaces(words: readonly PhonemeWord[]): PhonemeWord[] {
  const result = words.map((word) => ({ ...word, isFollowedBySpace: false }));
  let [previousWord, isSpaced]: [PhonemeWord | undefined, boolean] = [undefined, false];
  for (const [index, word] of words.entries()) {
    if (word.phonemes !== '') {
      if (previousWord) previousWord.isFollowedBySpace = isSpaced;
      [previousWord, isSpaced] = [result[index], false];
    }
    isSpaced ||= word.isFollowedBySpace;
  }
  return result;
}

/**
 * The full stop of an abbreviation or a letter at the end of a line also ends the sentence, so the phonemes of the last word get a full
 * stop.
 */
function withFinalStop(line: string, words: readonly PhonemeWord[]): PhonemeWord[] {
  const lastIndex = words.findLastIndex(({ phonemes }) => phonemes !== '');
  const isStopped = PAUSE_PUNCTUATION_MARKS.has(words[lastIndex]?.phonemes.at(-1) ?? '');
  if (isStopped || !line.trimEnd().endsWith('.')) return [...words];
  return words.map((word, index) => (index === lastIndex ? { ...word, phonemes: `${word.phonemes}.` } : word));
}

/** Makes the function that turns English text into the phonemes of the voice. It keeps the words that the model of unknown words read. */
export function createPhonemizer(data: PhonemeData): Phonemizer {
  const split = createTokenSplitter(data.exceptions);
  const tag = createPartOfSpeechTagger(data.tagger);
  const lookup = createPhonemeLookup(data);
  const wordReader = createWordReader(lookup);
  const model = createUnknownWordModel(data.unknown);

  /** Phonemes in the model's alphabet: American flaps are `T`, and what the model has no number for is left out. */
  const toModelAlphabet = (phonemes: string): string =>
    [...phonemes.replaceAll('ɾ', 'T').replaceAll('ʔ', 't')].filter((phoneme) => data.vocabulary.has(phoneme)).join('');

  return (line, fixed = []) => {
    const tokens = tokensOf(line, rangesOf(line, fixed, phonemesOfSpelledInitialisms(line, lookup)), split);
    const quotes = quotationMarkTags(tokens);
    const knownTags = tokens.map((token, index) => (token.fixed === undefined ? quotes[index] : FIXED_TAG));
    const texts = tokens.map(({ text }) => text);
    const tags = tag(texts, knownTags);
    const groups = groupWordPieces(tokens.map((token, index): TaggedToken => ({ ...token, tag: tags[index] ?? '' })));
    const readUnknownWord = createUnknownWordReader({ words: wordReader, lookup, model }, MAX_UNKNOWN_LETTERS);
    const phonemes = readGroups(groups, { words: wordReader, unknown: readUnknownWord });
    const phonemeWords = groups.map(
      (group, index): PhonemeWord => ({
        from: group[0]?.from ?? 0,
        to: group.at(-1)?.to ?? 0,
        phonemes: toModelAlphabet(phonemes[index] ?? ''),
        isFollowedBySpace: group.at(-1)?.isFollowedBySpace ?? false,
      }),
    );
    return withFinalStop(line, withSpaces(phonemeWords));
  };
}
