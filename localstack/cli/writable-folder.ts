import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of a path, or the nearest one above it that exists. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
}

/**
 * Makes sure that a file can be written, in a folder that may have to be made, by writing one next to it: rights alone do not tell
 * of a file system that is read-only.
 * @param path absolute
 * @throws the error of the system, with `path` as its path
 */
export function assertWritable(path: string): void {
  const folder = nearestFolder(path);
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe, { force: true });
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
