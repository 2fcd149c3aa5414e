import { type DirectoryEntry, declaredEntryCount, directoryEntries, END_RECORD } from './zip-directory.ts';

// Lengths and offsets: APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.3.7, 4.3.12 and 4.3.16.
const END_RECORD_BYTES = 22;
const LOCAL_HEADER_BYTES = 30;
/** The value of a number that is in an extra field of ZIP64 instead (4.4.8). */
const IN_ZIP64 = 0xffffffff;

/** An entry with its local header. @throws RangeError for a zip of ZIP64, and for an offset outside of the zip */
function entryBytes(zip: Buffer, { size, offset }: DirectoryEntry): Buffer {
  if (size === IN_ZIP64 || offset === IN_ZIP64) throw new RangeError('the directory is one of ZIP64');
  const contentStart = offset + LOCAL_HEADER_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  return zip.subarray(offset, contentStart + size);
}

/**
 * A copy of a zip without some of its entries. Nothing is inflated. The zip was checked before (`openZip`).
 * @param isLeftOut decides by the name of an entry
 * @returns the zip itself if no entry is left out, or if it is one of ZIP64 or damaged
 */
export function zipWithout(zip: Buffer, isLeftOut: (name: string) => boolean): Buffer {
  try {
    const entries = [...directoryEntries(zip)];
    if (entries.length !== declaredEntryCount(zip)) throw new RangeError('the directory is damaged');
    const kept = entries
      .map((entry) => ({ name: entry.name.toString('utf8'), header: entry.header, content: entryBytes(zip, entry) }))
      .filter(({ name }) => !isLeftOut(name));
    if (kept.length === entries.length) return zip;
    let offset = 0;
    const headers = kept.map(({ header, content }) => {
      const moved = Buffer.from(header);
      moved.writeUInt32LE(offset, 42);
      offset += content.length;
      if (offset > zip.length) throw new RangeError('parts of the zip overlap');
      return moved;
    });
    const record = Buffer.alloc(END_RECORD_BYTES);
    END_RECORD.copy(record);
    record.writeUInt16LE(kept.length, 8);
    record.writeUInt16LE(kept.length, 10);
    record.writeUInt32LE(
      headers.reduce((sum, { length }) => sum + length, 0),
      12,
    );
    record.writeUInt32LE(offset, 16);
    return Buffer.concat([...kept.map(({ content }) => content), ...headers, record]);
  } catch (error) {
    if (error instanceof RangeError) return zip;
    throw error;
  }
}
