import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { DECK_LIMITS } from './deck-limits.ts';
import { DeckRefusal } from './deck-warning.ts';
import { entryNames } from './entry-names.ts';
import { nameKey } from './name-key.ts';
import { END_RECORD } from './zip-directory.ts';

/** A zip whose directory was found to be sound. Entries are inflated one by one, when they are asked for. */
export interface ZipArchive {
  /** As they are written in the zip, with `/` between folders. */
  names: readonly string[];
  /** Names are compared by `nameKey`; those of an old encoding are found by what they may mean in any of these. */
  has(name: string): boolean;
  /** Bytes of an entry, as the directory says. undefined: there is none of this name. */
  sizeOf(name: string): number | undefined;
  /**
   * The bytes of one entry.
   * @throws DeckRefusal when there is none of this name, it has more than `max` bytes, or it is damaged
   */
  read(name: string, max: number): Promise<Buffer>;
}

const END_RECORD_BYTES = 22;
const LOCAL_HEADER_BYTES = 30;
const ENCRYPTED = 1;

const invalid = (message: string, cause?: unknown) => new DeckRefusal('import_invalid', message, cause);
const tooLarge = (message: string) => new DeckRefusal('import_too_large', message);
const damaged = (cause: unknown) =>
  invalid(
    `The file is damaged: ${cause instanceof Error ? cause.message : String(cause)}. Save it again and send the new file.`,
    cause,
  );

/** Without the bytes after the end record: two of 56 real decks have one, which PowerPoint takes and yauzl refuses. */
function withoutTrailingBytes(file: Buffer): Buffer {
  const end = file.lastIndexOf(END_RECORD);
  if (end < 0 || end + END_RECORD_BYTES > file.length)
    throw invalid('The file is cut off: the end of its zip directory is missing. Send it again.');
  const comment = Math.min(file.readUInt16LE(end + 20), file.length - end - END_RECORD_BYTES);
  return file.subarray(0, end + END_RECORD_BYTES + comment);
}

/** The entries of a zip. */
interface Directory {
  names: string[];
  find(name: string): Entry | undefined;
}

/** Reads the directory; everything that it promises is checked before anything is inflated. */
async function readDirectory(zip: ZipFile): Promise<Directory> {
  const entries = new Map<string, Entry>();
  const names: string[] = [];
  /** Names that an entry may have in another encoding than it seems. */
  const guesses = new Map<string, Entry>();
  const spans: [from: number, to: number][] = [];
  let expanded = 0;
  for await (const entry of zip.eachEntry()) {
    expanded += entry.uncompressedSize;
    if (entries.size >= DECK_LIMITS.entries)
      throw tooLarge(`The file contains more than ${DECK_LIMITS.entries} files in itself.`);
    if (expanded > DECK_LIMITS.expanded_bytes)
      throw tooLarge(`The file has more than ${DECK_LIMITS.expanded_bytes / 2 ** 20} MB when it is unpacked.`);
    if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
      throw new DeckRefusal('import_encrypted', 'A part of the file is encrypted. Save it without a password.');
    const { name, others } = entryNames(entry);
    const key = nameKey(name);
    if (entries.has(key)) throw invalid(`The file is damaged: ${name} is in it twice.`);
    entries.set(key, entry);
    names.push(name);
    for (const other of others.map(nameKey)) if (!guesses.has(other)) guesses.set(other, entry);
    const from = entry.relativeOffsetOfLocalHeader;
    spans.push([from, from + LOCAL_HEADER_BYTES + entry.compressedSize]);
  }
  spans.sort(([a], [b]) => a - b);
  if (spans.some(([from], at) => at > 0 && from < (spans[at - 1]?.[1] ?? 0)))
    throw invalid('The file is damaged: parts of it overlap.');
  return { names, find: (name) => entries.get(nameKey(name)) ?? guesses.get(nameKey(name)) };
}

/**
 * Opens a zip without trust. Refused before anything is inflated: more entries or bytes than DECK_LIMITS, entries that overlap
 * or have one name, an encrypted entry, and names that lead outside.
 * @throws DeckRefusal
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

  return {
    names,
    has: (name) => find(name) !== undefined,
    sizeOf: (name) => find(name)?.uncompressedSize,
    async read(name, max) {
      const entry = find(name);
      if (!entry) throw invalid(`The file is damaged: ${name} is missing in it.`);
      if (entry.uncompressedSize > max)
        throw tooLarge(`A part of the file, ${name}, is larger than ${max / 2 ** 20} MB.`);
      try {
        const parts: Buffer[] = [];
        // validateEntrySizes ends the stream with an error at the first byte beyond the size that the directory says.
        for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
        return Buffer.concat(parts);
      } catch (error) {
        throw damaged(error);
      }
    },
  };
}
