import { mayBeIn, primaryLanguage, textLanguage } from '#engine/speech/text-language.ts';

/** A text with the language that its file gives it. */
export interface TaggedText {
  text: string;
  /** BCP 47; absent: the file says none. */
  language?: string | undefined;
}

/** Part of the letters that have to have one language. */
const MOST = 0.6;
/** Notes with fewer characters say less than the slides. */
const FEW = 20;

/** The language that most letters are tagged with. */
function taggedLanguage(texts: readonly TaggedText[]): string | undefined {
  const letters = new Map<string | undefined, number>();
  let all = 0;
  for (const { text, language } of texts) {
    letters.set(language, (letters.get(language) ?? 0) + text.length);
    all += text.length;
  }
  return [...letters].find(([language, some]) => language !== undefined && some >= MOST * all)?.[0];
}

const textOf = (texts: readonly TaggedText[]): string => texts.map(({ text }) => text).join('\n');

/**
 * The language of a deck: that of its notes, or of its slides where they say little. The letters decide; where they allow it, the
 * language that the file gives its texts. Pure.
 * @param usual language of the file @returns BCP 47; null: nothing says it
 */
export function deckLanguage(
  notes: readonly TaggedText[],
  shown: readonly TaggedText[],
  usual: string | null = null,
): string | null {
  const texts = textOf(notes).trim().length >= FEW ? notes : [...notes, ...shown];
  const found = textLanguage(textOf(texts));
  const said = [taggedLanguage(texts) ?? '', usual ?? ''].filter((tag) => tag !== '');
  // A few words in Latin letters may be of any language that has them.
  const isGuess = found !== undefined && !found.isSure && /\p{Script=Latin}/u.test(textOf(texts));
  if (!found || (isGuess && said.length === 0)) return said[0] ?? null;
  const exact = said.find((tag) => primaryLanguage(tag) === found.language);
  const possible = said.find((tag) => mayBeIn(found, tag));
  return exact ?? possible ?? found.language;
}
