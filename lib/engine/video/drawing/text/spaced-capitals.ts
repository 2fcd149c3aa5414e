import type { TextStyle } from '../design.ts';
import { findCodeLikeSpans } from './code-like.ts';

/** Characters of the longest label: long lines of capitals are hard to read. */
const MAX_LABEL_CHARACTERS = 40;
/** The type style of capitals: the factor of the size, letter spacing in em, and the smallest weight. */
const CAPITALS_STYLE = { scale: 0.78, tracking: 0.11, weight: 600 };

/** Reports whether a text has small letters, and no letters of scripts without capitals. */
const hasCase = (text: string): boolean => /\p{Ll}/u.test(text) && !/\p{Lo}/u.test(text);

/** Reports whether a text without marks may be set in capitals: a few words, and no address or code, which would say something else. */
export const maySetInCapitals = (text: string): boolean =>
  text.length <= MAX_LABEL_CHARACTERS &&
  hasCase(text) &&
  findCodeLikeSpans(text).length === 0 &&
  !/[@/\\]|\.\p{L}/u.test(text);

/** A text in the capitals of its language. @throws RangeError for a language that is not a BCP 47 tag */
export const toCapitals = (text: string, language: string): string => text.toLocaleUpperCase(language);

/** A type style for spaced capitals. Their size is smaller, because capitals are larger than small letters. */
export const toSpacedCapitalStyle = (style: TextStyle): TextStyle => ({
  ...style,
  italic: false,
  tracking: CAPITALS_STYLE.tracking,
  weight: Math.max(style.weight, CAPITALS_STYLE.weight),
  largest: style.largest * CAPITALS_STYLE.scale,
});
