import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Works in a new temporary folder, which is removed afterwards. @param isKept leaves it, and says where it is */
export async function inNewFolder<T>(
  prefix: string,
  isKept: boolean,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await work(folder);
  } finally {
    if (isKept) console.error(`kept: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}
