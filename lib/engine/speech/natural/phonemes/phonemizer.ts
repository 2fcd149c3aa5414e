import type { PhonemeData } from './phoneme-data.ts';
import type { FixedPhonemes, PhonemeWord } from './phoneme-word.ts';
import { groupWordPieces, type TaggedToken } from './pieces/group-pieces.ts';
import type { WordPiece } from './pieces/piece.ts';
import { readWordPieces, type WordPieceReaders } from './pieces/read-group.ts';
import { phonemesOfSpelledInitialisms } from './spelled-letters.ts';
import { quotationMarkTags } from './tags/quotation-mark-tags.ts';
import { createPartOfSpeechTagger } from './tags/tagger.ts';
import { createTokenSplitter } from './tokens/split-chunk.ts';
import { tokenizeEnglish } from './tokens/tokenize.ts';
import type { WordToken } from './tokens/word-token.ts';
import { createUnknownWordModel } from './unknown/unknown-words.ts';
import { PAUSE_MARKS } from './words/alphabet.ts';
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

/** Given ranges and found ones, in order; a found range that overlaps a given one is left out. @throws RangeError */
function rangesOf(line: string, given: readonly FixedPhonemes[], found: readonly FixedPhonemes[]): FixedPhonemes[] {
  for (const [at, { from, to }] of given.entries())
    if (!(from >= (given[at - 1]?.to ?? 0) && to > from && to <= line.length))
      throw new RangeError('The given ranges are not in order');
  const isFree = ({ from, to }: FixedPhonemes): boolean => given.every((one) => one.to <= from || one.from >= to);
  return [...given, ...found.filter(isFree)].sort((one, other) => one.from - other.from);
}

/** Cuts a line into tokens; a fixed range is one. */
function tokensOf(line: string, fixed: readonly FixedPhonemes[], split: (chunk: string) => string[]): FixedToken[] {
  const tokens: FixedToken[] = [];
  let at = 0;
  for (const { from, to, phonemes } of fixed) {
    tokens.push(...tokenizeEnglish(line, { from: at, to: from }, split));
    const isFollowedBySpace = /\s/u.test(line.charAt(to));
    tokens.push({ text: line.slice(from, to), from, to, isFollowedBySpace, fixed: phonemes });
    at = to;
  }
  return [...tokens, ...tokenizeEnglish(line, { from: at, to: line.length }, split)];
}

/** The phonemes of all words, from the last one on: many words depend on the sound after them. */
function readGroups(groups: readonly (readonly WordPiece[])[], readers: WordPieceReaders): string[] {
  let context = WORD_CONTEXT_AT_LINE_END;
  return groups
    .toReversed()
    .map((group) => {
      const read = readWordPieces(group, context, readers);
      context = read.context;
      return read.phonemes;
    })
    .reverse();
}

/** Words without phonemes give the space after them to the word before; the last word has none. */
function withSpaces(words: readonly PhonemeWord[]): PhonemeWord[] {
  const result = words.map((word) => ({ ...word, isFollowedBySpace: false }));
  let [before, isSpaced]: [PhonemeWord | undefined, boolean] = [undefined, false];
  for (const [at, word] of words.entries()) {
    if (word.phonemes !== '') {
      if (before) before.isFollowedBySpace = isSpaced;
      [before, isSpaced] = [result[at], false];
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
  const last = words.findLastIndex(({ phonemes }) => phonemes !== '');
  const isStopped = PAUSE_MARKS.has(words[last]?.phonemes.at(-1) ?? '');
  if (isStopped || !line.trimEnd().endsWith('.')) return [...words];
  return words.map((word, at) => (at === last ? { ...word, phonemes: `${word.phonemes}.` } : word));
}

/** Makes the function that turns English text into the phonemes of the voice. It keeps the words that the model of unknown words read. */
export function createPhonemizer(data: PhonemeData): Phonemizer {
  const split = createTokenSplitter(data.exceptions);
  const tag = createPartOfSpeechTagger(data.tagger);
  const lookup = createPhonemeLookup(data);
  const words = createWordReader(lookup);
  const model = createUnknownWordModel(data.unknown);

  /** Phonemes in the model's alphabet: American flaps are `T`, and what the model has no number for is left out. */
  const inAlphabet = (phonemes: string): string =>
    [...phonemes.replaceAll('ɾ', 'T').replaceAll('ʔ', 't')].filter((one) => data.vocabulary.has(one)).join('');

  return (line, fixed = []) => {
    const tokens = tokensOf(line, rangesOf(line, fixed, phonemesOfSpelledInitialisms(line, lookup)), split);
    const quotes = quotationMarkTags(tokens);
    const certain = tokens.map((token, at) => (token.fixed === undefined ? quotes[at] : FIXED_TAG));
    const texts = tokens.map(({ text }) => text);
    const tags = tag(texts, certain);
    const groups = groupWordPieces(tokens.map((token, at): TaggedToken => ({ ...token, tag: tags[at] ?? '' })));
    const unknown = createUnknownWordReader({ words, lookup, model }, MAX_UNKNOWN_LETTERS);
    const phonemes = readGroups(groups, { words, unknown });
    const read = groups.map(
      (group, at): PhonemeWord => ({
        from: group[0]?.from ?? 0,
        to: group.at(-1)?.to ?? 0,
        phonemes: inAlphabet(phonemes[at] ?? ''),
        isFollowedBySpace: group.at(-1)?.isFollowedBySpace ?? false,
      }),
    );
    return withFinalStop(line, withSpaces(read));
  };
}
