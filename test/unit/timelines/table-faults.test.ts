import { expect, it } from 'vitest';
import { createSlideContract } from '#features/timelines/contract.ts';
import { table } from '#features/timelines/slide-fields/table.ts';

it('a table has the rows and columns that it emphasizes', () => {
  const value = {
    rows: [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ],
    highlight_rows: [2, 3],
    highlight_columns: [1, 2],
  };
  expect(createSlideContract.body?.safeParse({ table: value }).success).toBe(true);
  const faults = table.faults?.(table.keep(value), { points: [], sent: value }) ?? [];
  expect(faults.map(({ param }) => param)).toEqual(['table.highlight_rows[1]', 'table.highlight_columns[1]']);
});
