import { constants, copyFileSync, linkSync, statSync } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Gives a second name to a file that is never changed. On another disk, or where files cannot have two names, it is copied.
 * @returns false if the file does not exist
 */
export async function hardLinkOrCopyFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: unknown) => {
      if (isMissing(error)) throw error;
      return copyFile(from, to, constants.COPYFILE_FICLONE);
    });
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Gives a second name to a file synchronously, or copies it if that is impossible and the file is not larger than `maxBytes`.
 * @param maxBytes the largest size of a file that is copied
 * @returns bytes that were copied, 0 for a link; undefined if the file does not exist or is too large
 */
export function hardLinkOrCopyFileSync(from: string, to: string, maxBytes: number): number | undefined {
  try {
    try {
      linkSync(from, to);
      return 0;
    } catch (error) {
      if (isMissing(error)) throw error;
      const { size } = statSync(from);
      if (size > maxBytes) return undefined;
      copyFileSync(from, to, constants.COPYFILE_FICLONE);
      return size;
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
