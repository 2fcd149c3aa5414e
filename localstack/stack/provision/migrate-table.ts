import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TableKey, tableKeys } from '#adapters/aws/table/keys.ts';
import type { Table, TableItem } from '#adapters/aws/table/table.ts';
import type { DataDir } from '#emulators/host/data-dir.ts';
import { copySqliteDatabase } from '../backup/copy-sqlite-database.ts';

/** A change of all items of a table from one format to the next. */
export interface TableMigrationStep {
  /** The format that it reads; it writes the next. */
  from: number;
  /**
   * Changes an item. It gets items that an earlier, killed run has changed, too.
   * @returns the items that take its place, or undefined for an item that stays
   */
  change(item: TableKey & TableItem): readonly (TableKey & TableItem)[] | undefined;
}

/** The steps to the present format (`TABLE_FORMAT_VERSION`); there was no other since tables are marked. */
export const TABLE_MIGRATION_STEPS: readonly TableMigrationStep[] = [];

/** Options of `migrateTable`. */
export interface MigrateTableOptions {
  table: Table;
  steps: readonly TableMigrationStep[];
  /** Keeps a copy of the table as it is, in its format. */
  keep(format: number): void;
}

/**
 * Brings a table to the format to which steps lead, before any function uses it. Killed at any time, it continues at the next start: the mark
 * of the table rises when all of its items have been changed, and a step leaves changed items as they are.
 * @returns the format before, and the one after; undefined if nothing had to be changed
 */
export async function migrateTable({
  table,
  steps,
  keep,
}: MigrateTableOptions): Promise<{ from: number; to: number } | undefined> {
  const formatItem = await table.get(tableKeys.tableFormat);
  const from = Number(formatItem?.table_format);
  let to = from;
  for (let step = stepFrom(steps, to); formatItem !== undefined && step !== undefined; step = stepFrom(steps, to)) {
    if (to === from) keep(from);
    await changeItems(table, step);
    to += 1;
    await table.put({ ...tableKeys.tableFormat, ...formatItem, table_format: to });
  }
  return to > from ? { from, to } : undefined;
}

const stepFrom = (steps: readonly TableMigrationStep[], format: number): TableMigrationStep | undefined =>
  steps.find((step) => step.from === format);

const keyOf = ({ PK, SK }: TableKey): TableKey => ({ PK, SK });
const hasSameKey = (key: TableKey, other: TableKey): boolean => key.PK === other.PK && key.SK === other.SK;

async function changeItems(table: Table, { change }: TableMigrationStep): Promise<void> {
  let lastScannedItem: TableItem | undefined;
  do {
    const { items, lastKey } = await table.scan(lastScannedItem);
    for (const item of items as (TableKey & TableItem)[]) {
      const newItems = hasSameKey(item, tableKeys.tableFormat) ? undefined : change(item);
      if (newItems === undefined) continue;
      // New items are written before the old one goes: after a kill in between, the step meets both.
      await table.writeMany(newItems, []);
      if (!newItems.some((newItem) => hasSameKey(newItem, item))) await table.writeMany([], [keyOf(item)]);
    }
    lastScannedItem = lastKey;
  } while (lastScannedItem !== undefined);
}

/** Copies the file of the tables into its data folder, unless an earlier run has done so. The copy has its name when it is complete. */
export function copyTableFileOnce({ root, dynamodb }: Pick<DataDir, 'root' | 'dynamodb'>, format: number): void {
  const file = join(dynamodb, 'dynamodb.db');
  const copy = join(root, `table-before-${format}.db`);
  if (existsSync(copy)) return;
  rmSync(`${copy}.tmp`, { force: true });
  copySqliteDatabase(file, `${copy}.tmp`);
  renameSync(`${copy}.tmp`, copy);
}
