import { ownValue } from '#kernel/shared/own-value.ts';
import { spokenDutch } from './languages/dutch.ts';
import { spokenEnglish } from './languages/english.ts';
import { spokenFrench } from './languages/french.ts';
import { spokenGerman } from './languages/german.ts';
import { spokenItalian } from './languages/italian.ts';
import { spokenPortuguese } from './languages/portuguese.ts';
import { spokenSpanish } from './languages/spanish.ts';
import type { SpokenLanguage } from './spoken-language.ts';

/** The languages that are read by rules; each is made for a region (ISO 3166). */
const LANGUAGES: Readonly<Record<string, (region: string) => SpokenLanguage>> = {
  de: spokenGerman,
  en: spokenEnglish,
  es: spokenSpanish,
  fr: spokenFrench,
  it: spokenItalian,
  nl: spokenDutch,
  pt: spokenPortuguese,
};

const known = new Map<string, SpokenLanguage | undefined>();
/** Tags come from clients. */
const MAX_KNOWN = 200;

/**
 * The way in which a language reads signs and figures; undefined for a language without rules.
 * @param tag BCP 47; an invalid one has no rules
 */
export function spokenLanguageOf(tag: string): SpokenLanguage | undefined {
  if (known.has(tag)) return known.get(tag);
  const language = languageOf(tag);
  if (known.size < MAX_KNOWN) known.set(tag, language);
  return language;
}

const made = new Map<string, SpokenLanguage>();

function languageOf(tag: string): SpokenLanguage | undefined {
  try {
    const locale = new Intl.Locale(tag);
    // The tag as it is written: "und" would become English.
    const { language } = locale;
    const make = ownValue(LANGUAGES, language);
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
