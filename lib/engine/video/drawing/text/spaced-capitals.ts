import type { TextStyle } from '../design.ts';
import { findCodeLikeSpans } from './code-like.ts';

/** Longest label, in characters: long lines of capitals are hard to read. */
const MAX_LABEL = 40;
/** The type style of capitals, relative to that of the text that they replace. */
const CAPITALS = { scale: 0.78, tracking: 0.11, weight: 600 };

/** Reports whether all letters of a text are of a script with capitals. */
const hasCase = (text: string): boolean => /\p{Ll}/u.test(text) && !/\p{Lo}/u.test(text);

/** Reports whether a text without marks may be set in capitals: a few words, and no address or code, which would say something else. */
export const maySetInCapitals = (text: string): boolean =>
  text.length <= MAX_LABEL && hasCase(text) && findCodeLikeSpans(text).length === 0 && !/[@/\\]|\.\p{L}/u.test(text);

/** A text in the capitals of its language. @throws RangeError for a language that is not a BCP 47 tag */
export const toCapitals = (text: string, language: string): string => text.toLocaleUpperCase(language);

/** A type style for spaced capitals: they are larger than small letters, so that their size is smaller. */
export const spacedCapitalStyle = (style: TextStyle): TextStyle => ({
  ...style,
  italic: false,
  tracking: CAPITALS.tracking,
  weight: Math.max(style.weight, CAPITALS.weight),
  largest: style.largest * CAPITALS.scale,
});
