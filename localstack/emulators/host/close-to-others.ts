import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Takes the rights of other users of this machine from a file, or from a folder and everything in it. Links are left as they are.
 * @throws what the system says, for what belongs to another user
 */
export function closeToOthers(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // Gone meanwhile: processes of a stack that was killed may still remove theirs.
  if (stat === undefined || stat.isSymbolicLink()) return;
  if ((stat.mode & OTHERS) !== 0) chmodSync(path, stat.mode & 0o777 & ~OTHERS);
  if (stat.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name));
}
