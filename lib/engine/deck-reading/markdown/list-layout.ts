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
  characters: number;
}

/** A bold head with the sign after it, within the bold text or behind it. A point that only starts with bold words is a sentence. */
const BOLD_HEAD = /^\*\*(?:[^*\\]|\\.)+(?:[:.?!：]\*\*|\*\*\s*[:：]|\*\*\s+[—–-]\s|\*\*$)/su;
/** A bold text at the start of a point. */
const BOLD_START = /^\*\*(?<bold>[^*]+)\*\*(?<rest>.*)$/su;

/** The most points of a layout, and the most characters of the text of each. */
const LAYOUT_LIMITS = {
  stats: { points: 4, characters: 80 },
  timeline: { points: 8, characters: 120 },
  process: { points: 6, characters: 120 },
  cards: { points: 6, characters: 150 },
} as const;
type ListLayout = keyof typeof LAYOUT_LIMITS;

/** The points of the first level, each with the points below it. */
function headedPoints(points: readonly PageSlidePoint[]): HeadedPoint[] {
  const headed: HeadedPoint[] = [];
  for (const { text, level, ordinal } of points) {
    const parent = headed.at(-1);
    if (level > 0 && parent) {
      parent.characters += text.plain.length;
      parent.hasText = true;
      continue;
    }
    const { head, rest } = splitPointHead(text.marked, 'inline');
    headed.push({
      head,
      hasBoldHead: BOLD_HEAD.test(text.marked),
      hasText: rest !== '',
      isNumbered: ordinal !== undefined,
      characters: rest.length,
    });
  }
  return headed;
}

// Bare numbers beyond these are codes or amounts.
const YEARS = { first: 1000, last: 2199 };
/** A number without anything else: a year, if it is one, or a code such as 404. */
const BARE_NUMBER = /^\p{Nd}+$/u;
const isYear = (text: string): boolean => Number(text) >= YEARS.first && Number(text) <= YEARS.last;

/** Reports whether the heads are dates. Bare numbers are years if they are in order. */
function areDates(heads: readonly string[]): boolean {
  const bare = heads.filter((head) => BARE_NUMBER.test(head));
  const isInOrder = bare.every((head, i) => i === 0 || Number(bare[i - 1]) < Number(head));
  return heads.every(isDateOrPeriodText) && bare.every(isYear) && isInOrder;
}

/** Reports whether a point starts with a bold figure, with words after it: `**42 %** of all`. */
function startsWithFigure({ text }: PageSlidePoint): boolean {
  const { bold = '', rest = '' } = BOLD_START.exec(text.marked)?.groups ?? {};
  return isNumberText(bold.replaceAll(' ', '\u00a0')) && /\p{L}/u.test(rest);
}

/**
 * The layout of a list by the heads of its points. `timeline`: all heads are dates. `stats`: every point starts with a bold figure, followed
 * by words, and none has points below it. `process`: all are bold, and the list is numbered. `cards`: all are bold, and the list is not
 * numbered. Undefined for any other list, and for texts that do not fit into such a layout.
 */
export function layoutByListHeads(points: readonly PageSlidePoint[]): DeckSlideContent['layout'] | undefined {
  if (points.some(({ marker, column }) => marker !== 'bullet' || column > 0) || points[0]?.level !== 0)
    return undefined;
  const headed = headedPoints(points);
  const layout = candidateLayout(headed, points);
  if (layout === undefined || headed.length < 2) return undefined;
  const { points: maxPoints, characters } = LAYOUT_LIMITS[layout];
  return headed.length <= maxPoints && headed.every((point) => point.characters <= characters) ? layout : undefined;
}

/** The layout for which the heads speak, whatever the lengths of the texts. */
function candidateLayout(headed: readonly HeadedPoint[], points: readonly PageSlidePoint[]): ListLayout | undefined {
  const haveTexts = headed.every(({ hasText }) => hasText);
  if (haveTexts && areDates(headed.map(({ head }) => head))) return 'timeline';
  if (points.every((point) => point.level === 0 && startsWithFigure(point))) return 'stats';
  if (!haveTexts || !headed.every(({ hasBoldHead }) => hasBoldHead)) return undefined;
  const numbered = headed.filter(({ isNumbered }) => isNumbered).length;
  if (numbered === headed.length) return 'process';
  return numbered === 0 ? 'cards' : undefined;
}
