import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '#emulators/host/command-errors.ts';
import { NON_DATA_FILE_PATTERN } from '#emulators/host/data-format.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { backUpBucketFolder } from './back-up-bucket-folder.ts';
import { copySqliteDatabase, copySqliteDatabaseAtMoment } from './copy-sqlite-database.ts';
import { type BackupManifest, writeBackupManifest } from './manifest.ts';

/** Matches entries of a data folder that are copied by themselves, or are not complete. */
const LEFT_OUT_ENTRY = /^(?:dynamodb|sqs|s3|.*\.tmp)$/;

/** The path of the SQS emulator's database in a data folder. */
export const QUEUES_DATABASE_FILE = join('sqs', 'fauxqs.db');
/** The path of the DynamoDB emulator's database in a data folder. */
export const TABLE_DATABASE_FILE = join('dynamodb', 'dynamodb.db');

/** Options of `makeBackup`. */
export interface BackupOptions {
  dataDir: string;
  /** The folder of the backup, which must not exist. */
  target: string;
  /** The folder of an earlier backup on the same disk as this one, with which it shares files. */
  earlier?: string | undefined;
  clock: Clock;
}

/**
 * Copies a data folder, while the service runs or not. The order makes the copy consistent:
 *
 * 1. keys, format and positions in the stream: a position that is older than the table's stream only delivers records again;
 * 2. messages: none names an item that the table does not have yet. Messages that come later are sent again by the sweepers, which find
 *    unfinished work in the table;
 * 3. files of the bucket, as links: they are never changed, and stay when they are deleted;
 * 4. the table, as of one moment at which no item is written and all files are linked, so that no item names a missing file;
 * 5. files that were replaced during 3 and 4.
 *
 * The description is written last.
 * @throws CommandError for a folder without data
 */
export async function makeBackup({ dataDir, target, earlier, clock }: BackupOptions): Promise<BackupManifest> {
  const table = join(dataDir, TABLE_DATABASE_FILE);
  if (!existsSync(table) || !existsSync(join(dataDir, 'format')))
    throw new CommandError(`There is no data in ${dataDir}. Set DATA_DIR to the folder of the service.`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(dataDir))
    if (!NON_DATA_FILE_PATTERN.test(name) && !LEFT_OUT_ENTRY.test(name))
      cpSync(join(dataDir, name), join(target, name), { recursive: true });
  if (existsSync(join(dataDir, QUEUES_DATABASE_FILE)))
    copySqliteDatabase(join(dataDir, QUEUES_DATABASE_FILE), join(target, QUEUES_DATABASE_FILE));
  const bucket = await backUpBucketFolder(join(dataDir, 's3'), join(target, 's3'), earlier && join(earlier, 's3'));
  const made_at = formatUtcTimestamp(clock());
  await copySqliteDatabaseAtMoment(table, join(target, TABLE_DATABASE_FILE), () => bucket.note());
  const { objects, bytes } = await bucket.finish();
  const manifest = { format: readFileSync(join(target, 'format'), 'utf8').trim(), made_at, objects, bytes };
  writeBackupManifest(target, manifest);
  return manifest;
}
