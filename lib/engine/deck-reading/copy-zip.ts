import { comparableFileName } from './comparable-file-name.ts';
import {
  createStoredZipEntry,
  type FileForZip,
  joinZipEntries,
  type ZipEntryBytes,
  zipEntryByteLength,
} from './create-uncompressed-zip.ts';
import { declaredZipEntryCount, type ZipDirectoryEntry, zipDirectoryEntries } from './zip-directory.ts';

// Lengths and offsets: APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.3.7, 4.3.12 and 4.3.16.
const LOCAL_HEADER_BYTES = 30;
/** Stands for a size or an offset whose number is in the ZIP64 extra field (4.4.8). */
const IN_ZIP64 = 0xffffffff;

/** The bytes of an entry with its local header. @throws RangeError for a zip of ZIP64, and for an offset outside of the zip */
function entryBytes(zip: Buffer, { size, offset }: ZipDirectoryEntry): Buffer {
  if (size === IN_ZIP64 || offset === IN_ZIP64) throw new RangeError('the directory is one of ZIP64');
  const contentStart = offset + LOCAL_HEADER_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  return zip.subarray(offset, contentStart + size);
}

/** The unchanged entries of a zip. @throws RangeError for a zip of ZIP64, and for a damaged one */
function readEntries(zip: Buffer): (ZipEntryBytes & { name: string })[] {
  const directoryEntries = [...zipDirectoryEntries(zip)];
  if (directoryEntries.length !== declaredZipEntryCount(zip)) throw new RangeError('the directory is damaged');
  const entriesWithContent = directoryEntries.map((entry) => ({
    name: entry.name.toString('utf8'),
    header: entry.header,
    content: [entryBytes(zip, entry)],
  }));
  if (entriesWithContent.reduce((sum, { content }) => sum + zipEntryByteLength(content), 0) > zip.length)
    throw new RangeError('parts of the zip overlap');
  return entriesWithContent;
}

/**
 * A copy of a zip without some of its entries. Nothing is inflated. The zip was checked before (`openZip`).
 * @param isLeftOut decides by the name of an entry
 * @returns the zip itself if no entry is left out, or if it is one of ZIP64 or damaged
 */
export function copyZipWithoutEntries(zip: Buffer, isLeftOut: (name: string) => boolean): Buffer {
  try {
    const entries = readEntries(zip);
    const keptEntries = entries.filter(({ name }) => !isLeftOut(name));
    return keptEntries.length === entries.length ? zip : joinZipEntries(keptEntries);
  } catch (error) {
    if (error instanceof RangeError) return zip;
    throw error;
  }
}

/**
 * A copy of a zip with more files, which replace those of the same names. The zip was checked before (`openZip`).
 * @returns undefined if the zip is one of ZIP64 or damaged
 */
export function copyZipWithFiles(zip: Buffer, addedFiles: readonly FileForZip[]): Buffer | undefined {
  const addedNames = new Set(addedFiles.map(({ name }) => comparableFileName(name)));
  try {
    return joinZipEntries([
      ...readEntries(zip).filter(({ name }) => !addedNames.has(comparableFileName(name))),
      ...addedFiles.map(createStoredZipEntry),
    ]);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
