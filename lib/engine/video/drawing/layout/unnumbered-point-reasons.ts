import type { DrawableSlide } from '../drawable-slide.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import type { UnnumberedPointReason } from '../text/numbered-point-labels.ts';
import type { PointSign } from '../text/point-signs.ts';

/** Letters of the longest heading of a column. */
const MAX_HEADING_LETTERS = 24;
/** A sign that ends a sentence: a text with it is not a heading. */
const ENDS_SENTENCE = /[.!?。]$/u;
/** A point that is bold as a whole. */
const WHOLLY_BOLD = /^\*\*(?:[^*]|\\\*)+\*\*:?$/u;

/** The properties of a point that decide whether a template numbers it. */
interface CountedPoint {
  text: string;
  /** Its index among the points of the slide. */
  owner: number;
  level: number;
  sign: PointSign | undefined;
}

/**
 * The reasons for which points of a list have no number of the template, a reason for each point; undefined for a numbered one. Points with
 * signs have none, nor do headings of other points: points that are bold as a whole, and the first points of two columns, such as "Do" and
 * "Don't".
 */
export function unnumberedPointReasons(
  points: readonly CountedPoint[],
  { markup, column_break }: Pick<DrawableSlide, 'markup' | 'column_break'>,
): (UnnumberedPointReason | undefined)[] {
  const firstOfSecondColumn = column_break === undefined ? -1 : points.findIndex(({ owner }) => owner >= column_break);
  const isHeading = (index: number): boolean => {
    const [point, nextPoint] = [points[index], points[index + 1]];
    if (!point || !nextPoint || point.level > nextPoint.level || point.sign) return false;
    const text = withoutInlineMarks(point.text, markup);
    return text.length <= MAX_HEADING_LETTERS && !ENDS_SENTENCE.test(text);
  };
  const haveColumnsHeadings = firstOfSecondColumn > 1 && [0, firstOfSecondColumn].every(isHeading);
  return points.map(({ text, level, sign }, index) => {
    if (sign) return 'sign';
    const isBold = markup === 'inline' && level === 0 && index + 1 < points.length && WHOLLY_BOLD.test(text);
    return isBold || (haveColumnsHeadings && (index === 0 || index === firstOfSecondColumn)) ? 'heading' : undefined;
  });
}
