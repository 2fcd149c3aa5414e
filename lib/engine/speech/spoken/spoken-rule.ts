import type { SpokenLanguageRules } from './spoken-language-rules.ts';

/** A match of a rule. */
export interface SpokenRuleMatch {
  /** The matched text. */
  text: string;
  groups: Readonly<Record<string, string | undefined>>;
  /** The text before and after the match, at most RULE_CONTEXT_CHARACTERS characters. */
  before: string;
  after: string;
}

/** A rule that replaces text that matches a pattern by the words in which it is spoken. */
export interface SpokenRule {
  /** Global, Unicode; takes linear time. */
  pattern: RegExp;
  /** The words that are spoken instead; undefined: as written. */
  say(match: SpokenRuleMatch, language: SpokenLanguageRules): string | undefined;
}

/** Makes the rules of one topic (dates, units, …) for a language. */
export type MakeSpokenRules = (language: SpokenLanguageRules) => readonly SpokenRule[];

/** Characters before and after a match that a rule may look at. */
export const RULE_CONTEXT_CHARACTERS = 24;

/** A pattern: no letter or figure directly before. */
export const WORD_START_PATTERN = '(?<![\\p{L}\\p{M}\\p{N}_])';
/** A pattern: no letter or figure directly after. */
export const WORD_END_PATTERN = '(?![\\p{L}\\p{M}\\p{N}_])';
/** A pattern for the start of a number: no character before it makes the number part of a longer number or of a name. */
export const WRITTEN_NUMBER_START_PATTERN = '(?<![\\p{L}\\p{M}\\p{N}_]|[\\p{N}][.,:/-])';
/** A pattern for the end of a number: no character after it makes the number part of a longer number or of a name. */
export const WRITTEN_NUMBER_END_PATTERN = '(?![\\p{L}\\p{M}\\p{N}_]|[.,:/][\\p{N}])';

/** Words as the alternatives of a pattern, the longest first. */
export const alternativesPattern = (words: Iterable<string>): string =>
  [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|');

/**
 * Reports whether the full stop of an abbreviation also ends the sentence. It does if `after`, the text after the abbreviation, is at the
 * end of the text or its line, or starts a sentence.
 */
export const doesAbbreviationEndSentence = (after: string): boolean =>
  /^(?:["'”’»)\]]*(?:\s*$|[\n\u2029])|["'”’»)\]]*\s+["'“„«(]?\p{Lu})/u.test(after);

/** Reports whether `after`, the text after an abbreviation, is at the end of the text or its line. */
export const doesAbbreviationEndLine = (after: string): boolean => /^["'”’»)\]]*(?:\s*$|[\n\u2029])/u.test(after);
