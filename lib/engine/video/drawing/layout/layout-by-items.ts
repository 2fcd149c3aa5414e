import type { DrawableItem } from '../drawable-items.ts';
import type { RequestableLayout } from './layout-facts.ts';

/** Most items that are drawn as large figures; more are cards. */
const MAX_STATS = 6;

/**
 * The layout of items for `auto`: figures if each item has a figure; a timeline if most items have a date; a gallery if each item has a
 * picture and at most a title; otherwise cards.
 */
export function layoutByItems(
  items: readonly DrawableItem[],
  hasPicture: (index: number) => boolean,
): RequestableLayout {
  const count = (name: 'figure' | 'date'): number => items.filter((item) => (item[name] ?? '').trim() !== '').length;
  if (count('figure') === items.length && items.length <= MAX_STATS) return 'stats';
  const isBare = ({ text = '', figure = '', date = '', icon = '' }: DrawableItem): boolean =>
    [text, figure, date, icon].every((each) => each.trim() === '');
  if (items.every((item, index) => hasPicture(index) && isBare(item))) return 'gallery';
  return count('date') * 2 > items.length ? 'timeline' : 'cards';
}
