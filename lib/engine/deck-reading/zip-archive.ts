import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { comparableFileName } from './comparable-file-name.ts';
import { DECK_LIMITS } from './deck-limits.ts';
import { DeckRefusal } from './deck-warning.ts';
import { decodeZipEntryNames } from './entry-names.ts';
import { ZIP_END_RECORD_SIGNATURE } from './zip-directory.ts';

/**
 * A zip whose directory was checked. Entries are inflated one by one, when they are read. Names are compared by `comparableFileName`; a name
 * in an unknown encoding is compared in each encoding that `decodeZipEntryNames` considers.
 */
export interface ZipArchive {
  /** Names of the entries as written in the zip, with `/` between folders. */
  names: readonly string[];
  has(name: string): boolean;
  /** Uncompressed size of an entry in bytes, as the directory declares it; undefined if there is no such entry. */
  sizeOf(name: string): number | undefined;
  /**
   * The bytes of an entry.
   * @param maxBytes the highest number of bytes
   * @throws DeckRefusal if there is no such entry, it has more than `maxBytes` bytes, or it is damaged
   */
  read(name: string, maxBytes: number): Promise<Buffer>;
  /** The bytes of a large entry, piece by piece. Iterating throws as `read` does. */
  pieces(name: string, maxBytes: number): AsyncIterable<Buffer>;
}

// Lengths, offsets and flags: APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.3.7, 4.3.16 and 4.4.4.
const END_RECORD_BYTES = 22;
const COMMENT_LENGTH_OFFSET = 20;
const LOCAL_HEADER_BYTES = 30;
const ENCRYPTED_FLAG = 1;

const createInvalidRefusal = (message: string, cause?: unknown) => new DeckRefusal('import_invalid', message, cause);
const createTooLargeRefusal = (message: string) => new DeckRefusal('import_too_large', message);
const createDamagedRefusal = (cause: unknown) =>
  createInvalidRefusal(`The file is damaged: ${errorMessageOf(cause)}. Save it again and send the new file.`, cause);

/**
 * A zip without the bytes after its end record: PowerPoint accepts them (2 of 56 real decks have one), yauzl refuses them.
 * @throws DeckRefusal if there is no end record
 */
function withoutTrailingBytes(fileBytes: Buffer): Buffer {
  const endRecordStart = fileBytes.lastIndexOf(ZIP_END_RECORD_SIGNATURE);
  if (endRecordStart < 0 || endRecordStart + END_RECORD_BYTES > fileBytes.length)
    throw createInvalidRefusal('The file is cut off: the end of its zip directory is missing. Send it again.');
  const commentLength = Math.min(
    fileBytes.readUInt16LE(endRecordStart + COMMENT_LENGTH_OFFSET),
    fileBytes.length - endRecordStart - END_RECORD_BYTES,
  );
  return fileBytes.subarray(0, endRecordStart + END_RECORD_BYTES + commentLength);
}

/** The directory of a zip: its names, and the entries by their names. */
interface ZipDirectory {
  names: string[];
  findEntry(name: string): Entry | undefined;
}

/** Reads the directory of a zip and checks it before anything is inflated. @throws DeckRefusal as `openZip` does */
async function readDirectory(zip: ZipFile): Promise<ZipDirectory> {
  const entries = new Map<string, Entry>();
  const nameByKey = new Map<string, string>();
  const names: string[] = [];
  // Names of entries in the other encodings that are possible.
  const entryByPossibleName = new Map<string, Entry>();
  const spans: [start: number, end: number][] = [];
  let expandedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    expandedBytes += entry.uncompressedSize;
    if (entries.size >= DECK_LIMITS.entries)
      throw createTooLargeRefusal(`The file contains more than ${DECK_LIMITS.entries} files in itself.`);
    if (expandedBytes > DECK_LIMITS.expanded_bytes)
      throw createTooLargeRefusal(
        `The file has more than ${DECK_LIMITS.expanded_bytes / 2 ** 20} MB when it is unpacked.`,
      );
    if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0)
      throw new DeckRefusal('import_encrypted', 'A part of the file is encrypted. Save it without a password.');
    const { name, others: possibleNames } = decodeZipEntryNames(entry);
    const key = comparableFileName(name);
    const sameName = nameByKey.get(key);
    if (sameName?.normalize() === name.normalize())
      throw createInvalidRefusal(`The file is damaged: ${name} is in it twice.`);
    if (sameName !== undefined)
      throw createInvalidRefusal(
        `The names ${sameName} and ${name} are the same on many systems. Rename one of the two files.`,
      );
    entries.set(key, entry);
    nameByKey.set(key, name);
    names.push(name);
    for (const possibleName of possibleNames.map(comparableFileName))
      if (!entryByPossibleName.has(possibleName)) entryByPossibleName.set(possibleName, entry);
    const start = entry.relativeOffsetOfLocalHeader;
    spans.push([start, start + LOCAL_HEADER_BYTES + entry.compressedSize]);
  }
  spans.sort(([a], [b]) => a - b);
  if (spans.some(([start], index) => index > 0 && start < (spans[index - 1]?.[1] ?? 0)))
    throw createInvalidRefusal('The file is damaged: parts of it overlap.');
  return {
    names,
    findEntry: (name) => entries.get(comparableFileName(name)) ?? entryByPossibleName.get(comparableFileName(name)),
  };
}

/**
 * Opens a zip of a client. Nothing is inflated before the directory is checked.
 * @throws DeckRefusal for more entries or bytes than `DECK_LIMITS`, for entries that overlap, have the same name or are encrypted, for
 * names outside of the zip, and for a damaged directory
 */
export async function openZip(fileBytes: Uint8Array): Promise<ZipArchive> {
  if (fileBytes.byteLength > DECK_LIMITS.file_bytes)
    throw createTooLargeRefusal(`The file is larger than ${DECK_LIMITS.file_bytes / 2 ** 20} MB.`);
  const bytes = withoutTrailingBytes(Buffer.from(fileBytes.buffer, fileBytes.byteOffset, fileBytes.byteLength));
  const options = { lazyEntries: true, strictFileNames: false, validateEntrySizes: true } as const;
  const throwRefusal = (error: unknown): never => {
    throw error instanceof DeckRefusal ? error : createDamagedRefusal(error);
  };
  const zip = await fromBufferPromise(bytes, options).catch(throwRefusal);
  const { names, findEntry } = await readDirectory(zip).catch(throwRefusal);

  async function* pieces(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    const entry = findEntry(name);
    if (!entry) throw createInvalidRefusal(`The file is damaged: ${name} is missing in it.`);
    if (entry.uncompressedSize > maxBytes)
      throw createTooLargeRefusal(`A part of the file, ${name}, is larger than ${maxBytes / 2 ** 20} MB.`);
    try {
      // With `validateEntrySizes`, the stream fails at the first byte beyond the size that the directory declares.
      for await (const piece of await zip.openReadStreamPromise(entry)) yield piece;
    } catch (error) {
      throw createDamagedRefusal(error);
    }
  }

  return {
    names,
    has: (name) => findEntry(name) !== undefined,
    sizeOf: (name) => findEntry(name)?.uncompressedSize,
    async read(name, maxBytes) {
      const chunks: Buffer[] = [];
      for await (const piece of pieces(name, maxBytes)) chunks.push(piece);
      return Buffer.concat(chunks);
    },
    pieces,
  };
}
