import { francAll } from 'franc-min';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** The language that a text is probably in. */
export interface DetectedTextLanguage {
  /** The primary subtag of BCP 47. */
  language: string;
  /** True if the text is long enough, or written in letters of one language only. */
  isSure: boolean;
  /** Likeness of the text to each language that has its letters, 0–1; the mean of its passages. */
  likeness: ReadonlyMap<string, number>;
}

/** Names of the detector (ISO 639-3), for the languages that voices speak. */
const LATIN_LANGUAGES: Readonly<Record<string, string>> = {
  spa: 'es',
  eng: 'en',
  por: 'pt',
  ind: 'id',
  fra: 'fr',
  deu: 'de',
  vie: 'vi',
  ita: 'it',
  tur: 'tr',
  pol: 'pl',
  swh: 'sw',
  ron: 'ro',
  bos: 'bs',
  hrv: 'hr',
  nld: 'nl',
  hun: 'hu',
  ces: 'cs',
  swe: 'sv',
};
const CYRILLIC_LANGUAGES: Readonly<Record<string, string>> = {
  rus: 'ru',
  ukr: 'uk',
  bel: 'be',
  bul: 'bg',
  srp: 'sr',
  kaz: 'kk',
};
const ARABIC_LANGUAGES: Readonly<Record<string, string>> = { arb: 'ar', urd: 'ur', pes: 'fa' };
const DEVANAGARI_LANGUAGES: Readonly<Record<string, string>> = { hin: 'hi', mar: 'mr', npi: 'ne' };

/** Letters that a language in Cyrillic does not have: the detector compares sequences of letters, not single ones. */
const FOREIGN_LETTERS: Readonly<Record<string, RegExp>> = {
  rus: /[іїєґўђћџљњјәғқңұ]/giu,
  ukr: /[ыэъёўђћџљњј]/giu,
  bel: /[иїєґщъђћџљњј]/giu,
  bul: /[ыэёіїєґўђћџљњј]/giu,
  srp: /[ыэщъьюяйёіїєґў]/giu,
  kaz: /[їєґўђћџљњј]/giu,
};
/** Maximum share of foreign letters in a text of a language: names and quotations. */
const MAX_FOREIGN_SHARE = 0.01;

/** Scripts, each with its language, or with the languages that the detector can distinguish. */
const SCRIPTS: readonly (readonly [letters: RegExp, languages: string | Readonly<Record<string, string>>])[] = [
  [/\p{Script=Latin}/gu, LATIN_LANGUAGES],
  [/\p{Script=Cyrillic}/gu, CYRILLIC_LANGUAGES],
  [/\p{Script=Arabic}/gu, ARABIC_LANGUAGES],
  [/\p{Script=Devanagari}/gu, DEVANAGARI_LANGUAGES],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
];

/** A text with at least one kana for this number of Chinese characters is Japanese. */
const KANA_SHARE = 12;
/** The minimum number of letters of a text that is examined, and the number of letters from which the detector is right for nearly all texts. */
const MIN_LETTERS = 8;
const SURE_LETTERS = 60;
/** The number of characters that are examined: more would not make the result more certain. */
const MAX_EXAMINED_CHARACTERS = 5000;
/** The number of characters of a passage, which is examined separately, and the maximum number of passages. */
const PASSAGE_CHARACTERS = 120;
const MAX_PASSAGES = 12;

