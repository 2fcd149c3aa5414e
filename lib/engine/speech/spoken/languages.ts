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
const RULES_BY_LANGUAGE: Readonly<Record<string, (region: string) => SpokenLanguageRules>> = {
  de: createSpokenGermanRules,
  en: createSpokenEnglishRules,
  es: createSpokenSpanishRules,
  fr: createSpokenFrenchRules,
  it: createSpokenItalianRules,
  nl: createSpokenDutchRules,
  pt: createSpokenPortugueseRules,
};

/** Cached rules by language tag; undefined for a tag without rules. */
const rulesByTag = new Map<string, SpokenLanguageRules | undefined>();
/** The maximum number of cached tags: tags come from clients. */
const MAX_CACHED_TAGS = 200;

/**
 * The way in which a language reads signs and figures; undefined for a language without rules.
 * @param tag BCP 47; an invalid one has no rules
 */
export function findSpokenLanguageRules(tag: string): SpokenLanguageRules | undefined {
  if (rulesByTag.has(tag)) return rulesByTag.get(tag);
  const rules = findRules(tag);
  if (rulesByTag.size < MAX_CACHED_TAGS) rulesByTag.set(tag, rules);
  return rules;
}

/** Cached rules by language and region. */
const rulesByRegion = new Map<string, SpokenLanguageRules>();

function findRules(tag: string): SpokenLanguageRules | undefined {
  try {
    const locale = new Intl.Locale(tag);
    // The language of the tag itself, not of the maximized tag: "und" would become English.
    const { language } = locale;
    const createRules = ownPropertyValue(RULES_BY_LANGUAGE, language);
    if (!createRules) return undefined;
    const { region = '' } = locale.maximize();
    const key = `${language}-${region}`;
    const rules = rulesByRegion.get(key) ?? createRules(region);
    rulesByRegion.set(key, rules);
    return rules;
  } catch {
    return undefined;
  }
}
