import type { PhonemeData } from './phoneme-data.ts';
import type { FixedPhonemes, PhonemeWord } from './phoneme-word.ts';
import { groupPieces, type TaggedToken } from './pieces/group-pieces.ts';
import type { Piece } from './pieces/piece.ts';
import { type GroupReaders, readGroup } from './pieces/read-group.ts';
import { quoteTags } from './tags/quote-tags.ts';
import { createTagger } from './tags/tagger.ts';
import { chunkSplitter } from './tokens/split-chunk.ts';
import { tokenize } from './tokens/tokenize.ts';
import type { WordToken } from './tokens/word-token.ts';
import { createUnknownWords } from './unknown/unknown-words.ts';
import { createLookup } from './words/lookup.ts';
import { createUnknownReader } from './words/read-unknown.ts';
import { END_OF_LINE } from './words/word-context.ts';
import { createWordReader } from './words/word-reader.ts';

/**
 * The words of a line with their phonemes, in order. The ranges of the words do not overlap and cover all of the line except white space.
 * @param line a sentence whose numbers, dates, units and abbreviations are words already; those that are left are read in a simple way
 * @param fixed ranges whose phonemes are given, in order. Each is one word
 * @throws RangeError for ranges that overlap, are empty or are not in the line
 */
export type Phonemizer = (line: string, fixed?: readonly FixedPhonemes[]) => PhonemeWord[];

/**
 * Letters of unknown words that the model reads in a line. The model takes 0.7 ms for a letter, and a line of a script has at most 300
 * units: what is after that is spelled, so that a hostile text takes no more time.
 */
const MAX_UNKNOWN_LETTERS = 400;

type FixedToken = WordToken & { fixed?: string | undefined };

/** Cuts a line into tokens; a fixed range is one. */
function tokensOf(line: string, fixed: readonly FixedPhonemes[], split: (chunk: string) => string[]): FixedToken[] {
  const tokens: FixedToken[] = [];
  let at = 0;
  for (const { from, to, phonemes } of fixed) {
    if (!(from >= at && to > from && to <= line.length)) throw new RangeError('The fixed ranges are not in order');
    tokens.push(...tokenize(line, { from: at, to: from }, split));
    const spaceAfter = /\s/u.test(line.charAt(to));
    tokens.push({ text: line.slice(from, to), from, to, spaceAfter, fixed: phonemes });
    at = to;
  }
  return [...tokens, ...tokenize(line, { from: at, to: line.length }, split)];
}

/** The phonemes of all words, from the last one on: many words depend on the sound after them. */
function readGroups(groups: readonly (readonly Piece[])[], readers: GroupReaders): string[] {
  let context = END_OF_LINE;
  return groups
    .toReversed()
    .map((group) => {
      const read = readGroup(group, context, readers);
      context = read.context;
      return read.phonemes;
    })
    .reverse();
}

/** Words without phonemes give the space after them to the word before; the last word has none. */
function withSpaces(words: readonly PhonemeWord[]): PhonemeWord[] {
  const result = words.map((word) => ({ ...word, spaceAfter: false }));
  let [before, isSpaced]: [PhonemeWord | undefined, boolean] = [undefined, false];
  for (const [at, word] of words.entries()) {
    if (word.phonemes !== '') {
      if (before) before.spaceAfter = isSpaced;
      [before, isSpaced] = [result[at], false];
    }
    isSpaced ||= word.spaceAfter;
  }
  return result;
}

/** Makes the function that turns English text into the phonemes of the voice. It keeps the words that the model of unknown words read. */
export function createPhonemizer(data: PhonemeData): Phonemizer {
  const split = chunkSplitter(data.exceptions);
  const tag = createTagger(data.tagger);
  const lookup = createLookup(data);
  const words = createWordReader(lookup);
  const model = createUnknownWords(data.unknown);

  /** Phonemes in the model's alphabet: American flaps are `T`, and what the model has no number for is left out. */
  const inAlphabet = (phonemes: string): string =>
    [...phonemes.replaceAll('ɾ', 'T').replaceAll('ʔ', 't')].filter((one) => data.vocabulary.has(one)).join('');

  return (line, fixed = []) => {
    const tokens = tokensOf(line, fixed, split);
    const tags = tag(
      tokens.map(({ text }) => text),
      quoteTags(tokens),
    );
    const groups = groupPieces(tokens.map((token, at): TaggedToken => ({ ...token, tag: tags[at] ?? '' })));
    const unknown = createUnknownReader({ words, lookup, model }, MAX_UNKNOWN_LETTERS);
    const phonemes = readGroups(groups, { words, unknown });
    const read = groups.map(
      (group, at): PhonemeWord => ({
        from: group[0]?.from ?? 0,
        to: group.at(-1)?.to ?? 0,
        phonemes: inAlphabet(phonemes[at] ?? ''),
        spaceAfter: group.at(-1)?.spaceAfter ?? false,
      }),
    );
    return withSpaces(read);
  };
}
