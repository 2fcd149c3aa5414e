import { z } from 'zod';
import type { Page, PageRequest, Positions } from '#kernel/contract/pagination.ts';

/** A position: how many slides come before, and the id of the last of them. */
export const slidePositions: Positions = z.string().regex(/^\d{1,6}#sl_[0-9A-HJKMNP-TV-Z]{26}$/);

/** Longest run of items from the first whose bytes together are at most the limit; at least one item. */
function within<Item>(items: readonly Item[], maxBytes: number, bytesOf: (item: Item) => number): readonly Item[] {
  let bytes = 0;
  const over = items.findIndex((item) => {
    bytes += bytesOf(item);
    return bytes > maxBytes;
  });
  return over < 0 ? items : items.slice(0, Math.max(1, over));
}

/**
 * A page of the slides of one timeline, in their order, with no more bytes than an answer may have. A page starts after the last slide of the page
 * before, at its present position. When that slide was deleted, it starts at the position that the slide had.
 */
export function slidePage<Item extends { id: string }>(
  slides: readonly Item[],
  { limit, after }: PageRequest,
  { max_bytes, bytesOf }: { max_bytes: number; bytesOf: (slide: Item) => number },
): Page<Item> {
  const [place = '0', slideId = ''] = (after ?? '0#').split('#');
  const found = slides.findIndex((slide) => slide.id === slideId);
  const start = found >= 0 ? found + 1 : Math.min(Number(place), slides.length);
  const items = [...within(slides.slice(start, start + limit), max_bytes, bytesOf)];
  const end = start + items.length;
  const last = items.at(-1);
  return { items, next: last && end < slides.length ? `${end}#${last.id}` : undefined };
}
