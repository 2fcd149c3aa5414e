import { describe, expect, it } from 'vitest';
import { unitsOfChange, unitsOfQuery, unitsOfReads, unitsWithoutChange } from '#test/support/metering/capacity.ts';
import { itemBytes, type StoredItem } from '#test/support/metering/item-size.ts';

/** An item of that many bytes: `PK` and `b` are three of them. */
const sized = (bytes: number, more: StoredItem = {}): StoredItem => ({
  PK: { S: '' },
  ...more,
  b: { S: 'x'.repeat(bytes - 3 - itemBytes(more)) },
});
const listed = (at: string): StoredItem => ({ GSI2PK: { S: 'g' }, GSI2SK: { S: at } });

describe('the size of an item', () => {
  it.each<[string, StoredItem, number]>([
    ['a text in UTF-8, with its name', { naïve: { S: 'é' } }, 8],
    ['a number: a byte for two digits, and one', { n: { N: '1234.5' } }, 5],
    ['a minus; zeros at the ends do not count', { n: { N: '-100' } }, 4],
    ['a Boolean and nothing', { a: { BOOL: true }, b: { NULL: true } }, 4],
    ['a list: 3 bytes, and 1 for each member', { l: { L: [{ S: 'ab' }, { S: 'c' }] } }, 9],
    ['a map: 3 bytes, and 1 for each member', { m: { M: { k: { S: 'v' } } } }, 7],
    ['a set', { s: { SS: ['ab', 'c'] } }, 4],
  ])('is %s', (_, item, bytes) => expect(itemBytes(item)).toBe(bytes));
});

describe('the write units of a change', () => {
  it.each<[string, StoredItem | undefined, StoredItem | undefined, number, number]>([
    ['a new kilobyte', undefined, sized(1024), 1, 2],
    ['a byte more', undefined, sized(1025), 2, 4],
    ['the larger of before and after', sized(3000), sized(10), 3, 6],
    ['a deletion', sized(2048), undefined, 2, 4],
    ['a deletion of nothing', undefined, undefined, 1, 2],
    ['an entry of an index', undefined, sized(1500, listed('1')), 4, 6],
    ['an entry with another key: deleted and put', sized(1500, listed('1')), sized(1500, listed('2')), 6, 8],
    ['another attribute of an entry', sized(900, listed('1')), sized(901, listed('1')), 2, 3],
    ['an entry that leaves', sized(900, listed('1')), sized(800), 2, 3],
    ['nothing, in an index', sized(900, listed('1')), sized(900, listed('1')), 1, 2],
  ])('are those of %s', (_, before, after, alone, inTransaction) => {
    expect(unitsOfChange({ before, after }, false)).toBe(alone);
    expect(unitsOfChange({ before, after }, true)).toBe(inTransaction);
  });

  it('are those of the item for a check and for a write that was refused', () => {
    expect([unitsWithoutChange(sized(1025), true), unitsWithoutChange(undefined, false)]).toEqual([4, 1]);
  });
});

describe('read units', () => {
  it('are whole for each item that is read by its key, also for one that is not there', () => {
    expect(unitsOfReads([sized(4096), sized(4097)], 1, true)).toBe(4);
    expect(unitsOfReads([sized(4096), sized(4097)], 1, false)).toBe(2);
  });

  it('are those of all items together in a query', () => {
    expect(unitsOfQuery([sized(4000), sized(4000), sized(4000)], true)).toBe(3);
    expect(unitsOfQuery([], false)).toBe(0.5);
  });
});
