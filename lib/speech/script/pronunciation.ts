/** How a word of an author's own is to be said: an entry of a timeline's lexicon. */
export interface Pronunciation {
  /** As it is written; whole words are meant, whatever their case. */
  word: string;
  /** The words to say in its place. */
  say: string;
}
