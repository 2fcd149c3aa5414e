import { posix } from 'node:path';

/**
 * The path of a file that a deck names, from the top of the folder or the archive of the deck. A name that starts with `/` is from the top; `\`
 * also separates steps, as authors on Windows write it.
 * @param folder of the file that names it
 */
export function pathInDeck(folder: string, name: string): string {
  const path = name.replaceAll('\\', '/');
  return path.startsWith('/') ? path.slice(1) : posix.join(folder, path);
}
