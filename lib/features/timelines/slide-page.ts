import { z } from 'zod';
import type { CursorPositionSchema, RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';

/** Schema of a position in the slides of a timeline: `<number of slides before it>#<id of the last of them>`. */
export const slideCursorPositionSchema: CursorPositionSchema = z.string().regex(/^\d{1,6}#sl_[0-9A-HJKMNP-TV-Z]{26}$/);

/** The first items that together have at most `maxBytes` bytes; at least one item. */
function itemsWithinBytes<Item>(
  items: readonly Item[],
  maxBytes: number,
  bytesOf: (item: Item) => number,
): readonly Item[] {
  let bytes = 0;
  const firstIndexBeyond = items.findIndex((item) => {
    bytes += bytesOf(item);
    return bytes > maxBytes;
  });
  return firstIndexBeyond < 0 ? items : items.slice(0, Math.max(1, firstIndexBeyond));
}

/**
 * A page of the slides of one timeline, in their order, with at most `max_bytes`. A page starts after the last slide of the previous
 * page, wherever that slide is now; if it was deleted, at the position that it had.
 */
export function pageOfSlides<Item extends { id: string }>(
  slides: readonly Item[],
  { limit, after }: RepositoryPageRequest,
  { max_bytes, bytesOf }: { max_bytes: number; bytesOf: (slide: Item) => number },
): RepositoryPage<Item> {
  const [previousPosition = '0', slideId = ''] = (after ?? '0#').split('#');
  const previousIndex = slides.findIndex((slide) => slide.id === slideId);
  const start = previousIndex >= 0 ? previousIndex + 1 : Math.min(Number(previousPosition), slides.length);
  const items = [...itemsWithinBytes(slides.slice(start, start + limit), max_bytes, bytesOf)];
  const end = start + items.length;
  const lastSlide = items.at(-1);
  return { items, next: lastSlide && end < slides.length ? `${end}#${lastSlide.id}` : undefined };
}
