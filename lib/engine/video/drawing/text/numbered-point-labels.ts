import type { BulletStyle } from '../rich-slide-content.ts';

/** Roman numerals from 0 to 12, the largest number of points. */
const ROMAN_NUMERALS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const FIRST_LETTER = 'a'.charCodeAt(0);
/** The script (ISO 15924) of the languages whose lists have letters at the second level. */
const LATIN_SCRIPT = 'Latn';

/** A number in the digits of a language (BCP 47), without grouping; in European digits for an invalid tag. */
export function formatNumberInNativeDigits(language: string, number: number): string {
  try {
    return new Intl.NumberFormat(language, { useGrouping: false }).format(number);
  } catch {
    return String(number);
  }
}

/** Reports whether a language is written with Latin letters; true for an invalid tag. */
function isWrittenInLatin(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script === LATIN_SCRIPT;
  } catch {
    return true;
  }
}

/**
 * The numbers before the points of a list: `1.`, below them `a.`, below them `i.`; numbers at all levels if the language has other letters
 * than Latin. A level counts from 1 again below each point of the level above.
 * @param levels of the points, 0–2
 */
export function numberLabelsOfList(levels: readonly number[], language: string): string[] {
  const counts = [0, 0, 0];
  const hasLatinLetters = isWrittenInLatin(language);
  return levels.map((level) => {
    counts[level] = (counts[level] ?? 0) + 1;
    counts.fill(0, level + 1);
    const count = counts[level] ?? 1;
    if (level === 1 && hasLatinLetters) return `${String.fromCharCode(FIRST_LETTER + count - 1)}.`;
    if (level === 2 && hasLatinLetters) return `${ROMAN_NUMERALS[count] ?? count}.`;
    return `${formatNumberInNativeDigits(language, count)}.`;
  });
}

/** The reason for which a point has no number of the template. */
export type UnnumberedPointReason = 'heading' | 'sign';

/**
 * Labels of numbered points; '' for a point without a number. With the style `number`, all points have one (`numberLabelsOfList`). Otherwise
 * the template numbers the points of the first level, from 1 again below each heading among them.
 * @param formatNumber writes a number as the template does
 * @param reasons why points have no number of the template; undefined for those that have one
 */
export function numberedPointLabels(
  levels: readonly number[],
  style: BulletStyle,
  language: string,
  formatNumber: (number: number) => string,
  reasons: readonly (UnnumberedPointReason | undefined)[] = [],
): string[] {
  if (style === 'number') return numberLabelsOfList(levels, language);
  let count = 0;
  return levels.map((level, index) => {
    const reason = reasons[index];
    if (reason === 'heading') count = 0;
    return reason === undefined && level === 0 ? formatNumber(++count) : '';
  });
}
