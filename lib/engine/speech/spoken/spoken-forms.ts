import type { TextRange } from '../text-range.ts';
import { findSpokenLanguageRules } from './languages.ts';
import { spokenAbbreviationRules } from './rules/abbreviations.ts';
import { spokenAddressRules } from './rules/addresses.ts';
import { spokenDateRules } from './rules/dates.ts';
import { spokenChemicalFormulaRules } from './rules/formulas.ts';
import { spokenFractionRules } from './rules/fractions.ts';
import { spokenInitialismRules } from './rules/initialisms.ts';
import { spokenMoneyRules } from './rules/money.ts';
import { spokenOrdinalRules } from './rules/ordinals.ts';
import { spokenPhoneNumberRules } from './rules/phones.ts';
import { spokenQuantityRules } from './rules/quantities.ts';
import { spokenRomanNumeralRules } from './rules/roman.ts';
import { spokenSignRules } from './rules/signs.ts';
import { spokenTimeOfDayRules } from './rules/times.ts';
import { spokenVersionRules } from './rules/versions.ts';
import { spokenWeekdayRules } from './rules/weekdays.ts';
import type { SpokenLanguageRules } from './spoken-language-rules.ts';
import { RULE_CONTEXT_CHARACTERS, type SpokenRule } from './spoken-rule.ts';

/** A range of a text that is spoken in other words than it is written. */
export interface SpokenFormRange extends TextRange {
  say: string;
  /** It ends in a full stop that is not said. */
  endsInSilentStop?: boolean | undefined;
}

/** Maximum length of the words of a piece; with longer words, a text stays as written: a piece is one unit, at which no sentence is divided. */
const MAX_SPOKEN_LENGTH = 200;

/** In order of precedence: an address keeps its numbers, a date its month. */
const RULE_MAKERS = [
  spokenAddressRules,
  spokenPhoneNumberRules,
  spokenVersionRules,
  spokenDateRules,
  spokenWeekdayRules,
  spokenTimeOfDayRules,
  spokenMoneyRules,
  spokenChemicalFormulaRules,
  spokenOrdinalRules,
  spokenFractionRules,
  spokenQuantityRules,
  spokenRomanNumeralRules,
  spokenAbbreviationRules,
  spokenInitialismRules,
  spokenSignRules,
];

const rulesByLanguage = new WeakMap<SpokenLanguageRules, readonly SpokenRule[]>();

function rulesOf(language: SpokenLanguageRules): readonly SpokenRule[] {
  const rules = rulesByLanguage.get(language) ?? RULE_MAKERS.flatMap((makeRules) => makeRules(language));
  rulesByLanguage.set(language, rules);
  return rules;
}

/**
 * Finds the parts of a text that are read in other words: money, dates, times, units, signs, abbreviations. They are in order and do not
 * overlap. Empty for a language without rules: the engine reads the figures then.
 * @param text in one line, NFC
 * @param tag BCP 47
 */
export function findSpokenForms(text: string, tag: string): SpokenFormRange[] {
  const language = findSpokenLanguageRules(tag);
  if (!language) return [];
  const covered = new Uint8Array(text.length);
  const pieces: SpokenFormRange[] = [];
  for (const { pattern, say } of rulesOf(language))
    for (const { 0: match, index: from, groups = {} } of text.matchAll(pattern)) {
      const to = from + match.length;
      if (match === '' || covered.subarray(from, to).includes(1)) continue;
      const before = text.slice(Math.max(0, from - RULE_CONTEXT_CHARACTERS), from);
      const spoken = say(
        { text: match, groups, before, after: text.slice(to, to + RULE_CONTEXT_CHARACTERS) },
        language,
      );
      if (spoken === undefined || spoken === match || spoken.length > MAX_SPOKEN_LENGTH) continue;
      covered.fill(1, from, to);
      pieces.push({
        from,
        to,
        say: spoken,
        ...(match.endsWith('.') && !spoken.endsWith('.') ? { endsInSilentStop: true } : {}),
      });
    }
  return pieces.toSorted((a, b) => a.from - b.from);
}
