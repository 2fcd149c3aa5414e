import { posix } from 'node:path';

/**
 * The path of a file to which a deck refers, relative to the root of the deck's folder or archive. It may start with `..`, which no file of
 * a deck does. A reference that starts with `/` is already relative to the root; `\` also separates steps, as authors on Windows write it.
 * @param folder of the file with the reference, relative to the root
 */
export function pathInDeck(folder: string, reference: string): string {
  const path = reference.replaceAll('\\', '/');
  return path.startsWith('/') ? path.slice(1) : posix.join(folder, path);
}
