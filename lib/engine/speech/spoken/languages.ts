import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import { createSpokenDutchRules } from './languages/dutch.ts';
import { createSpokenEnglishRules } from './languages/english.ts';
import { createSpokenFrenchRules } from './languages/french.ts';
import { createSpokenGermanRules } from './languages/german.ts';
import { createSpokenItalianRules } from './languages/italian.ts';
import { createSpokenPortugueseRules } from './languages/portuguese.ts';
import { createSpokenSpanishRules } from './languages/spanish.ts';
import type { SpokenLanguageRules } from './spoken-language-rules.ts';

/** The languages that are read by rules; each is made for a region (ISO 3166). */
const LANGUAGES: Readonly<Record<string, (region: string) => SpokenLanguageRules>> = {
  de: createSpokenGermanRules,
  en: createSpokenEnglishRules,
  es: createSpokenSpanishRules,
  fr: createSpokenFrenchRules,
  it: createSpokenItalianRules,
  nl: createSpokenDutchRules,
  pt: createSpokenPortugueseRules,
};

const known = new Map<string, SpokenLanguageRules | undefined>();
/** Tags come from clients. */
const MAX_KNOWN = 200;

/**
 * The way in which a language reads signs and figures; undefined for a language without rules.
 * @param tag BCP 47; an invalid one has no rules
 */
export function spokenLanguageRulesOf(tag: string): SpokenLanguageRules | undefined {
  if (known.has(tag)) return known.get(tag);
  const language = languageOf(tag);
  if (known.size < MAX_KNOWN) known.set(tag, language);
  return language;
}

const made = new Map<string, SpokenLanguageRules>();

function languageOf(tag: string): SpokenLanguageRules | undefined {
  try {
    const locale = new Intl.Locale(tag);
    // The tag as it is written: "und" would become English.
    const { language } = locale;
    const make = ownPropertyValue(LANGUAGES, language);
    if (!make) return undefined;
    const { region = '' } = locale.maximize();
    const key = `${language}-${region}`;
    const one = made.get(key) ?? make(region);
    made.set(key, one);
    return one;
  } catch {
    return undefined;
  }
}
