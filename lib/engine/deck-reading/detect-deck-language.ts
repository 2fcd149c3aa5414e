import {
  detectTextLanguage,
  mayTextBeInLanguage,
  primaryLanguageSubtag,
} from '#engine/speech/detected-text-language.ts';

/** A text with the language that its file names for it. */
export interface LanguageTaggedText {
  text: string;
  /** BCP 47; absent: the file names none. */
  language?: string | undefined;
}

/** Share of all letters that must be tagged with a language for it to count. */
const MIN_TAGGED_SHARE = 0.6;
/** Notes with fewer characters are too short to have a language: the slides are read as well. */
const MIN_NOTES_LENGTH = 20;

/** The language with which at least 60 % of the letters are tagged. */
function taggedLanguage(texts: readonly LanguageTaggedText[]): string | undefined {
  const lengthByLanguage = new Map<string | undefined, number>();
  let totalLength = 0;
  for (const { text, language } of texts) {
    lengthByLanguage.set(language, (lengthByLanguage.get(language) ?? 0) + text.length);
    totalLength += text.length;
  }
  return [...lengthByLanguage].find(
    ([language, length]) => language !== undefined && length >= MIN_TAGGED_SHARE * totalLength,
  )?.[0];
}

const joinTexts = (texts: readonly LanguageTaggedText[]): string => texts.map(({ text }) => text).join('\n');

/**
 * The language of a deck: that of its notes, or of notes and slides if the notes are short. The letters decide; if they allow several
 * languages, the one that the file names. Pure.
 * @param notes speaker notes
 * @param slideTexts texts of the slides
 * @param fileLanguage the language that the file names for itself, BCP 47
 * @returns BCP 47; null if it is not known
 */
export function detectDeckLanguage(
  notes: readonly LanguageTaggedText[],
  slideTexts: readonly LanguageTaggedText[],
  fileLanguage: string | null = null,
): string | null {
  const texts = joinTexts(notes).trim().length >= MIN_NOTES_LENGTH ? notes : [...notes, ...slideTexts];
  const detected = detectTextLanguage(joinTexts(texts));
  const tags = [taggedLanguage(texts) ?? '', fileLanguage ?? ''].filter((tag) => tag !== '');
  // A few words in Latin letters may be of any of many languages.
  const isGuess = detected !== undefined && !detected.isSure && /\p{Script=Latin}/u.test(joinTexts(texts));
  if (!detected || (isGuess && tags.length === 0)) return tags[0] ?? null;
  const exactTag = tags.find((tag) => primaryLanguageSubtag(tag) === detected.language);
  const possibleTag = tags.find((tag) => mayTextBeInLanguage(detected, tag));
  return exactTag ?? possibleTag ?? detected.language;
}
