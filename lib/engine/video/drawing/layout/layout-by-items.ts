import type { DrawableItem } from '../drawable-items.ts';
import type { AskedLayout } from './layout-facts.ts';

/** Most items that are drawn as large figures; more are cards. */
const MAX_STATS = 6;

/** The layout of items for `auto`: figures where each has one, a timeline where most have a date, otherwise cards. */
export function layoutByItems(items: readonly DrawableItem[]): AskedLayout {
  const count = (name: 'figure' | 'date'): number => items.filter((item) => (item[name] ?? '').trim() !== '').length;
  if (count('figure') === items.length && items.length <= MAX_STATS) return 'stats';
  return count('date') * 2 > items.length ? 'timeline' : 'cards';
}
