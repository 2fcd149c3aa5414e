import { expect, it } from 'vitest';
import { interleaveByGroup } from '#kernel/shared/interleave-by-group.ts';

it('takes the first of each group, then the second of each, in the order they have', () => {
  const list = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'c2'];
  expect(interleaveByGroup(list, ([group = '']) => group)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  expect(interleaveByGroup([], String)).toEqual([]);
});
