import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names that files of a deck's process may have: nothing that leads out of its folder. */
export const PICTURE_NAME = /^(?:page|picture|before|logo)-\d{1,6}(?:-\d{1,2})?$/;

/** Names of sounds that the process leaves as they lie in the deck. */
export const SOUND_NAME = /^sound-\d{1,6}$/;

/** A file that the process of a deck left is not what was agreed. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}

/**
 * Reads a file that the process of a deck left. That process may have been taken over: a link, a pipe or a file without end is none.
 * @throws FileRefused
 */
export async function readLeft(folder: string, name: string, maxBytes: number): Promise<Buffer> {
  // A pipe would be waited for without the flag.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(folder, name), flags).catch((error: unknown) => {
    throw new FileRefused(`${name} cannot be opened`, { cause: error });
  });
  try {
    const { size, nlink } = await file.stat().then((stat) => {
      if (!stat.isFile()) throw new FileRefused(`${name} is no file`);
      return stat;
    });
    if (nlink !== 1 || size > maxBytes) throw new FileRefused(`${name} is linked, or has ${size} bytes`);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Writes a file into the folder of a deck, instead of whatever has its name there: a link is not followed. */
export async function writeAnew(folder: string, name: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(folder, name);
  await rm(path, { recursive: true, force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}
