import { isDateOrPeriodText } from '#engine/video/drawing/items/is-date-or-period-text.ts';
import { splitPointHead } from '#engine/video/drawing/items/points-as-items.ts';
import { isNumberText } from '#engine/video/drawing/layout/short-texts.ts';
import type { DeckSlideContent } from '../deck.ts';
import type { PageSlidePoint } from './page-part.ts';

/** A point divided at the sign that ends its head, with the number of characters of its text and of the points below it. */
interface HeadedPoint {
  head: string;
  hasBoldHead: boolean;
  hasText: boolean;
  isNumbered: boolean;
  characterCount: number;
}

/** A bold head with the sign after it, within the bold text or behind it. A point that only starts with bold words is a sentence. */
const BOLD_HEAD = /^\*\*(?:[^*\\]|\\.)+(?:[:.?!：]\*\*|\*\*\s*[:：]|\*\*\s+[—–-]\s|\*\*$)/su;
/** A bold text at the start of a point. */
const BOLD_START = /^\*\*(?<bold>[^*]+)\*\*(?<rest>.*)$/su;

/** The highest number of points in a layout, and of characters in the text of each point. */
const LAYOUT_LIMITS = {
  stats: { points: 4, characters: 80 },
  timeline: { points: 8, characters: 120 },
  process: { points: 6, characters: 120 },
  cards: { points: 6, characters: 150 },
} as const;
type ListLayout = keyof typeof LAYOUT_LIMITS;

/** The points of the first level, each with the points below it. */
function readHeadedPoints(points: readonly PageSlidePoint[]): HeadedPoint[] {
  const headedPoints: HeadedPoint[] = [];
  for (const { text, level, ordinal } of points) {
    const parent = headedPoints.at(-1);
    if (level > 0 && parent) {
      parent.characterCount += text.plain.length;
      parent.hasText = true;
      continue;
    }
    const { head, rest: textAfterHead } = splitPointHead(text.marked, 'inline');
    headedPoints.push({
      head,
      hasBoldHead: BOLD_HEAD.test(text.marked),
      hasText: textAfterHead !== '',
      isNumbered: ordinal !== undefined,
      characterCount: textAfterHead.length,
    });
  }
  return headedPoints;
}

/** Years that count as dates: a bare number outside of them is a code or an amount. */
const YEAR_RANGE = { first: 1000, last: 2199 };
/** A number without anything else: a year, or a code such as 404. */
const BARE_NUMBER = /^\p{Nd}+$/u;
const isYear = (text: string): boolean => Number(text) >= YEAR_RANGE.first && Number(text) <= YEAR_RANGE.last;

/** Reports whether the heads are dates. Bare numbers are years if they are in order. */
function areDates(heads: readonly string[]): boolean {
  const bareNumbers = heads.filter((head) => BARE_NUMBER.test(head));
  const isInOrder = bareNumbers.every((head, i) => i === 0 || Number(bareNumbers[i - 1]) < Number(head));
  return heads.every(isDateOrPeriodText) && bareNumbers.every(isYear) && isInOrder;
}

/** Reports whether a point starts with a bold figure, with words after it: `**42 %** of all`. */
function startsWithBoldNumber({ text }: PageSlidePoint): boolean {
  const { bold: boldText = '', rest: textAfterBold = '' } = BOLD_START.exec(text.marked)?.groups ?? {};
  return isNumberText(boldText.replaceAll(' ', '\u00a0')) && /\p{L}/u.test(textAfterBold);
}

/**
 * The layout of a list by the heads of its points. `timeline`: all heads are dates. `stats`: every point starts with a bold figure, followed
 * by words, and none has points below it. `process`: all are bold, and the list is numbered. `cards`: all are bold, and the list is not
 * numbered. Undefined for any other list, and for texts that do not fit into such a layout.
 */
export function layoutByListHeads(points: readonly PageSlidePoint[]): DeckSlideContent['layout'] | undefined {
  if (points.some(({ marker, column }) => marker !== 'bullet' || column > 0) || points[0]?.level !== 0)
    return undefined;
  const headedPoints = readHeadedPoints(points);
  const layout = layoutByHeads(headedPoints, points);
  if (layout === undefined || headedPoints.length < 2) return undefined;
  const { points: maxPoints, characters } = LAYOUT_LIMITS[layout];
  return headedPoints.length <= maxPoints && headedPoints.every((point) => point.characterCount <= characters)
    ? layout
    : undefined;
}

/** The layout that fits the heads of the points, whatever the lengths of the texts; undefined for any other list. */
function layoutByHeads(
  headedPoints: readonly HeadedPoint[],
  points: readonly PageSlidePoint[],
): ListLayout | undefined {
  const haveTexts = headedPoints.every(({ hasText }) => hasText);
  if (haveTexts && areDates(headedPoints.map(({ head }) => head))) return 'timeline';
  if (points.every((point) => point.level === 0 && startsWithBoldNumber(point))) return 'stats';
  if (!haveTexts || !headedPoints.every(({ hasBoldHead }) => hasBoldHead)) return undefined;
  const numberedCount = headedPoints.filter(({ isNumbered }) => isNumbered).length;
  if (numberedCount === headedPoints.length) return 'process';
  return numberedCount === 0 ? 'cards' : undefined;
}
