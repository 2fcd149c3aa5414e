import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  checkDataFolderFormat,
  type DataFolderFormats,
  type DataMigration,
  migrateDataFolderFormat,
} from './data-format.ts';
import { isProcessAlive, processStartTime } from './process-table.ts';
import { restrictFileAccessToOwner } from './restrict-file-access-to-owner.ts';
import { StartError } from './start-error.ts';

/** Absolute paths of the folders and files of the local stack's data. */
export interface DataDir {
  root: string;
  dynamodb: string;
  sqs: string;
  s3: string;
  logs: string;
  /** For files that are needed only while a process runs. Empty at the start. */
  temporary: string;
  checkpoints: string;
  secretsKey: string;
  /** The keys of the emulators of a service that other machines reach. */
  edgeKeys: string;
  state: string;
  /** The change of its format at this start, if there was one. */
  migration: DataMigration | undefined;
  /** Frees the folder for another stack. */
  release(): void;
}

/**
 * Locks a data folder for this process, and makes it if it is missing. The lock of a process that was killed does not count.
 * @param formats the current format and the steps to it; data of an earlier format are migrated
 * @throws StartError while another live process has the folder, when the folder cannot be written, and when a version of the service
 * has written it from which no steps lead to this one
 */
export function lockDataDir(root: string, formats = DATA_FORMATS): DataDir {
  const lock = join(root, 'stack.lock');
  const secretsKey = join(root, 'secrets.key');
  const folders = {
    dynamodb: join(root, 'dynamodb'),
    sqs: join(root, 'sqs'),
    s3: join(root, 's3'),
    logs: join(root, 'logs'),
    temporary: join(root, 'tmp'),
  };
  const release = () => rmSync(lock, { force: true });
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    restrictDataDirToOwner(root);
    checkDataFolderFormat(root, existsSync(folders.dynamodb), formats);
    takeLock(lock, root);
  } catch (error) {
    throw dataDirStartError(error, root);
  }
  let migration: DataMigration | undefined;
  try {
    migration = migrateDataFolderFormat(root, formats);
    createKeyFile(secretsKey);
    // Files from the processes of a stack that was killed.
    createEmptyFolder(folders.temporary);
    for (const folder of Object.values(folders)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
    }
  } catch (error) {
    release();
    throw dataDirStartError(error, root);
  }
  return {
    root,
    ...folders,
    checkpoints: join(root, 'event-sources.json'),
    secretsKey,
    edgeKeys: join(root, 'edge-keys.json'),
    state: join(root, 'stack.json'),
    migration,
    release,
  };
}

/** Makes a folder, or removes everything in it. @returns its path */
export function createEmptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

const STICKY = 0o1000;

/**
 * Removes the rights of other users to a data folder, which has slides, videos and accounts. If they have any, an earlier version made the
 * folder and everything in it. A folder with other files, such as /tmp, is not changed.
 */
function restrictDataDirToOwner(root: string): void {
  const { mode } = statSync(root);
  const isOurs = existsSync(join(root, 'format')) || readdirSync(root).length === 0;
  if ((mode & 0o077) !== 0 && (mode & STICKY) === 0 && isOurs) restrictFileAccessToOwner(root);
}

const REASON_BY_CODE: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'disk quota exceeded',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'it is not a folder',
  ENAMETOOLONG: 'the path is too long',
};

/** Makes the error to throw when the folder cannot be used: a line for the user if the system refused, otherwise the error itself. */
export function dataDirStartError(error: unknown, root: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || code === undefined || syscall === undefined) return error;
  return new StartError(`DATA_DIR: ${root} cannot be written: ${REASON_BY_CODE[code] ?? code}`);
}

/** The system's codes for a disk that cannot be written. */
const FULL_DISK_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/**
 * Makes the error to throw when a later step of a start fails: a line for the user if the disk of the folder is full, otherwise the error
 * itself.
 */
export const toFullDiskStartError = (error: unknown, root: string): unknown =>
  FULL_DISK_CODES.has((error as NodeJS.ErrnoException).code) ? dataDirStartError(error, root) : error;

/**
 * The version of everything in a data folder: items of the table, messages, names of stored files, records of the emulators. Raise it with
 * a change after which older folders cannot be read, and add the step to it. What is in folders of format 1 is not known any more.
 */
export const DATA_FOLDER_FORMAT = 2;

const DATA_FORMATS: DataFolderFormats = { current: DATA_FOLDER_FORMAT, steps: [] };

function takeLock(path: string, root: string): void {
  const lockText = `${process.pid} ${processStartTime(process.pid) ?? ''}`;
  // The second attempt follows the removal of a dead process's lock.
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, lockText, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const lockContent = readFileSync(path, 'utf8');
    const [pid = '', startTime = ''] = lockContent.split(' ');
    if (attempt > 0 || isSameProcess(Number(pid), startTime)) {
      throw new StartError(
        `${root} is in use by a local stack that runs already (process ${pid}); stop it or set DATA_DIR`,
      );
    }
    rmSync(path, { force: true });
  }
}

/** Reports whether a process still runs. Process ids are reused, so the time of its start is compared too. */
function isSameProcess(pid: number, startTime: string): boolean {
  return isProcessAlive(pid) && (startTime === '' || startTime === (processStartTime(pid) ?? startTime));
}

function createKeyFile(path: string): void {
  try {
    writeFileSync(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copied file may have other rights, and the service refuses a key that other users may read.
    chmodSync(path, 0o600);
  }
}
