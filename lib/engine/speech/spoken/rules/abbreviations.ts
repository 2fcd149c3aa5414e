import { ownValue } from '#kernel/shared/own-value.ts';
import {
  alternativesPattern,
  endsLine,
  endsSentence,
  type MakeSpokenRules,
  WORD_START_PATTERN,
} from '../spoken-rule.ts';

/** Abbreviations with their full stop. */
export const abbreviationRules: MakeSpokenRules = ({ abbreviations }) => [
  {
    pattern: new RegExp(
      `${WORD_START_PATTERN}(?:${alternativesPattern(Object.keys(abbreviations))})(?![\\p{L}\\p{N}_])(?!\\.\\p{L})`,
      'gu',
    ),
    say({ text, before, after }) {
      const found = ownValue(abbreviations, text);
      if (!found) return undefined;
      const { say, ends, beforeNumber, beforeRoman, beforeName } = found;
      if (beforeNumber && !/^\s?[\d#]/u.test(after)) return undefined;
      if (beforeRoman && !/^\s?[IVXL]+(?!\p{L})/u.test(after)) return undefined;
      // "J. S. Bach": an initial.
      if (beforeName && (!/^\s?\p{Lu}/u.test(after) || /(?<!\p{L})\p{Lu}\.\s?$/u.test(before))) return undefined;
      const stop = text.endsWith('.') && (ends ? endsSentence(after) : endsLine(after)) ? '.' : '';
      return say + stop;
    },
  },
];
