import { PAUSE_PUNCTUATION_MARKS, PHONEME_CONSONANTS, PHONEME_VOWELS } from './alphabet.ts';

/** The sound and the word after a word, as far as they change how it is spoken: "the apple", "used to". */
export interface WordContext {
  /** The first sound after the word; undefined at a pause and at the end. */
  nextSound: 'vowel' | 'consonant' | undefined;
  nextIsTo: boolean;
}

/** The context of the last word of a line. */
export const WORD_CONTEXT_AT_LINE_END: WordContext = { nextSound: undefined, nextIsTo: false };

/** The context of the word before a word. @param contextAfter the context after that word, which counts if the word has no sounds */
export function contextOfPreviousWord(
  word: { text: string; tag: string; phonemes: string },
  contextAfter: WordContext,
): WordContext {
  const firstSound = [...word.phonemes].find(
    (phoneme) => PHONEME_VOWELS.has(phoneme) || PHONEME_CONSONANTS.has(phoneme) || PAUSE_PUNCTUATION_MARKS.has(phoneme),
  );
  const isTo = /^[Tt]o$/.test(word.text) || (word.text === 'TO' && (word.tag === 'TO' || word.tag === 'IN'));
  if (firstSound === undefined) return { ...contextAfter, nextIsTo: isTo };
  if (PAUSE_PUNCTUATION_MARKS.has(firstSound)) return { nextSound: undefined, nextIsTo: isTo };
  return { nextSound: PHONEME_VOWELS.has(firstSound) ? 'vowel' : 'consonant', nextIsTo: isTo };
}
