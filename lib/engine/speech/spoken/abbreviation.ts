/** An abbreviation with its spoken words. `ends`: it may end a sentence, whose full stop stays then. */
export interface Abbreviation {
  say: string;
  ends?: boolean;
  /** It is one only before a number. */
  beforeNumber?: boolean;
  /** It is one only before a Roman numeral. */
  beforeRoman?: boolean;
  /** It is one only before a capital letter: a title or a name of a place. */
  beforeName?: boolean;
}

/** An abbreviation that may end a sentence: "etc." */
export const sentenceEndAbbreviation = (say: string): Abbreviation => ({ say, ends: true });
/** An abbreviation before a name: "Dr." */
export const abbreviationBeforeName = (say: string): Abbreviation => ({ say, beforeName: true });
/** An abbreviation before a number: "No." */
export const abbreviationBeforeNumber = (say: string): Abbreviation => ({ say, beforeNumber: true });
