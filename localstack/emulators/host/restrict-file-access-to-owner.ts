import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Removes the rights of other users of this machine to a file, or to a folder and everything in it. Links are not changed.
 * Windows has access lists, which are not changed: the guide asks for a DATA_DIR in the user's profile, which is closed to others.
 * @throws the system's error for a file that belongs to another user
 */
export function restrictFileAccessToOwner(path: string, platform = process.platform): void {
  if (platform === 'win32') return;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // A file may be removed meanwhile, by processes of a stack that was killed.
  if (stat === undefined || stat.isSymbolicLink()) return;
  if ((stat.mode & OTHERS) !== 0) chmodSync(path, stat.mode & 0o777 & ~OTHERS);
  if (stat.isDirectory()) for (const name of readdirSync(path)) restrictFileAccessToOwner(join(path, name), platform);
}
