const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const CENTRAL_HEADER = 0x02014b50;
const CENTRAL_HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
/** A number that stands elsewhere: in a directory of ZIP64. */
const ELSEWHERE = 0xffffffff;

/** An entry of the directory: its header there, and its bytes. */
interface Entry {
  header: Buffer;
  content: Buffer;
}

function entryAt(zip: Buffer, at: number): Entry & { name: string } {
  if (zip.readUInt32LE(at) !== CENTRAL_HEADER) throw new RangeError('the directory is damaged');
  const [nameBytes, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
  const [size, from] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  if (size === ELSEWHERE || from === ELSEWHERE) throw new RangeError('the directory is one of ZIP64');
  const start = from + LOCAL_HEADER_BYTES + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
  return {
    name: zip.toString('utf8', at + CENTRAL_HEADER_BYTES, at + CENTRAL_HEADER_BYTES + nameBytes),
    header: zip.subarray(at, at + CENTRAL_HEADER_BYTES + nameBytes + extra + comment),
    content: zip.subarray(from, start + size),
  };
}

/**
 * A zip without some of its entries, which are copied as they are and not unpacked. The directory was found to be sound before (`openZip`).
 * @returns the zip itself when there is nothing to leave out, or its directory is of another form
 */
export function zipWithout(zip: Buffer, isLeftOut: (name: string) => boolean): Buffer {
  try {
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    if (end < 0) throw new RangeError('there is no end record');
    const count = zip.readUInt16LE(end + 10);
    const kept: Entry[] = [];
    let at = zip.readUInt32LE(end + 16);
    for (let i = 0; i < count; i++) {
      const entry = entryAt(zip, at);
      at += entry.header.length;
      if (!isLeftOut(entry.name)) kept.push(entry);
    }
    if (kept.length === count) return zip;
    let offset = 0;
    const headers = kept.map(({ header, content }) => {
      const moved = Buffer.from(header);
      moved.writeUInt32LE(offset, 42);
      offset += content.length;
      if (offset > zip.length) throw new RangeError('parts of the zip overlap');
      return moved;
    });
    const record = Buffer.alloc(END_RECORD_BYTES);
    record.writeUInt32LE(END_RECORD);
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
