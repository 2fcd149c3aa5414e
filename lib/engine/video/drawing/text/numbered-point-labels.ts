import type { BulletStyle } from '../rich-slide-content.ts';

const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const FIRST_LETTER = 'a'.charCodeAt(0);
/** The script (ISO 15924) of the languages whose lists have letters at the second level. */
const LATIN = 'Latn';

/** A number in the digits of the language, without grouping. */
export function numberInDigitsOf(language: string, number: number): string {
  try {
    return new Intl.NumberFormat(language, { useGrouping: false }).format(number);
  } catch {
    return String(number);
  }
}

/** Reports whether a language is written with Latin letters. */
function isLatin(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script === LATIN;
  } catch {
    return true;
  }
}

/**
 * The numbers before the points of a list: `1.`, below them `a.`, below them `i.`; numbers at all levels where the language
 * has other letters. A level counts from 1 again below each point of the level above.
 * @param levels of the points, 0–2
 */
export function numberLabelsOfList(levels: readonly number[], language: string): string[] {
  const counts = [0, 0, 0];
  const latin = isLatin(language);
  return levels.map((level) => {
    counts[level] = (counts[level] ?? 0) + 1;
    counts.fill(0, level + 1);
    const count = counts[level] ?? 1;
    if (level === 1 && latin) return `${String.fromCharCode(FIRST_LETTER + count - 1)}.`;
    if (level === 2 && latin) return `${ROMAN[count] ?? count}.`;
    return `${numberInDigitsOf(language, count)}.`;
  });
}

/** The reason for which a point has no number of the template. */
export type UnnumberedPointReason = 'heading' | 'sign';

/**
 * Labels of numbered points; '' for a point that is not counted. Templates that number their
 * points count those of the first level, from 1 again below each heading among them.
 * @param form how the template writes a number
 * @param uncounted points that have no number of the template: headings of others, and points with a sign
 */
export function numberedPointLabels(
  levels: readonly number[],
  style: BulletStyle,
  language: string,
  form: (number: number) => string,
  uncounted: readonly (UnnumberedPointReason | undefined)[] = [],
): string[] {
  if (style === 'number') return numberLabelsOfList(levels, language);
  let count = 0;
  return levels.map((level, index) => {
    const reason = uncounted[index];
    if (reason === 'heading') count = 0;
    return reason === undefined && level === 0 ? form(++count) : '';
  });
}
