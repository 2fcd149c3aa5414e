import type { Pronunciation } from './pronunciation.ts';
import { isUnspaced } from './unspaced.ts';

/** A word of a lexicon as it stands in a text; offsets in UTF-16 units. */
export interface Mention {
  from: number;
  to: number;
  entry: Pronunciation;
}

/** A text in which upper and lower case are one; every character keeps its place ("ß" is not made "ss"). */
const folded = (text: string): string =>
  text.replace(/[^ -@]/gu, (character) => {
    const lower = character.toUpperCase().toLowerCase();
    return lower.length === character.length ? lower : character;
  });

/** The same for all spellings that count as one word: upper or lower case, composed or not. */
export const foldedWord = (word: string): string => folded(word.normalize('NFC').replace(/\s+/gu, ' ').trim());

/** The entries that begin with one character. */
interface Shelf {
  entries: Map<string, Pronunciation>;
  /** Of their words, the longest first. */
  lengths: number[];
}

// A render addresses every slide with the same lexicon.
const sorted = new WeakMap<readonly Pronunciation[], Map<string, Shelf>>();

/** Every mention of an entry among whole words, the longest first, none within another. `text` is in NFC, with single spaces. */
export function mentionsIn(text: string, lexicon: readonly Pronunciation[]): Mention[] {
  if (lexicon.length === 0) return [];
  const shelves = sorted.get(lexicon) ?? shelvesOf(lexicon);
  sorted.set(lexicon, shelves);
  const plain = folded(text);
  const mentions: Mention[] = [];
  for (let from = 0; from < text.length; from++) {
    const mention = mentionAt(plain, from, shelves.get(plain.charAt(from)));
    if (!mention) continue;
    mentions.push(mention);
    from = mention.to - 1;
  }
  return mentions;
}

/** The entries that a text mentions: only they can change how it is said. */
export function usedEntries(text: string, lexicon: readonly Pronunciation[]): Pronunciation[] {
  const used = new Set(mentionsIn(text, lexicon).map(({ entry }) => entry));
  return lexicon.filter((entry) => used.has(entry));
}

function shelvesOf(lexicon: readonly Pronunciation[]): Map<string, Shelf> {
  const shelves = new Map<string, Shelf>();
  for (const entry of lexicon) {
    const word = foldedWord(entry.word);
    const shelf = shelves.get(word.charAt(0)) ?? { entries: new Map(), lengths: [] };
    shelves.set(word.charAt(0), shelf);
    shelf.entries.set(word, entry);
    shelf.lengths = [...new Set([...shelf.lengths, word.length])].sort((a, b) => b - a);
  }
  return shelves;
}

function mentionAt(text: string, from: number, shelf: Shelf | undefined): Mention | undefined {
  for (const length of shelf?.lengths ?? []) {
    const to = from + length;
    const entry = shelf?.entries.get(text.slice(from, to));
    if (entry && isWhole(text, from, to)) return { from, to, entry };
  }
  return undefined;
}

const WORD = /[\p{L}\p{M}\p{N}\p{Pc}]/u;
const HANGUL = /\p{sc=Hang}/u;

/**
 * Whether a word begins and ends where the stretch does. In scripts without spaces there is no limit to see, so any place
 * will do; so it is behind a Korean word, which takes its endings on, and between such a script and another.
 */
function isWhole(text: string, from: number, to: number): boolean {
  const [before, first] = around(text, from);
  const [last, after] = around(text, to);
  const isJoined = joins(first) && joins(before) && HANGUL.test(first) === HANGUL.test(before);
  return !isJoined && !(joins(last) && joins(after) && !HANGUL.test(last) && !HANGUL.test(after));
}

/** Whether a character belongs to a word that spaces part from others. */
const joins = (character: string): boolean => WORD.test(character) && !isUnspaced(character);

/** The characters on both sides of an offset; empty beyond the ends. */
function around(text: string, at: number): [before: string, after: string] {
  const before = text.charAt(at - 1);
  const after = text.codePointAt(at);
  return [
    before.isWellFormed() ? before : text.slice(at - 2, at),
    after === undefined ? '' : String.fromCodePoint(after),
  ];
}
