import type { PhonemeLookup } from './lookup.ts';
import { isNounTag, partOfSpeechOfTag } from './part-of-speech.ts';
import type { WordContext } from './word-context.ts';

/** A word in one of its three forms (lower case, first capital, capitals), with the conditions that decide its reading. */
interface Occurrence {
  word: string;
  tag: string;
  context: WordContext;
  lookup: PhonemeLookup;
}

type SpecialReading = (occurrence: Occurrence) => string | undefined;

const readEntry = ({ lookup }: Occurrence, word: string, tag: string): string | undefined => lookup.read(word, { tag });

/**
 * Function words, in lower case, whose phonemes depend on their part of speech and on the next sound. A result of undefined leaves the
 * word to the lexicon.
 */
const SPECIAL_READINGS: ReadonlyMap<string, SpecialReading> = new Map<string, SpecialReading>([
  ['a', ({ tag }) => (tag === 'DT' ? 'ɐ' : 'ˈA')],
  ['an', ({ word, tag, lookup }) => (word === 'AN' && isNounTag(tag) ? lookup.spell(word) : 'ɐn')],
  [
    'am',
    (occurrence) => {
      const { word, tag, context, lookup } = occurrence;
      if (isNounTag(tag)) return lookup.spell(word);
      return context.nextSound === undefined || word !== 'am' ? readEntry(occurrence, 'am', tag) : 'ɐm';
    },
  ],
  ['i', ({ word, tag }) => (word === 'I' && tag === 'PRP' ? 'ˌI' : undefined)],
  ['by', ({ tag }) => (partOfSpeechOfTag(tag) === 'ADV' ? 'bˈI' : undefined)],
  [
    'to',
    (occurrence) => {
      const { word, tag, context } = occurrence;
      if (word === 'TO' && tag !== 'TO' && tag !== 'IN') return undefined;
      if (context.nextSound === undefined) return readEntry(occurrence, 'to', tag);
      return context.nextSound === 'vowel' ? 'tʊ' : 'tə';
    },
  ],
  [
    'in',
    ({ word, tag, context }) => {
      if (word === 'IN' && tag === 'NNP') return undefined;
      return context.nextSound === undefined || tag !== 'IN' ? 'ˈɪn' : 'ɪn';
    },
  ],
  [
    'the',
    ({ word, tag, context }) => {
      if (word === 'THE' && tag !== 'DT') return undefined;
      return context.nextSound === 'vowel' ? 'ði' : 'ðə';
    },
  ],
  [
    'used',
    (occurrence) => {
      const isHabit = ['VBD', 'JJ'].includes(occurrence.tag) && occurrence.context.nextIsTo;
      return readEntry(occurrence, 'used', isHabit ? 'VBD' : '');
    },
  ],
  ...['vs', 'vs.'].map((abbreviation): [string, SpecialReading] => [
    abbreviation,
    (occurrence) => (occurrence.tag === 'IN' ? readEntry(occurrence, 'versus', 'IN') : undefined),
  ]),
]);

/** "U.S.", "e.g.": letters with dots between them, at most two between two dots. */
const isDotted = (word: string): boolean =>
  /[^.]\.+[^.]/u.test(word) && /^[\p{L}.]+$/u.test(word) && word.split('.').every(({ length }) => length < 3);

/**
 * The phonemes of a function word of `SPECIAL_READINGS`, or of letters with dots ("U.S."); undefined for any other word, which the lexicon
 * reads.
 */
export function readSpecialWord(occurrence: Occurrence): string | undefined {
  const { word, lookup } = occurrence;
  if (isDotted(word)) return lookup.spell(word);
  const lowerCaseWord = word.toLowerCase();
  const forms = [
    lowerCaseWord,
    lowerCaseWord.charAt(0).toUpperCase() + lowerCaseWord.slice(1),
    lowerCaseWord.toUpperCase(),
  ];
  return forms.includes(word) ? SPECIAL_READINGS.get(lowerCaseWord)?.(occurrence) : undefined;
}
