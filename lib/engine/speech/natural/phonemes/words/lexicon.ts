import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { JsonMemberIndex } from '../member-index.ts';

const entrySchema = z.union([z.string(), z.record(z.string(), z.string().nullable())]);

/** The phonemes of a word: one reading, or one for each part of speech. null: it is spelled. */
export type LexiconEntryPhonemes = z.output<typeof entrySchema>;

/** Finds a word. A word in lower case stands for the capitalized one, and the reverse, unless each has an entry. */
export type FindLexiconPhonemes = (word: string) => LexiconEntryPhonemes | undefined;

/** A word with a first capital, and with no other one. */
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** The form of the words of a lexicon; other texts are not looked up. The longest word has 45 letters. */
const LEXICON_WORD = /^[A-Za-z'.-]{1,45}$/;
/** The maximum number of words whose entries are kept: the same word is looked up several times. */
const CACHED_WORDS = 2000;
const NO_ENTRY = Symbol('no entry');

/** Creates the function that finds the phonemes of a word in a lexicon, from the index of the lexicon's JSON file. */
export function createPhonemeLexicon(index: JsonMemberIndex): FindLexiconPhonemes {
  const cache = new LRUCache<string, LexiconEntryPhonemes | typeof NO_ENTRY>({ max: CACHED_WORDS });

  const findExactEntry = (word: string): LexiconEntryPhonemes | undefined => {
    const json = index.find(word);
    return json && parseJson(entrySchema, Buffer.from(json).toString());
  };

  const findEntryInAnyCase = (word: string): LexiconEntryPhonemes | undefined => {
    const exactEntry = findExactEntry(word);
    if (exactEntry !== undefined || word.length < 2) return exactEntry;
    const [lower, capital] = [word.toLowerCase(), capitalize(word)];
    if (lower === capital) return undefined;
    if (word === lower) return findExactEntry(capital);
    return word === capital ? findExactEntry(lower) : undefined;
  };

  return (word) => {
    if (!LEXICON_WORD.test(word)) return undefined;
    const cachedEntry = cache.get(word);
    if (cachedEntry !== undefined) return cachedEntry === NO_ENTRY ? undefined : cachedEntry;
    const entry = findEntryInAnyCase(word);
    cache.set(word, entry ?? NO_ENTRY);
    return entry;
  };
}
