import { extname } from 'node:path';
import { UsageError } from '#emulators/host/command-errors.ts';
import { parseGoogleSlidesUrl } from '#features/imports/google-slides.ts';

/** The URL of a deck that the service fetches, and a name for its file. */
export interface DeckUrlArgument {
  url: string;
  /** The name, without a folder: the last part of the path, with its extension; `deck` if the path has none. */
  file: string;
}

const DEFAULT_FILE_NAME = 'deck';
/** The longest name in bytes of UTF-8, so that `<name>.mp4.part` fits into the 255 bytes of common file systems. */
const MAX_NAME_BYTES = 200;
/** Characters that at least one operating system forbids in file names. */
const FORBIDDEN_CHARACTERS = /[\\/:*?"<>|\p{Cc}]/gu;

function fileNameOf(url: URL): string {
  const lastSegment = url.pathname.split('/').at(-1) ?? '';
  let name = lastSegment;
  try {
    name = decodeURIComponent(lastSegment);
  } catch {
    // A name that is not valid percent-encoding is used as it is.
  }
  return truncateFileName(name.replace(FORBIDDEN_CHARACTERS, '').replace(/^\.+/, '').trim()) || DEFAULT_FILE_NAME;
}

/** Truncates a file name to MAX_NAME_BYTES and keeps its extension, unless that alone has more than half of these bytes. */
function truncateFileName(name: string): string {
  const fullExtension = extname(name);
  const extension = Buffer.byteLength(fullExtension) > MAX_NAME_BYTES / 2 ? '' : fullExtension;
  let truncatedStem = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    if (Buffer.byteLength(truncatedStem + character + extension) > MAX_NAME_BYTES) break;
    truncatedStem += character;
  }
  return truncatedStem + extension;
}

/**
 * The address of a deck, if the argument of a command is one; undefined if it is the path of a file.
 * @throws UsageError for a text that starts with `http://` or `https://` and is not a valid URL
 */
export function parseDeckUrlArgument(argument: string): DeckUrlArgument | undefined {
  if (!/^https?:\/\//i.test(argument)) return undefined;
  if (!URL.canParse(argument)) throw new UsageError(`${argument} is not a valid address.`);
  return { url: argument, file: parseGoogleSlidesUrl(argument) ? DEFAULT_FILE_NAME : fileNameOf(new URL(argument)) };
}