const countLetters = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Detects the language of a text by its letters and the frequencies of their sequences. @returns undefined when it has too few letters */
export function detectTextLanguage(text: string): DetectedTextLanguage | undefined {
  const examinedText = text.slice(0, MAX_EXAMINED_CHARACTERS);
  const counts = SCRIPTS.map(([letters, languages]) => ({ letters: countLetters(examinedText, letters), languages }));
  const kana = counts.find(({ languages }) => languages === 'ja')?.letters ?? 0;
  const han = counts.find(({ languages }) => languages === 'zh')?.letters ?? 0;
  if (kana > 0 && kana * KANA_SHARE >= han)
    for (const scriptCount of counts)
      if (scriptCount.languages === 'zh' || scriptCount.languages === 'ja')
        Object.assign(scriptCount, { languages: 'ja', letters: han + kana });
  // A character of Chinese, Japanese or Korean counts as two letters.
  const weightOf = ({ letters, languages }: (typeof counts)[number]): number =>
    ['ja', 'zh', 'ko'].includes(String(languages)) ? 2 * letters : letters;
  const mainScript = counts.reduce((best, scriptCount) =>
    weightOf(scriptCount) > weightOf(best) ? scriptCount : best,
  );
  if (weightOf(mainScript) < MIN_LETTERS) return undefined;
  const { letters, languages } = mainScript;
  if (typeof languages === 'string') return { language: languages, isSure: true, likeness: new Map([[languages, 1]]) };
  const isForeign = (name: string): boolean => {
    const foreignLetters = ownPropertyValue(FOREIGN_LETTERS, name);
    return foreignLetters !== undefined && countLetters(examinedText, foreignLetters) > MAX_FOREIGN_SHARE * letters;
  };
  const names = Object.keys(languages).filter((name) => !isForeign(name));
  if (names.length === 0) return undefined;
  const likeness = likenessOf(examinedText, languages, names);
  const closestLanguage = [...likeness].reduce<[string, number] | undefined>(
    (closest, entry) => (closest && closest[1] >= entry[1] ? closest : entry),
    undefined,
  );
  return closestLanguage && { language: closestLanguage[0], isSure: letters >= SURE_LETTERS, likeness };
}

/** Likeness of a text to languages, as the mean of its passages: in longer ones, all languages come nearer to one another. */
function likenessOf(
  text: string,
  languages: Readonly<Record<string, string>>,
  names: readonly string[],
): ReadonlyMap<string, number> {
  const passages = Math.min(MAX_PASSAGES, Math.max(1, Math.round(text.length / PASSAGE_CHARACTERS)));
  const sums = new Map<string, number>();
  for (let index = 0; index < passages; index++) {
    const passage = text.slice(Math.floor((index * text.length) / passages)).slice(0, PASSAGE_CHARACTERS);
    for (const [name, likeness] of francAll(passage, { only: [...names], minLength: MIN_LETTERS })) {
      const language = ownPropertyValue(languages, name);
      if (language !== undefined) sums.set(language, (sums.get(language) ?? 0) + likeness / passages);
    }
  }
  return sums;
}

/** Languages that the detector does not know, or confuses with a similar one: each with the language that represents its group. */
const SIMILAR_LANGUAGE: Readonly<Record<string, string>> = {
  nb: 'sv',
  nn: 'sv',
  no: 'sv',
  da: 'sv',
  sk: 'cs',
  sr: 'hr',
  bs: 'hr',
  ms: 'id',
  af: 'nl',
  gl: 'pt',
  ca: 'es',
  yue: 'zh',
  cmn: 'zh',
  nan: 'zh',
  iw: 'he',
  fil: 'id',
  tl: 'id',
  mk: 'bg',
};
/** A text with at least this likeness to a language may be in it. */
const MIN_LIKENESS = 0.85;

/** The primary subtag of a language. */
export const primaryLanguageSubtag = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * Reports whether a text may be in a language: it was detected, or the text is similar to it, or the detector cannot know it.
 * @param tag BCP 47
 */
export function mayTextBeInLanguage({ language, isSure, likeness }: DetectedTextLanguage, tag: string): boolean {
  const primarySubtag = primaryLanguageSubtag(tag);
  const candidates = [primarySubtag, ownPropertyValue(SIMILAR_LANGUAGE, primarySubtag) ?? primarySubtag];
  if (candidates.includes(language) || candidates.includes(ownPropertyValue(SIMILAR_LANGUAGE, language) ?? language))
    return true;
  const maxLikeness = Math.max(...candidates.map((candidate) => likeness.get(candidate) ?? 0));
  if (maxLikeness > 0) return !isSure || maxLikeness >= MIN_LIKENESS;
  // A language in the same letters that the detector does not know cannot be refuted.
  const isKnown = SCRIPTS.some(([, languages]) =>
    typeof languages === 'string'
      ? candidates.includes(languages)
      : candidates.some((candidate) => Object.values(languages).includes(candidate)),
  );
  return !isKnown;
}
