import { constants, copyFileSync, linkSync } from 'node:fs';
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

/** Does the same while nothing else runs in this process. */
export function hardLinkOrCopyFileSync(from: string, to: string): boolean {
  try {
    try {
      linkSync(from, to);
    } catch (error) {
      if (isMissing(error)) throw error;
      copyFileSync(from, to, constants.COPYFILE_FICLONE);
    }
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
