import { expect, it } from 'vitest';
import { tableControlNames } from '#front/console/app/table-control-names.ts';

const table = {
  label: 'Data',
  cells: [
    ['', 'Sales', ''],
    ['2024', '1', '2'],
  ],
  corner: undefined,
  columnNoun: 'series',
  rowNoun: 'year',
  hasHeader: true,
  unremovableColumns: 0,
};

it('controls of a table count all its columns, and its rows without the header', () => {
  const names = tableControlNames(table);
  expect(names.ofCell(0, 1)).toBe('Data: name of series 2');
  expect(names.ofCell(1, 1)).toBe('Data: Sales, year 1');
  expect(names.ofCell(1, 2)).toBe('Data: series 3, year 1');
  expect([names.ofRowRemoval(1), names.ofColumnRemoval(2)]).toEqual(['Remove year 1', 'Remove series 3']);
  expect(names.headerOfNewColumn()).toBe('Series 4');
});

it('controls of a table give a column one number, without those that cannot be removed', () => {
  const names = tableControlNames({ ...table, corner: 'Year', unremovableColumns: 1 });
  expect(names.ofCell(0, 2)).toBe('Data: name of series 2');
  expect(names.ofCell(1, 2)).toBe('Data: series 2, year 1');
  expect(names.ofColumnRemoval(2)).toBe('Remove series 2');
  expect(names.headerOfNewColumn()).toBe('Series 3');
  expect(names.ofCell(1, 0)).toBe('Data: Year, year 1');
});

it('controls of a table without a header count its rows from the first', () => {
  const names = tableControlNames({ ...table, hasHeader: false });
  expect([names.ofCell(0, 1), names.ofRowRemoval(0)]).toEqual(['Data: series 2, year 1', 'Remove year 1']);
  expect(names.headerOfNewColumn()).toBe('');
});
