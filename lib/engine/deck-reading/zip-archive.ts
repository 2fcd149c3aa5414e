import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { errorMessage } from '#kernel/shared/error-message.ts';
import { comparableFileName } from './comparable-file-name.ts';
import { DECK_LIMITS } from './deck-limits.ts';
import { DeckRefusal } from './deck-warning.ts';
import { decodeZipEntryNames } from './entry-names.ts';
import { ZIP_END_RECORD_SIGNATURE } from './zip-directory.ts';

/**
 * A zip whose directory was checked. Entries are inflated one by one, when they are read. Names are compared by `comparableFileName`; a name in an
 * unknown encoding is compared in each encoding that `decodeZipEntryNames` considers.
 */
export interface ZipArchive {
  /** Names of the entries as written in the zip, with `/` between folders. */
  names: readonly string[];
  has(name: string): boolean;
  /** Uncompressed size of an entry in bytes, as the directory declares it; undefined if there is no such entry. */
  sizeOf(name: string): number | undefined;
  /**
   * The bytes of an entry.
   * @param max bytes
   * @throws DeckRefusal if there is no such entry, it has more than `max` bytes, or it is damaged
   */
  read(name: string, max: number): Promise<Buffer>;
  /** The bytes of a large entry, piece by piece. Iterating throws as `read` does. */
  pieces(name: string, max: number): AsyncIterable<Buffer>;
}

// Lengths, offsets and flags: APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.3.7, 4.3.16 and 4.4.4.
const END_RECORD_BYTES = 22;
const COMMENT_LENGTH_OFFSET = 20;
const LOCAL_HEADER_BYTES = 30;
const ENCRYPTED_FLAG = 1;

const invalid = (message: string, cause?: unknown) => new DeckRefusal('import_invalid', message, cause);
const tooLarge = (message: string) => new DeckRefusal('import_too_large', message);
const damaged = (cause: unknown) =>
  invalid(`The file is damaged: ${errorMessage(cause)}. Save it again and send the new file.`, cause);

/**
 * A zip without the bytes after its end record: PowerPoint accepts them (2 of 56 real decks have one), yauzl refuses them.
 * @throws DeckRefusal if there is no end record
 */
function withoutTrailingBytes(file: Buffer): Buffer {
  const end = file.lastIndexOf(ZIP_END_RECORD_SIGNATURE);
  if (end < 0 || end + END_RECORD_BYTES > file.length)
    throw invalid('The file is cut off: the end of its zip directory is missing. Send it again.');
  const commentLength = Math.min(file.readUInt16LE(end + COMMENT_LENGTH_OFFSET), file.length - end - END_RECORD_BYTES);
  return file.subarray(0, end + END_RECORD_BYTES + commentLength);
}

/** The entries of a zip, by their names. */
interface Directory {
  names: string[];
  find(name: string): Entry | undefined;
}

/** Reads the directory of a zip and checks it before anything is inflated. @throws DeckRefusal as `openZip` does */
async function readDirectory(zip: ZipFile): Promise<Directory> {
  const entries = new Map<string, Entry>();
  const nameByKey = new Map<string, string>();
  const names: string[] = [];
  // Names of entries in the other encodings that are possible.
  const guesses = new Map<string, Entry>();
  const spans: [start: number, end: number][] = [];
  let expanded = 0;
  for await (const entry of zip.eachEntry()) {
    expanded += entry.uncompressedSize;
    if (entries.size >= DECK_LIMITS.entries)
      throw tooLarge(`The file contains more than ${DECK_LIMITS.entries} files in itself.`);
    if (expanded > DECK_LIMITS.expanded_bytes)
      throw tooLarge(`The file has more than ${DECK_LIMITS.expanded_bytes / 2 ** 20} MB when it is unpacked.`);
    if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0)
      throw new DeckRefusal('import_encrypted', 'A part of the file is encrypted. Save it without a password.');
    const { name, others } = decodeZipEntryNames(entry);
    const key = comparableFileName(name);
    const same = nameByKey.get(key);
    if (same?.normalize() === name.normalize()) throw invalid(`The file is damaged: ${name} is in it twice.`);
    if (same !== undefined)
      throw invalid(`The names ${same} and ${name} are the same on many systems. Rename one of the two files.`);
    entries.set(key, entry);
    nameByKey.set(key, name);
    names.push(name);
    for (const other of others.map(comparableFileName)) if (!guesses.has(other)) guesses.set(other, entry);
    const start = entry.relativeOffsetOfLocalHeader;
    spans.push([start, start + LOCAL_HEADER_BYTES + entry.compressedSize]);
  }
  spans.sort(([a], [b]) => a - b);
  if (spans.some(([start], index) => index > 0 && start < (spans[index - 1]?.[1] ?? 0)))
    throw invalid('The file is damaged: parts of it overlap.');
  return { names, find: (name) => entries.get(comparableFileName(name)) ?? guesses.get(comparableFileName(name)) };
}

/**
 * Opens a zip of a client. Nothing is inflated before the directory is checked.
 * @throws DeckRefusal for more entries or bytes than `DECK_LIMITS`, for entries that overlap, have the same name or are encrypted, for
 * names outside of the zip, and for a damaged directory
 */
export async function openZip(file: Uint8Array): Promise<ZipArchive> {
  if (file.byteLength > DECK_LIMITS.file_bytes)
    throw tooLarge(`The file is larger than ${DECK_LIMITS.file_bytes / 2 ** 20} MB.`);
  const bytes = withoutTrailingBytes(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const options = { lazyEntries: true, strictFileNames: false, validateEntrySizes: true } as const;
  const refuse = (error: unknown): never => {
    throw error instanceof DeckRefusal ? error : damaged(error);
  };
  const zip = await fromBufferPromise(bytes, options).catch(refuse);
  const { names, find } = await readDirectory(zip).catch(refuse);

  async function* pieces(name: string, max: number): AsyncGenerator<Buffer> {
    const entry = find(name);
    if (!entry) throw invalid(`The file is damaged: ${name} is missing in it.`);
    if (entry.uncompressedSize > max)
      throw tooLarge(`A part of the file, ${name}, is larger than ${max / 2 ** 20} MB.`);
    try {
      // With `validateEntrySizes`, the stream fails at the first byte beyond the size that the directory declares.
      for await (const piece of await zip.openReadStreamPromise(entry)) yield piece;
    } catch (error) {
      throw damaged(error);
    }
  }

  return {
    names,
    has: (name) => find(name) !== undefined,
    sizeOf: (name) => find(name)?.uncompressedSize,
    async read(name, max) {
      const chunks: Buffer[] = [];
      for await (const piece of pieces(name, max)) chunks.push(piece);
      return Buffer.concat(chunks);
    },
    pieces,
  };
}
