import { z } from 'zod';

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * Languages of espeak-ng's voices for which CLDR has no name: Western Armenian, Totontepec Mixe, …; and `und`, an undetermined
 * language.
 */
const UNNAMED_LANGUAGES = new Set(['hyw', 'mto', 'nci', 'py', 'qdb', 'qya', 'sjn', 'und']);

/** Returns the canonical spelling of a BCP 47 tag; undefined if it is malformed, or its primary language is unknown. */
export function findCanonicalLanguageTag(value: string): string | undefined {
  const tag = canonicalTag(value);
  const [primary = ''] = tag?.split('-') ?? [];
  return UNNAMED_LANGUAGES.has(primary) || nameOf(primary) !== undefined ? tag : undefined;
}

/** English name of a language. @param code a primary subtag */
function nameOf(code: string): string | undefined {
  try {
    return languageNames.of(code);
  } catch {
    return undefined;
  }
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** All pairs of letters: the candidates for language codes of two letters. */
const TWO_LETTER_CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Tags by the English names of their languages, in lower case. Built when the first invalid tag is found: looking up 676 names takes 2 ms. */
let tagsByName: ReadonlyMap<string, string> | undefined;

/** Finds the tag of a language by its English name: "german" is "de". */
function tagOfName(name: string): string | undefined {
  tagsByName ??= new Map(
    TWO_LETTER_CODES.filter((code) => canonicalTag(code) === code)
      .map((code): [string, string] => [nameOf(code)?.toLowerCase() ?? '', code])
      // A map keeps the last entry of a key: reversed, the first of two tags with the same name wins.
      .reverse(),
  );
  const normalizedName = name.trim().toLowerCase();
  return normalizedName === '' ? undefined : tagsByName.get(normalizedName);
}

/** Returns the canonical spelling of a tag, which may be of an unknown language; undefined if the tag is malformed. */
function canonicalTag(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}

/** Advice for a value that is not a tag of a known language. */
const languageTagAdvice = (value: unknown): string => {
  const tag = typeof value === 'string' ? tagOfName(value) : undefined;
  return tag === undefined ? 'Use a language tag such as "en".' : `Use the language tag "${tag}".`;
};

/** A BCP 47 tag of a known language, in its canonical spelling: "en-us" becomes "en-US". */
export const languageTagSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: ({ input }) => languageTagAdvice(input) })
  .transform((value, context) => {
    const tag = findCanonicalLanguageTag(value);
    if (tag !== undefined) return tag;
    context.addIssue({ code: 'custom', message: languageTagAdvice(value) });
    return z.NEVER;
  });
