import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import type { JsonMemberIndex } from '../member-index.ts';

const entrySchema = z.union([z.string(), z.record(z.string(), z.string().nullable())]);

/** The phonemes of a word: one reading, or one for each part of speech. null: it is spelled. */
export type LexiconPhonemes = z.output<typeof entrySchema>;

/** Finds a word. A word in lower case stands for the capitalized one, and the reverse, unless each has an entry. */
export type FindLexiconPhonemes = (word: string) => LexiconPhonemes | undefined;

/** A word with a first capital, and with no other one. */
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** Texts that are not words of a lexicon need not be looked up. The longest word has 45 letters. */
const POSSIBLE = /^[A-Za-z'.-]{1,45}$/;
/** Words whose entries are kept: one word is asked for several times. */
const CACHED_WORDS = 2000;
const NO_ENTRY = Symbol('no entry');

/** Creates the function that finds the phonemes of a word in a lexicon, from the index of the lexicon's JSON file. */
export function createPhonemeLexicon(index: JsonMemberIndex): FindLexiconPhonemes {
  const cache = new LRUCache<string, LexiconPhonemes | typeof NO_ENTRY>({ max: CACHED_WORDS });

  const exactly = (word: string): LexiconPhonemes | undefined => {
    const json = index.find(word);
    return json && parseJson(entrySchema, Buffer.from(json).toString());
  };

  const inAnyCase = (word: string): LexiconPhonemes | undefined => {
    const found = exactly(word);
    if (found !== undefined || word.length < 2) return found;
    const [lower, capital] = [word.toLowerCase(), capitalized(word)];
    if (lower === capital) return undefined;
    if (word === lower) return exactly(capital);
    return word === capital ? exactly(lower) : undefined;
  };

  return (word) => {
    if (!POSSIBLE.test(word)) return undefined;
    const cached = cache.get(word);
    if (cached !== undefined) return cached === NO_ENTRY ? undefined : cached;
    const entry = inAnyCase(word);
    cache.set(word, entry ?? NO_ENTRY);
    return entry;
  };
}
