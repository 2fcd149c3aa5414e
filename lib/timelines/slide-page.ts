import type { Page, PageRequest } from '../contract/pagination.ts';

/**
 * A page of the slides of one timeline, in their order. A page begins after the slide that ended the last one, wherever
 * that is now; if it is gone, at the place it had.
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
