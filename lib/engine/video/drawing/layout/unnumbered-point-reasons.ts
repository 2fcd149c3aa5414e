import type { DrawableSlide } from '../drawable-slide.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import type { UnnumberedPointReason } from '../text/numbered-point-labels.ts';
import type { PointSign } from '../text/point-signs.ts';

/** Letters of the longest heading of a column. */
const MAX_HEADING = 24;
const ENDS_SENTENCE = /[.!?。]$/u;
const BOLD = /^\*\*(?:[^*]|\\\*)+\*\*:?$/u;

/** A point as far as it decides whether a template numbers it. */
interface CountedPoint {
  text: string;
  /** Its index among the points of the slide. */
  owner: number;
  level: number;
  sign: PointSign | undefined;
}

/**
 * The reasons for which points of a list have no number of the template: signs, and headings of other points. A heading is bold as a
 * whole, or it is the first point of each of two columns: "Do" and "Don't".
 */
export function unnumberedPointReasons(
  points: readonly CountedPoint[],
  { markup, column_break }: Pick<DrawableSlide, 'markup' | 'column_break'>,
): (UnnumberedPointReason | undefined)[] {
  const second = column_break === undefined ? -1 : points.findIndex(({ owner }) => owner >= column_break);
  const isHeading = (at: number): boolean => {
    const [point, next] = [points[at], points[at + 1]];
    if (!point || !next || point.level > next.level || point.sign) return false;
    const text = withoutInlineMarks(point.text, markup);
    return text.length <= MAX_HEADING && !ENDS_SENTENCE.test(text);
  };
  const haveHeadings = second > 1 && [0, second].every(isHeading);
  return points.map(({ text, level, sign }, at) => {
    if (sign) return 'sign';
    const isBold = markup === 'inline' && level === 0 && at + 1 < points.length && BOLD.test(text);
    return isBold || (haveHeadings && (at === 0 || at === second)) ? 'heading' : undefined;
  });
}
