import type { Page, PageRequest } from '../contract/pagination.ts';

/**
 * A page of the slides of one timeline, in their order. A page begins after the last slide of the page
 * before, at its present position. When that slide was deleted, it begins at the position that the slide had.
 */
export function slidePage<Item extends { id: string }>(
  slides: readonly Item[],
  { limit, after }: PageRequest,
): Page<Item> {
  const [place = '0', slideId = ''] = (after ?? '0#').split('#');
  const found = slides.findIndex((slide) => slide.id === slideId);
  const start = found >= 0 ? found + 1 : Math.min(Number(place), slides.length);
  const items = slides.slice(start, start + limit);
  const end = start + items.length;
  const last = items.at(-1);
  return { items, next: last && end < slides.length ? `${end}#${last.id}` : undefined };
}
