import { extname } from 'node:path';
import { UsageError } from '#emulators/host/command-errors.ts';
import { googleSlidesAt } from '#features/imports/google-slides.ts';

/** The address of a deck, which the service fetches. */
export interface DeckAddress {
  url: string;
  /** A name for its file, without a folder: the last part of the path, with its extension; `deck` if the path has none. */
  file: string;
}

const USUAL_FILE = 'deck';
/** Bytes of a name in UTF-8, so that `<name>.mp4.part` fits into the 255 of all file systems. */
const MAX_NAME_BYTES = 200;
/** Characters that some system does not allow in the name of a file. */
const NO_SIGNS = /[\\/:*?"<>|\p{Cc}]/gu;

function fileOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // A name with other percent signs is taken as it is written.
  }
  return cutName(name.replace(NO_SIGNS, '').replace(/^\.+/, '').trim()) || USUAL_FILE;
}

/** The start of the name, with its extension, within MAX_NAME_BYTES. An extension that takes half of them is none. */
function cutName(name: string): string {
  const ending = extname(name);
  const extension = Buffer.byteLength(ending) > MAX_NAME_BYTES / 2 ? '' : ending;
  let cut = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(cut + character + extension) > MAX_NAME_BYTES) break;
    cut += character;
  }
  return cut + extension;
}

/**
 * The address that a command names as its deck; undefined: it names a file.
 * @throws UsageError for text that starts with `http://` or `https://` and cannot be parsed
 */
export function deckAddress(argument: string): DeckAddress | undefined {
  if (!/^https?:\/\//i.test(argument)) return undefined;
  if (!URL.canParse(argument)) throw new UsageError(`${argument} is not a valid address.`);
  return { url: argument, file: googleSlidesAt(argument) ? USUAL_FILE : fileOf(new URL(argument)) };
}
