import { isDeepStrictEqual } from 'node:util';
import { accountListIndex, dueItemsIndex } from '#adapters/aws/table/keys.ts';
import { itemBytes, type StoredItem } from './item-size.ts';

const WRITE_UNIT_BYTES = 1024;
const READ_UNIT_BYTES = 4096;

/** The indexes of the table. Both hold whole items (`ProjectionType: ALL` in serverless.yml). */
const INDEXES = [accountListIndex.name, dueItemsIndex.name] as const;

/** An item before and after a write; undefined: there was none. */
export interface ItemChange {
  before: StoredItem | undefined;
  after: StoredItem | undefined;
}

const writeUnits = (item: StoredItem | undefined): number =>
  Math.max(1, Math.ceil((item ? itemBytes(item) : 0) / WRITE_UNIT_BYTES));

/** What a write of an item costs in an index: nothing for an item that the index does not hold, or that does not change. */
function indexUnits(index: string, { before, after }: ItemChange): number {
  const keyOf = (item: StoredItem | undefined): unknown =>
    item?.[`${index}PK`] && item[`${index}SK`] ? [item[`${index}PK`], item[`${index}SK`]] : undefined;
  const [from, to] = [keyOf(before), keyOf(after)];
  if (from === undefined && to === undefined) return 0;
  if (from === undefined) return writeUnits(after);
  if (to === undefined) return writeUnits(before);
  // An entry with another key is deleted and put.
  if (!isDeepStrictEqual(from, to)) return writeUnits(before) + writeUnits(after);
  return isDeepStrictEqual(before, after) ? 0 : Math.max(writeUnits(before), writeUnits(after));
}

/**
 * Write units of a change, in the table and in its indexes: the larger of the item before and after it, in whole kilobytes.
 * A transaction doubles those of the table, and not those of the indexes: AWS does not state it; it was measured at AWS for
 * https://github.com/nubo-db/dynoxide/pull/188 (2026-08-14).
 */
export function unitsOfChange(change: ItemChange, isTransaction: boolean): number {
  const table = Math.max(writeUnits(change.before), writeUnits(change.after));
  const indexes = INDEXES.reduce((sum, index) => sum + indexUnits(index, change), 0);
  return table * (isTransaction ? 2 : 1) + indexes;
}

/** Write units of what has changed nothing: a check, and a write whose condition failed. */
export const unitsWithoutChange = (item: StoredItem | undefined, isTransaction: boolean): number =>
  writeUnits(item) * (isTransaction ? 2 : 1);

const inReadUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (isConsistent ? 1 : 0.5);

/** Read units of items that are read by their keys: each by itself. @param missing how many of the keys have no item */
export const unitsOfReads = (items: readonly StoredItem[], missing: number, isConsistent: boolean): number =>
  [...items.map(itemBytes), ...Array<number>(missing).fill(0)].reduce(
    (sum, bytes) => sum + inReadUnits(bytes, isConsistent),
    0,
  );

/** Read units of a query: of all items together that it looked at. */
export const unitsOfQuery = (items: readonly StoredItem[], isConsistent: boolean): number =>
  inReadUnits(
    items.reduce((sum, item) => sum + itemBytes(item), 0),
    isConsistent,
  );
