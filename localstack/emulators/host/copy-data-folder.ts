import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the path of a file of the bucket's emulator, which is never changed: a second name of it is a copy. */
const BLOB_PATH = /[/\\]s3[/\\]blobs[/\\][^/\\]+$/;

/** Copies a file or a folder of a data folder in which no program works. Files of the bucket are shared by both where the disk can do that. */
export function copyDataFolderEntry(from: string, to: string): void {
  if (lstatSync(from).isDirectory()) {
    mkdirSync(to, { mode: 0o700 });
    for (const name of readdirSync(from)) copyDataFolderEntry(join(from, name), join(to, name));
    return;
  }
  if (BLOB_PATH.test(from) && tryToLink(from, to)) return;
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

function tryToLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
