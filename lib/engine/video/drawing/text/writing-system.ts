/**
 * Writing systems with marks above and below, and the leading that they need in addition to that of Latin, as a multiple of the size. The
 * ink of dense lines was 1.61 (Tibetan), 1.48 (Myanmar) and at most 1.37 sizes high (all others).
 */
const EXTRA_LEADING: readonly (readonly [letters: RegExp, extra: number])[] = [
  [/\p{Script=Tibetan}/u, 0.56],
  [/\p{Script=Myanmar}/u, 0.44],
  [
    /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Lao}\p{Script=Khmer}]/u,
    0.26,
  ],
  [
    /[\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Telugu}\p{Script=Thaana}]/u,
    0.26,
  ],
];
/** The leading that lines of letters which fill a square need in addition: they have no room between ascenders and descenders. */
const CJK_EXTRA_LEADING = 0.14;
/** Letters of Chinese, Japanese and Korean, which fill a square. */
const CJK_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** A text whose letters are all of Latin, Greek and Cyrillic. */
const ALPHABETIC_TEXT =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}\p{Cn}]*$/u;

/** The leading that a text needs in addition to that of Latin, as a multiple of the size. */
export function extraLeadingOfText(text: string): number {
  const tallScript = EXTRA_LEADING.find(([letters]) => letters.test(text));
  if (tallScript) return tallScript[1];
  return CJK_LETTERS.test(text) ? CJK_EXTRA_LEADING : 0;
}

/**
 * Reports whether all letters of a text are Latin, Greek or Cyrillic, so that they may be spaced and slanted: letters of these alphabets
 * do not join, stack or fill a square.
 */
export function allowsLetterSpacingAndSlant(text: string): boolean {
  return ALPHABETIC_TEXT.test(text);
}

/** Reports whether a text has Hangul. */
export const containsHangul = (text: string): boolean => /\p{Script=Hangul}/u.test(text);

/** Direction of text. */
export type TextDirection = 'ltr' | 'rtl';

/** A letter of a script that is written from right to left; Persian digits, which are not, are of the script, too. */
const RIGHT_TO_LEFT_LETTER =
  /[\p{L}&&[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]]/v;
/** Text whose first strong character is a mark that sets its direction. */
const STARTS_WITH_DIRECTION_MARK = /^[^\p{L}\u200e\u200f\u061c]*[\u200e\u200f\u061c]/u;
/** Characters that give a text its direction (strong ones of UAX #9): letters, and the marks LRM, RLM and ALM. */
const STRONG_DIRECTION = /[\p{L}\u200e\u200f\u061c]/u;
/** Primary tags of languages that are usually written from right to left. */
const RIGHT_TO_LEFT_LANGUAGES = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ks',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
]);

/** The direction given by the first strong character of a text (UAX #9); undefined if it has none. */
export function findTextDirection(text: string): TextDirection | undefined {
  const strongCharacter = STRONG_DIRECTION.exec(text)?.[0];
  if (strongCharacter === undefined) return undefined;
  return strongCharacter === '\u200f' || strongCharacter === '\u061c' || RIGHT_TO_LEFT_LETTER.test(strongCharacter)
    ? 'rtl'
    : 'ltr';
}

/** The direction of a language (BCP 47 tag) by its primary tag and its script subtag. */
export function directionOfLanguage(language: string): TextDirection {
  const [primaryTag = '', ...otherTags] = language.toLowerCase().split('-');
  if (otherTags.includes('latn') || otherTags.includes('cyrl')) return 'ltr';
  return RIGHT_TO_LEFT_LANGUAGES.has(primaryTag) || otherTags.includes('arab') ? 'rtl' : 'ltr';
}

/**
 * The direction of a paragraph in a document of a language; undefined if it has no strong characters. In a right-to-left language, a sentence
 * that starts with a foreign name is still written from the right, as presentation programs do; else the first strong character decides.
 */
export function findTextDirectionInLanguage(text: string, language: string): TextDirection | undefined {
  const isRightToLeft =
    directionOfLanguage(language) === 'rtl' &&
    RIGHT_TO_LEFT_LETTER.test(text) &&
    !STARTS_WITH_DIRECTION_MARK.test(text);
  return isRightToLeft ? 'rtl' : findTextDirection(text);
}

/**
 * The direction of a slide as a whole: that of its first text with letters, or else that of its language. In a right-to-left language, a slide
 * with a right-to-left letter in any text is a right-to-left one.
 */
export function textDirectionOfSlide(texts: readonly string[], language: string): TextDirection {
  const languageDirection = directionOfLanguage(language);
  if (languageDirection === 'rtl' && texts.some((text) => RIGHT_TO_LEFT_LETTER.test(text))) return 'rtl';
  for (const text of texts) {
    const direction = findTextDirection(text);
    if (direction) return direction;
  }
  return languageDirection;
}
