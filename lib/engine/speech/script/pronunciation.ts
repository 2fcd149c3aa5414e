/** The pronunciation that an author sets for a word: an entry of a timeline's lexicon. */
export interface Pronunciation {
  /** The written word; it matches whole words in any case. */
  word: string;
  /** The words that are spoken instead. */
  say: string;
  /** Its pronunciation in IPA; voices that read no IPA speak `say`. */
  ipa?: string | undefined;
}
