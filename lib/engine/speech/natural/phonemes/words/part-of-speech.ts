/** Parts of speech: the start of their tags of the Penn Treebank, and their names in the lexicons of `PhonemeLookup`. */
const NAMES_BY_TAG_PREFIX = [
  ['VB', 'VERB'],
  ['NN', 'NOUN'],
  ['RB', 'ADV'],
  ['JJ', 'ADJ'],
] as const;

/** The part of speech of a tag, as the lexicons name it; a tag of another part of speech is returned unchanged. */
export const partOfSpeechOfTag = (tag: string): string =>
  NAMES_BY_TAG_PREFIX.find(([prefix]) => tag.startsWith(prefix))?.[1] ?? tag;

/** Reports whether a tag is that of a noun, proper nouns included. */
export const isNounTag = (tag: string): boolean => partOfSpeechOfTag(tag) === 'NOUN';
