import { describe, expect, it } from 'vitest';
import { slidePage } from '../../../lib/timelines/slide-page.ts';

const deck = (...ids: string[]) => ids.map((id) => ({ id }));
const ABCDE = deck('a', 'b', 'c', 'd', 'e');
const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id).join('');

describe('a page of slides', () => {
  it.each([1, 2, 3, 4, 5, 100])('of up to %i leads through all of them in order, each once', (limit) => {
    let seen = '';
    let after: string | undefined;
    do {
      const page = slidePage(ABCDE, { limit, after });
      seen += idsOf(page);
      after = page.next;
    } while (after !== undefined);
    expect(seen).toBe('abcde');
  });

  it('that holds the last slide is the last page', () => {
    expect(slidePage(ABCDE, { limit: 5, after: undefined }).next).toBeUndefined();
    expect(slidePage([], { limit: 5, after: undefined })).toEqual({ items: [], next: undefined });
  });

  const { next: afterB } = slidePage(ABCDE, { limit: 2, after: undefined });
  it.each([
    ['the same', ABCDE, 'cde'],
    ['one was added in front', deck('x', 'a', 'b', 'c', 'd', 'e'), 'cde'],
    ['one was added behind the last page', deck('a', 'b', 'x', 'c', 'd', 'e'), 'xcde'],
    ['the slide that ended the last page moved', deck('a', 'c', 'd', 'b', 'e'), 'e'],
    ['the slide that ended the last page is gone: at its place', deck('a', 'c', 'd', 'e'), 'de'],
    ['nearly all are gone', deck('a'), ''],
    ['all are gone', deck(), ''],
  ])('begins where the last one ended: %s', (_, slides, expected) => {
    expect(idsOf(slidePage(slides, { limit: 10, after: afterB }))).toBe(expected);
  });
});
