import { type DirectoryEntry, directoryEntries, END_RECORD, saidEntries } from './zip-directory.ts';

const END_RECORD_BYTES = 22;
const LOCAL_HEADER_BYTES = 30;
/** A number that stands elsewhere: in a directory of ZIP64. */
const ELSEWHERE = 0xffffffff;

function contentOf(zip: Buffer, { size, from }: DirectoryEntry): Buffer {
  if (size === ELSEWHERE || from === ELSEWHERE) throw new RangeError('the directory is one of ZIP64');
  const start = from + LOCAL_HEADER_BYTES + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
  return zip.subarray(from, start + size);
}

/**
 * A zip without some of its entries, which are copied as they are and not unpacked. The directory was found to be sound before (`openZip`).
 * @returns the zip itself when there is nothing to leave out, or its directory is of another form
 */
export function zipWithout(zip: Buffer, isLeftOut: (name: string) => boolean): Buffer {
  try {
    const entries = [...directoryEntries(zip)];
    if (entries.length !== saidEntries(zip)) throw new RangeError('the directory is damaged');
    const kept = entries
      .map((entry) => ({ name: entry.name.toString('utf8'), header: entry.header, content: contentOf(zip, entry) }))
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
