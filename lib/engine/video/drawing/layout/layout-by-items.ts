import type { DrawableItem } from '../drawable-items.ts';
import type { RequestableLayout } from './layout-facts.ts';

/** The largest number of items that are drawn as large figures; more are cards. */
const MAX_FIGURES = 6;

/**
 * The layout of items for `auto`: figures if each item has a figure; a timeline if most items have a date; a gallery if each item has a
 * picture and at most a title; otherwise cards.
 */
export function layoutByItems(
  items: readonly DrawableItem[],
  hasPicture: (index: number) => boolean,
): RequestableLayout {
  const countWith = (name: 'figure' | 'date'): number =>
    items.filter((item) => (item[name] ?? '').trim() !== '').length;
  if (countWith('figure') === items.length && items.length <= MAX_FIGURES) return 'stats';
  const hasAtMostTitle = ({ text = '', figure = '', date = '', icon = '' }: DrawableItem): boolean =>
    [text, figure, date, icon].every((field) => field.trim() === '');
  if (items.every((item, index) => hasPicture(index) && hasAtMostTitle(item))) return 'gallery';
  return countWith('date') * 2 > items.length ? 'timeline' : 'cards';
}
