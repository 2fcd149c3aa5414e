import { francAll } from 'franc-min';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';

/** The language that a text is probably in. */
export interface TextLanguage {
  /** The primary subtag of BCP 47. */
  language: string;
  /** True if the text is long enough, or written in letters of one language only. */
  isSure: boolean;
  /** Likeness of the text to each language that has its letters, 0–1; the mean of its passages. */
  likeness: ReadonlyMap<string, number>;
}

/** Names of the detector (ISO 639-3), for the languages that voices speak. */
const LATIN: Readonly<Record<string, string>> = {
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
const CYRILLIC: Readonly<Record<string, string>> = { rus: 'ru', ukr: 'uk', bel: 'be', bul: 'bg', srp: 'sr', kaz: 'kk' };
const ARABIC: Readonly<Record<string, string>> = { arb: 'ar', urd: 'ur', pes: 'fa' };
const DEVANAGARI: Readonly<Record<string, string>> = { hin: 'hi', mar: 'mr', npi: 'ne' };

/** Letters that a language in Cyrillic does not have: the detector compares sequences of letters, not single ones. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  rus: /[іїєґўђћџљњјәғқңұ]/giu,
  ukr: /[ыэъёўђћџљњј]/giu,
  bel: /[иїєґщъђћџљњј]/giu,
  bul: /[ыэёіїєґўђћџљњј]/giu,
  srp: /[ыэщъьюяйёіїєґў]/giu,
  kaz: /[їєґўђћџљњј]/giu,
};
/** At most this part of the letters may be foreign: names and quotations. */
const MAX_FOREIGN = 0.01;

/** Scripts, each with its language, or with the languages that the detector can distinguish. */
const SCRIPTS: readonly (readonly [letters: RegExp, of: string | Readonly<Record<string, string>>])[] = [
  [/\p{Script=Latin}/gu, LATIN],
  [/\p{Script=Cyrillic}/gu, CYRILLIC],
  [/\p{Script=Arabic}/gu, ARABIC],
  [/\p{Script=Devanagari}/gu, DEVANAGARI],
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
/** The fewest letters of a text that is examined, and the number of letters from which the detector is right for nearly all texts. */
const MIN_LETTERS = 8;
const SURE_LETTERS = 60;
/** Characters that are examined: more make the result no surer. */
const MAX_READ = 5000;
/** Characters of a passage, which is examined separately, and the most passages. */
const PASSAGE = 120;
const MAX_PASSAGES = 12;

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Detects the language of a text by its letters and the frequencies of their sequences. @returns undefined when it has too few letters */
export function detectTextLanguage(text: string): TextLanguage | undefined {
  const read = text.slice(0, MAX_READ);
  const counts = SCRIPTS.map(([letters, of]) => ({ letters: count(read, letters), of }));
  const kana = counts.find(({ of }) => of === 'ja')?.letters ?? 0;
  const han = counts.find(({ of }) => of === 'zh')?.letters ?? 0;
  if (kana > 0 && kana * KANA_SHARE >= han)
    for (const each of counts)
      if (each.of === 'zh' || each.of === 'ja') Object.assign(each, { of: 'ja', letters: han + kana });
  // A character of Chinese, Japanese or Korean counts as two letters.
  const weight = ({ letters, of }: (typeof counts)[number]): number =>
    ['ja', 'zh', 'ko'].includes(String(of)) ? 2 * letters : letters;
  const most = counts.reduce((best, next) => (weight(next) > weight(best) ? next : best));
  if (weight(most) < MIN_LETTERS) return undefined;
  const { letters, of } = most;
  if (typeof of === 'string') return { language: of, isSure: true, likeness: new Map([[of, 1]]) };
  const isForeign = (name: string): boolean => {
    const foreign = ownPropertyValue(FOREIGN, name);
    return foreign !== undefined && count(read, foreign) > MAX_FOREIGN * letters;
  };
  const names = Object.keys(of).filter((name) => !isForeign(name));
  if (names.length === 0) return undefined;
  const likeness = likenessOf(read, of, names);
  const best = [...likeness].reduce<[string, number] | undefined>(
    (most, next) => (most && most[1] >= next[1] ? most : next),
    undefined,
  );
  return best && { language: best[0], isSure: letters >= SURE_LETTERS, likeness };
}

/** Likeness of a text to languages, as the mean of its passages: in longer ones, all languages come nearer to one another. */
function likenessOf(
  text: string,
  of: Readonly<Record<string, string>>,
  names: readonly string[],
): ReadonlyMap<string, number> {
  const passages = Math.min(MAX_PASSAGES, Math.max(1, Math.round(text.length / PASSAGE)));
  const sums = new Map<string, number>();
  for (let at = 0; at < passages; at++) {
    const passage = text.slice(Math.floor((at * text.length) / passages)).slice(0, PASSAGE);
    for (const [name, likeness] of francAll(passage, { only: [...names], minLength: MIN_LETTERS })) {
      const language = ownPropertyValue(of, name);
      if (language !== undefined) sums.set(language, (sums.get(language) ?? 0) + likeness / passages);
    }
  }
  return sums;
}

/** Languages that the detector does not know, or confuses with a similar one: each with the language that represents its group. */
const SIMILAR: Readonly<Record<string, string>> = {
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
export function mayTextBeInLanguage({ language, isSure, likeness }: TextLanguage, tag: string): boolean {
  const own = primaryLanguageSubtag(tag);
  const wanted = [own, ownPropertyValue(SIMILAR, own) ?? own];
  if (wanted.includes(language) || wanted.includes(ownPropertyValue(SIMILAR, language) ?? language)) return true;
  const like = Math.max(...wanted.map((each) => likeness.get(each) ?? 0));
  if (like > 0) return !isSure || like >= MIN_LIKENESS;
  // A language in the same letters that the detector does not know cannot be refuted.
  const isKnown = SCRIPTS.some(([, of]) =>
    typeof of === 'string' ? wanted.includes(of) : wanted.some((each) => Object.values(of).includes(each)),
  );
  return !isKnown;
}
