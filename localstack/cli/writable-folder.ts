import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest existing folder above a path. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === path ? folder : nearestFolder(folder);
}

/**
 * Checks that a file can be written to a path, whose folder need not exist, by writing a temporary file: permissions alone do not show
 * that a file system is read-only.
 * @param path absolute
 * @throws the error of the operating system, with `path` as its path
 */
export function assertPathWritable(path: string): void {
  const folder = nearestFolder(path);
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe, { force: true });
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
