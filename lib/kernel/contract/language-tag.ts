import { z } from 'zod';

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * Languages of espeak-ng's voices for which CLDR has no name: Western Armenian, Totontepec Mixe, …; and `und`, an undetermined
 * language.
 */
const UNNAMED = new Set(['hyw', 'mto', 'nci', 'py', 'qdb', 'qya', 'sjn', 'und']);

/** Returns the canonical spelling of a BCP 47 tag; undefined if it is malformed, or its primary language is unknown. */
export function canonicalLanguageTag(value: string): string | undefined {
  const tag = canonicalTag(value);
  const [primary = ''] = tag?.split('-') ?? [];
  return UNNAMED.has(primary) || nameOf(primary) !== undefined ? tag : undefined;
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
/** Candidates for codes of two letters. */
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Tags by the English names of their languages, in lower case. Made for the first invalid tag: looking up 676 names takes 2 ms. */
let tagsByName: ReadonlyMap<string, string> | undefined;

/** Finds the tag of a language by its English name: "german" is "de". */
function tagOfName(name: string): string | undefined {
  tagsByName ??= new Map(
    PAIRS.filter((code) => canonicalTag(code) === code)
      .map((code): [string, string] => [nameOf(code)?.toLowerCase() ?? '', code])
      // The first of two tags with one name is given.
      .reverse(),
  );
  const wanted = name.trim().toLowerCase();
  return wanted === '' ? undefined : tagsByName.get(wanted);
}

function canonicalTag(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}

/** Advice for a value that is not a tag of a known language. */
const advice = (value: unknown): string => {
  const tag = typeof value === 'string' ? tagOfName(value) : undefined;
  return tag === undefined ? 'Use a language tag such as "en".' : `Use the language tag "${tag}".`;
};

/** A BCP 47 tag of a known language, in its canonical spelling: "en-us" becomes "en-US". */
export const languageTagSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: ({ input }) => advice(input) })
  .transform((value, context) => {
    const canonical = canonicalLanguageTag(value);
    if (canonical !== undefined) return canonical;
    context.addIssue({ code: 'custom', message: advice(value) });
    return z.NEVER;
  });
