import { expect, it } from 'vitest';
import { listInWords } from '#kernel/shared/list-in-words.ts';

it('lists words as in a sentence, and counts those beyond the most', () => {
  const lists = [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']].map((words) => listInWords(words, 3));
  expect(lists).toEqual(['', 'a', 'a and b', 'a, b and c', 'a, b, c and 1 more']);
  expect(listInWords([1, 2, 3, 4])).toBe('1, 2, 3 and 4');
});
