import { describe, expect, it } from 'vitest';
import { pageOfSlides } from '#features/timelines/slide-page.ts';
import type { RepositoryPageRequest } from '#kernel/contract/pagination.ts';

const deck = (...ids: string[]) => ids.map((id) => ({ id }));
const ABCDE = deck('a', 'b', 'c', 'd', 'e');
/** A page whose slides have one byte each. */
const pageOf = (slides: readonly { id: string }[], request: RepositoryPageRequest, max_bytes = 1000) =>
  pageOfSlides(slides, request, { max_bytes, bytesOf: () => 1 });
const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id).join('');

describe('a page of slides', () => {
  it.each([1, 2, 3, 4, 5, 100])('of up to %i leads through all of them in order, each once', (limit) => {
    let seen = '';
    let after: string | undefined;
    do {
      const page = pageOf(ABCDE, { limit, after });
      seen += idsOf(page);
      after = page.next;
    } while (after !== undefined);
    expect(seen).toBe('abcde');
  });

  it.each([1, 2, 3, 4, 5])('ends early where %i bytes are full, and the next one continues', (max_bytes) => {
    const pages: string[] = [];
    let after: string | undefined;
    do {
      const page = pageOf(ABCDE, { limit: 100, after }, max_bytes);
      pages.push(idsOf(page));
      after = page.next;
    } while (after !== undefined);
    expect(pages.join('')).toBe('abcde');
    expect(pages.map(({ length }) => length)).toEqual(pages.map((_, n) => Math.min(max_bytes, 5 - n * max_bytes)));
  });

  it('has one slide, however large it is', () => {
    expect(idsOf(pageOfSlides(ABCDE, { limit: 5, after: undefined }, { max_bytes: 1, bytesOf: () => 9 }))).toBe('a');
  });

  it('that has the last slide is the last page', () => {
    expect(pageOf(ABCDE, { limit: 5, after: undefined }).next).toBeUndefined();
    expect(pageOf([], { limit: 5, after: undefined })).toEqual({ items: [], next: undefined });
  });

  const { next: afterB } = pageOf(ABCDE, { limit: 2, after: undefined });
  it.each([
    ['the same', ABCDE, 'cde'],
    ['one was added in front', deck('x', 'a', 'b', 'c', 'd', 'e'), 'cde'],
    ['one was added behind the last page', deck('a', 'b', 'x', 'c', 'd', 'e'), 'xcde'],
    ['the slide that ended the last page moved', deck('a', 'c', 'd', 'b', 'e'), 'e'],
    ['the slide that ended the last page is gone: at its place', deck('a', 'c', 'd', 'e'), 'de'],
    ['nearly all are gone', deck('a'), ''],
    ['all are gone', deck(), ''],
  ])('starts where the last one ended: %s', (_, slides, expected) => {
    expect(idsOf(pageOf(slides, { limit: 10, after: afterB }))).toBe(expected);
  });
});
