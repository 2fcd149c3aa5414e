import { posix } from 'node:path';
import type { MediaSource } from '../deck.ts';
import type { FilesNextToDeck } from './files-next-to-deck.ts';

/** Slidev's folder of files that are named from the root, https://sli.dev/guide/faq#assets-handling. */
const PUBLIC_FOLDER = 'public';
const REMOTE = /^https?:\/\//i;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
const DATA_URL = /^data:(?:image|video)\/[\w.+-]+;base64,([\s\S]*)$/i;

/**
 * A function that finds the picture or the video with an address.
 * @param folder of the page, in the archive of the deck
 * @returns a function that returns null for an address with another scheme, and for a missing file
 */
export function createMediaFinder(
  folder: string,
  files: FilesNextToDeck | undefined,
): (url: string) => MediaSource | null {
  return (url) => {
    const [, data] = DATA_URL.exec(url) ?? [];
    if (data !== undefined) return { from: 'bytes', bytes: Buffer.from(data, 'base64') };
    if (REMOTE.test(url)) return { from: 'address', url };
    if (url.startsWith('//')) return { from: 'address', url: `https:${url}` };
    if (SCHEME.test(url)) return null;
    const [withoutQuery = ''] = url.split(/[?#]/);
    const path = withoutQuery.replaceAll('\\', '/');
    const candidates = path.startsWith('/')
      ? [
          posix.join(PUBLIC_FOLDER, path),
          path.slice(1),
          posix.join(folder, PUBLIC_FOLDER, path),
          posix.join(folder, path),
        ]
      : [posix.join(folder, path), posix.join(folder, PUBLIC_FOLDER, path), posix.join(PUBLIC_FOLDER, path)];
    const name = candidates.map((candidate) => files?.find(candidate)).find((fileName) => fileName !== undefined);
    return name === undefined ? null : { from: 'path', path: name };
  };
}
