// Regions whose variant of a language differs from that of the language's likeliest region (CLDR: parent locales).
const BRITISH_ENGLISH_REGIONS = new Set(['AU', 'GB', 'HK', 'IE', 'IN', 'KE', 'MT', 'NG', 'NZ', 'PK', 'SG', 'ZA']);
const EUROPEAN_SPANISH_REGIONS = new Set(['EA', 'ES', 'GQ', 'IC', 'PH']);

/**
 * Finds an engine's voice for a language. The nearest tag wins; a language without a region means its likeliest region:
 * "pt" is "pt-BR".
 * @param language BCP 47
 * @param voices from lower-case BCP 47 tag to voice
 * @returns undefined when there is no voice, or the tag is invalid
 */
export function findVoiceForLanguage(language: string, voices: ReadonlyMap<string, string>): string | undefined {
  const tag = parseLocale(language);
  if (!tag) return undefined;
  const region = tag.maximize().region;
  const candidates = [
    ...(tag.region === undefined && tag.script === undefined ? [`${tag.language}-${region}`] : []),
    tag.baseName,
    `${tag.language}-${region}`,
    ...relatedTags(tag.language, region),
    tag.language,
  ];
  for (const candidate of candidates) {
    const voice = voices.get(candidate.toLowerCase());
    if (voice !== undefined) return voice;
  }
  return undefined;
}

/** Further tags whose variant of the language is the nearest to that of the region, in lower case. */
function relatedTags(language: string, region: string | undefined): string[] {
  if (region === undefined) return [];
  if (language === 'en') return [BRITISH_ENGLISH_REGIONS.has(region) ? 'en-gb' : 'en-us'];
  if (language === 'es') return [EUROPEAN_SPANISH_REGIONS.has(region) ? 'es' : 'es-419'];
  if (language === 'zh' && (region === 'HK' || region === 'MO')) return ['yue'];
  return [];
}

/** Parses a language tag; undefined if it is malformed. */
function parseLocale(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language);
  } catch {
    return undefined;
  }
}
