import type { DrawableSlide } from '../drawable-slide.ts';
import { textWidthInColumns } from '../layout/short-texts.ts';
import { withoutInlineMarks } from '../text/inline-markup.ts';
import { normalizeDrawableText } from '../text/normalize-drawable-text.ts';
import { splitPointSign } from '../text/point-signs.ts';
import { splitPointHead } from './points-as-items.ts';

/** Numbers of points that fill rows of cards. */
const CARD_COUNTS: readonly number[] = [2, 3, 4, 6];
/** The largest widths, in columns of text (`textWidthInColumns`): of a point without a head, of a head, and of the words after a head. */
const MAX_COLUMNS = { alone: 26, head: 18, rest: 60 };

/** The fields of a slide that decide whether its points are cards. */
export type SlideFieldsDecidingPointCards = Pick<
  DrawableSlide,
  'title' | 'bullet_points' | 'bullet_levels' | 'bullet_style' | 'markup'
>;

/**
 * Reports whether the points of a slide are drawn as cards with the layout `auto`. These are two, three, four or six short points of one
 * level under a title, without numbers, tasks or admonitions. Either all or none of them have a head and a text (`North: 4 shops`).
 */
export function arePointsDrawnAsCards({
  title,
  bullet_points,
  bullet_levels = [],
  bullet_style,
  markup,
}: SlideFieldsDecidingPointCards): boolean {
  const plainText = (text: string): string => normalizeDrawableText(withoutInlineMarks(text, markup));
  const points = bullet_points.filter((point) => plainText(point) !== '');
  if (plainText(title) === '' || !CARD_COUNTS.includes(points.length)) return false;
  if ((bullet_style ?? 'bullet') !== 'bullet' || bullet_levels.some((level) => level > 0)) return false;
  if (points.some((point) => splitPointSign(point, markup).sign)) return false;
  const heads = points.map((point) => splitPointHead(point, markup));
  if (heads.every(({ rest }) => rest === ''))
    return points.every((point) => textWidthInColumns(plainText(point)) <= MAX_COLUMNS.alone);
  return heads.every(
    ({ head, rest }) =>
      rest !== '' &&
      textWidthInColumns(plainText(head)) <= MAX_COLUMNS.head &&
      textWidthInColumns(plainText(rest)) <= MAX_COLUMNS.rest,
  );
}
