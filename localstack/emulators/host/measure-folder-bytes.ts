import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of the blocks that `stat` counts, whatever those of the file system have. */
const STAT_BLOCK_BYTES = 512;

/** The result of a call, or undefined for a file that was removed meanwhile. */
async function undefinedIfGone<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Measures the bytes that a folder takes on its disk, as `du` does: blocks, not lengths, and a file with several names once.
 * @param signal ends it early, with the bytes until then
 */
export async function measureFolderBytes(root: string, signal: AbortSignal): Promise<number> {
  const countedInodes = new Set<number>();
  const folders = [root];
  let bytes = 0;
  for (let folder = folders.pop(); folder !== undefined && !signal.aborted; folder = folders.pop()) {
    const entries = await undefinedIfGone(opendir(folder));
    if (entries === undefined) continue;
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      const stat = await undefinedIfGone(lstat(path));
      if (stat === undefined || countedInodes.has(stat.ino)) continue;
      if (stat.nlink > 1 && !stat.isDirectory()) countedInodes.add(stat.ino);
      bytes += stat.blocks * STAT_BLOCK_BYTES;
    }
  }
  return bytes;
}

/** The free bytes of the disk of a folder for its user, and all bytes of that disk. */
export async function measureDiskSpace(root: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(root);
  return { free: bavail * bsize, total: blocks * bsize };
}
