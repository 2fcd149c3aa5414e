/** The names of parts of speech in the lexicons, by the start of their tags. */
const NAMES_BY_TAG_PREFIX = [
  ['VB', 'VERB'],
  ['NN', 'NOUN'],
  ['RB', 'ADV'],
  ['JJ', 'ADJ'],
] as const;

/** The part of speech of a tag, by its name in the lexicons; other tags are returned unchanged. */
export const partOfSpeechOfTag = (tag: string): string =>
  NAMES_BY_TAG_PREFIX.find(([prefix]) => tag.startsWith(prefix))?.[1] ?? tag;

/** Reports whether a tag is one of nouns, names among them. */
export const isNounTag = (tag: string): boolean => partOfSpeechOfTag(tag) === 'NOUN';
