import { describe, expect, it } from 'vitest';
import { createSlideContract } from '#features/timelines/contract.ts';
import { tableFieldDefinition } from '#features/timelines/slide-fields/table.ts';

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
  const faults = tableFieldDefinition.faults?.(tableFieldDefinition.keep(value), { points: [], sent: value }) ?? [];
  expect(faults.map(({ param }) => param)).toEqual(['table.highlight_rows[1]', 'table.highlight_columns[1]']);
});

type Stored = NonNullable<Parameters<NonNullable<typeof tableFieldDefinition.faults>>[0]>;

describe('faults of merged cells', () => {
  const grid: Stored = {
    header: ['a', ''],
    rows: [
      ['c', ''],
      ['', 'f'],
    ],
  };
  const faultsOf = (more: Partial<Stored>) =>
    tableFieldDefinition.faults?.({ ...grid, ...more }, { points: [], sent: grid }) ?? [];
  const span = (row: number, column: number, rows: number, columns: number) => ({ row, column, rows, columns });

  it('name the merged cell and the reason', () => {
    expect(faultsOf({ spans: [span(0, 0, 1, 2), span(1, 0, 2, 1)] })).toEqual([]);
    const reasons: [ReturnType<typeof span>, string][] = [
      [span(1, 0, 1, 1), 'two cells'],
      [span(2, 0, 2, 1), 'Leaves the table, which has 3 rows'],
      [span(0, 1, 1, 2), 'Leaves the table'],
      [span(0, 0, 2, 1), 'Joins the head'],
      [span(1, 0, 2, 2), 'Covers the text of the cell at row 2, column 1'],
    ];
    for (const [each, reason] of reasons)
      expect(faultsOf({ spans: [each] })).toEqual([
        { param: 'table.spans[0]', message: expect.stringContaining(reason) },
      ]);
    expect(faultsOf({ spans: [span(1, 0, 2, 1), span(1, 0, 1, 2)] })).toEqual([
      { param: 'table.spans[1]', message: 'Overlaps table.spans[0].' },
    ]);
  });

  it('are looked for in a head of two rows', () => {
    expect(
      faultsOf({
        header_rows: 2,
        rows: [
          ['', ''],
          ['e', 'f'],
        ],
        spans: [span(0, 0, 2, 2)],
      }),
    ).toEqual([]);
    const { header, ...headless } = grid;
    expect(tableFieldDefinition.faults?.({ ...headless, header_rows: 2 }, { points: [], sent: grid })?.[0]?.param).toBe(
      'table.header_rows',
    );
    expect(faultsOf({ header_rows: 2, rows: [['', '']] })[0]?.param).toBe('table.header_rows');
  });
});
