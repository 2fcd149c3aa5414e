/** An abbreviation with its spoken words. */
export interface Abbreviation {
  /** The words that are spoken instead. */
  say: string;
  /** True: it may end a sentence, whose full stop then stays. */
  ends?: boolean;
  /** True: the text is an abbreviation only before a number. */
  beforeNumber?: boolean;
  /** True: the text is an abbreviation only before a Roman numeral. */
  beforeRoman?: boolean;
  /** True: the text is an abbreviation only before a capital letter: a title, or a part of the name of a place. */
  beforeName?: boolean;
}

/** An abbreviation that may end a sentence: "etc." */
export const createSentenceEndAbbreviation = (say: string): Abbreviation => ({ say, ends: true });
/** An abbreviation before a name: "Dr." */
export const toAbbreviationBeforeName = (say: string): Abbreviation => ({ say, beforeName: true });
/** An abbreviation before a number: "No." */
export const toAbbreviationBeforeNumber = (say: string): Abbreviation => ({ say, beforeNumber: true });
