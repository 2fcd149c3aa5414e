import type { FileRemover } from './ports.ts';

/**
 * Removes all files under a prefix, page by page. A second run removes files that were written in between.
 */
export async function removeFilesUnder(files: FileRemover, prefix: string): Promise<void> {
  for (let keys = await files.list(prefix); keys.length > 0; keys = await files.list(prefix))
    await files.removeAll(keys);
}
