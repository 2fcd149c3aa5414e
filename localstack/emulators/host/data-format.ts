import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';
import { copyDataFolderEntry } from './copy-data-folder.ts';
import { StartError } from './start-error.ts';

/** A change of everything in a data folder from one format to the next. */
export interface DataFolderFormatStep {
  /** The format that it reads; it writes the next. */
  from: number;
  /**
   * Changes a copy of the folder, in which no program works. A step that is killed starts again on a new copy.
   * @param folder path of the copy, with `dynamodb`, `sqs`, `s3` and the keys
   */
  apply(folder: string): void;
}

/** The format of the folders that this version writes, and the steps to it from earlier ones. */
export interface DataFolderFormats {
  current: number;
  steps: readonly DataFolderFormatStep[];
}

/** The format of a folder before and after its steps, and the folder with the earlier data. */
export interface DataMigration {
  from: number;
  to: number;
  kept: string;
}

const FORMAT_FILE = 'format';
/** The folder in which steps work. Its content counts only after it is renamed to MIGRATED_FOLDER. */
const WORK_FOLDER = 'migrating';
const MIGRATED_FOLDER = 'migrated';
/** The file, in the migrated folder, with the entries that are replaced and removed. */
const PLAN_FILE = 'migration.json';

const replacementSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** Name of the folder with the earlier data. */
  kept: z.string(),
  /** Entries that the migrated folder has; the format, which is read at a start, is the last. */
  replaced: z.array(z.string()),
  /** Entries that it no longer has. */
  removed: z.array(z.string()),
});

/** Matches entries of a data folder that steps neither read nor replace. */
export const NON_DATA_FILE_PATTERN =
  /^(?:stack\.lock|stack\.json|logs|tmp|migrating|migrated|before-\d+(?:-\d+)?|table-before-.*|backup-\d+)$/;

const readFormat = (root: string): string | undefined => {
  const path = join(root, FORMAT_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
};

/**
 * Checks the format of a data folder, and marks a new one with it.
 * @param isUsed true for a folder with data
 * @throws StartError for a later format, and for an earlier one from which no steps lead to the current one
 */
export function checkDataFolderFormat(root: string, isUsed: boolean, { current, steps }: DataFolderFormats): void {
  const storedFormat = readFormat(root);
  if (storedFormat === undefined && !isUsed) {
    writeFileSync(join(root, FORMAT_FILE), `${current}\n`);
    return;
  }
  const format = Number(storedFormat ?? '1');
  // A migration whose steps are done is only to be finished.
  if (format === current || existsSync(join(root, MIGRATED_FOLDER))) return;
  if (format > current)
    throw new StartError(
      `DATA_DIR: ${root} has data of a later version of the service (format ${format}, not ${current}); update the service or set DATA_DIR`,
    );
  for (let from = format; from < current; from++)
    if (!steps.some((step) => step.from === from))
      throw new StartError(
        `DATA_DIR: ${root} has data of another version of the service (format ${storedFormat ?? '1'}, not ${current}); remove the folder or set DATA_DIR`,
      );
}

/**
 * Brings a data folder to the current format. The steps work on a copy, which then replaces the data entry by entry; the earlier data stay in
 * a folder in it. Killed at any time, it continues at the next start: before the copy is complete from the beginning, and after that with
 * the entries that are left. The caller has the folder to itself.
 * @returns undefined if nothing had to be changed
 */
export function migrateDataFolderFormat(
  root: string,
  { current, steps }: DataFolderFormats,
): DataMigration | undefined {
  const from = Number(readFormat(root) ?? '1');
  const migratedFolder = join(root, MIGRATED_FOLDER);
  if (!existsSync(migratedFolder)) {
    if (from === current) {
      rmSync(join(root, WORK_FOLDER), { recursive: true, force: true });
      return undefined;
    }
    prepareMigratedFolder(root, from, { current, steps });
  }
  const plan = parseJson(replacementSchema, readFileSync(join(migratedFolder, PLAN_FILE), 'utf8'));
  const earlierDataFolder = join(root, plan.kept);
  mkdirSync(earlierDataFolder, { recursive: true, mode: 0o700 });
  for (const name of plan.removed) moveAway(join(root, name), join(earlierDataFolder, name));
  for (const name of plan.replaced) {
    if (!existsSync(join(migratedFolder, name))) continue;
    moveAway(join(root, name), join(earlierDataFolder, name));
    renameSync(join(migratedFolder, name), join(root, name));
  }
  // A folder of this name counts for nothing, so its removal may be killed.
  renameSync(migratedFolder, join(root, WORK_FOLDER));
  rmSync(join(root, WORK_FOLDER), { recursive: true });
  return { from: plan.from, to: plan.to, kept: earlierDataFolder };
}

/** Moves an entry, unless that was done before. */
function moveAway(path: string, to: string): void {
  if (existsSync(path) && !existsSync(to)) renameSync(path, to);
}

/** The first unused name for the folder with the earlier data. */
function unusedFolderName(root: string, format: number): string {
  const name = `before-${format}`;
  for (let copyNumber = 1; ; copyNumber++) {
    const candidate = copyNumber === 1 ? name : `${name}-${copyNumber}`;
    if (!existsSync(join(root, candidate))) return candidate;
  }
}

/** Makes the migrated folder. It gets its final name when it is complete. */
function prepareMigratedFolder(root: string, from: number, { current, steps }: DataFolderFormats): void {
  const folder = join(root, WORK_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const entries = readdirSync(root).filter((name) => !NON_DATA_FILE_PATTERN.test(name));
  for (const name of entries) copyDataFolderEntry(join(root, name), join(folder, name));
  for (let format = from; format < current; format++) {
    for (const step of steps) if (step.from === format) step.apply(folder);
  }
  writeFileSync(join(folder, FORMAT_FILE), `${current}\n`);
  const migratedEntries = readdirSync(folder).filter((name) => name !== FORMAT_FILE);
  const plan: z.infer<typeof replacementSchema> = {
    from,
    to: current,
    kept: unusedFolderName(root, from),
    replaced: [...migratedEntries, FORMAT_FILE],
    removed: entries.filter((name) => name !== FORMAT_FILE && !migratedEntries.includes(name)),
  };
  writeFileSync(join(folder, PLAN_FILE), JSON.stringify(plan));
  renameSync(folder, join(root, MIGRATED_FOLDER));
}
