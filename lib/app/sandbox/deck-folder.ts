import { constants } from 'node:fs';
import { lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of the pictures that a process writes: none leads out of its folder. */
export const DECK_PICTURE_FILE_NAME_PATTERN = /^(?:page|picture|before|logo)-\d{1,6}(?:-\d{1,2})?$/;

/** Names of the sounds that a process writes, which are not re-encoded. */
export const DECK_SOUND_FILE_NAME_PATTERN = /^sound-\d{1,6}$/;

/** Names of the videos that a process writes, which the decoder of videos gets; animated pictures count as videos. */
export const DECK_VIDEO_FILE_NAME_PATTERN = /^(?:video|picture)-\d{1,6}$/;

/** A file of the process that is missing, too large, no regular file, or has another hard link. */
export class DeckFolderFileRefusedError extends Error {
  override name = 'DeckFolderFileRefusedError';
}

/**
 * Reads a file that a process wrote. The process may have been taken over: a link, a pipe and an endless file are refused.
 * @throws DeckFolderFileRefusedError
 */
export async function readDeckProcessFile(folder: string, name: string, maxBytes: number): Promise<Buffer> {
  // Without O_NONBLOCK, opening a pipe would wait for its writer.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(join(folder, name), flags).catch((error: unknown) => {
    throw new DeckFolderFileRefusedError(`${name} cannot be opened`, { cause: error });
  });
  try {
    const { size, nlink } = await handle.stat().then((stat) => {
      if (!stat.isFile()) throw new DeckFolderFileRefusedError(`${name} is not a file`);
      return stat;
    });
    if (nlink !== 1 || size > maxBytes) throw new DeckFolderFileRefusedError(`${name} is linked, or has ${size} bytes`);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * The path of a file that a process wrote and that is too large for the memory. The process has ended: the file does not change.
 * @throws DeckFolderFileRefusedError as `readDeckProcessFile` does
 */
export async function pathOfDeckProcessFile(folder: string, name: string, maxBytes: number): Promise<string> {
  const path = join(folder, name);
  const stat = await lstat(path).catch((error: unknown) => {
    throw new DeckFolderFileRefusedError(`${name} cannot be opened`, { cause: error });
  });
  if (!stat.isFile() || stat.nlink !== 1 || stat.size > maxBytes)
    throw new DeckFolderFileRefusedError(`${name} is not a file, is linked, or has ${stat.size} bytes`);
  return path;
}

/** Writes a new file into the folder of a deck. Anything with its name is removed first, so that a link is not followed. */
export async function replaceDeckProcessFile(folder: string, name: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(folder, name);
  await rm(path, { recursive: true, force: true });
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}
