import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import {
  alternativesPattern,
  doesAbbreviationEndLine,
  doesAbbreviationEndSentence,
  type MakeSpokenRules,
  WORD_START_PATTERN,
} from '../spoken-rule.ts';

/** Abbreviations with their full stop. */
export const spokenAbbreviationRules: MakeSpokenRules = ({ abbreviations }) => [
  {
    pattern: new RegExp(
      `${WORD_START_PATTERN}(?:${alternativesPattern(Object.keys(abbreviations))})(?![\\p{L}\\p{N}_])(?!\\.\\p{L})`,
      'gu',
    ),
    say({ text, before, after }) {
      const abbreviation = ownPropertyValue(abbreviations, text);
      if (!abbreviation) return undefined;
      const { say, ends, beforeNumber, beforeRoman, beforeName } = abbreviation;
      if (beforeNumber && !/^\s?[\d#]/u.test(after)) return undefined;
      if (beforeRoman && !/^\s?[IVXL]+(?!\p{L})/u.test(after)) return undefined;
      // "J. S. Bach": an initial.
      if (beforeName && (!/^\s?\p{Lu}/u.test(after) || /(?<!\p{L})\p{Lu}\.\s?$/u.test(before))) return undefined;
      const stop =
        text.endsWith('.') && (ends ? doesAbbreviationEndSentence(after) : doesAbbreviationEndLine(after)) ? '.' : '';
      return say + stop;
    },
  },
];
