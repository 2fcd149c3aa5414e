const PARTS = [
  ['VB', 'VERB'],
  ['NN', 'NOUN'],
  ['RB', 'ADV'],
  ['JJ', 'ADJ'],
] as const;

/** The part of speech of a tag, by its name in the lexicons; other tags are returned unchanged. */
export const partOfSpeechOfTag = (tag: string): string => PARTS.find(([start]) => tag.startsWith(start))?.[1] ?? tag;

/** Reports whether a tag is one of nouns, names among them. */
export const isNounTag = (tag: string): boolean => partOfSpeechOfTag(tag) === 'NOUN';
