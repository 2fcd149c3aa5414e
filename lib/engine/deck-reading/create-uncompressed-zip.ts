import { crc32 } from 'node:zlib';

/** The name and bytes of a file that is written into a zip. */
export interface FileForZip {
  name: string;
  bytes: Uint8Array;
}

// Fields and offsets: APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.3.7, 4.3.12 and 4.3.16.

/** Version of the specification that is needed to read the zip: 2.0. */
const VERSION_NEEDED = 20;
/** Flag of an entry whose name is in UTF-8. */
const UTF8_FLAG = 0x800;
/** Position, in a header of the directory, of the field with the offset of the entry. */
const HEADER_OFFSET_FIELD = 42;

/** An entry of a zip. Its bytes are views: they are copied once, into the zip. */
export interface ZipEntryBytes {
  /** Its header in the directory; `joinZipEntries` writes the offset into a copy of it. */
  header: Buffer;
  /** Its local header and its content, one after the other, in any number of pieces. */
  content: readonly Uint8Array[];
}

/** Bytes of the content of an entry, its local header included. */
export const zipEntryByteLength = (content: ZipEntryBytes['content']): number =>
  content.reduce((sum, { length }) => sum + length, 0);

/** Makes an entry of a file, stored without compression. */
export function createStoredZipEntry({ name, bytes }: FileForZip): ZipEntryBytes {
  const nameBytes = Buffer.from(name);
  // The fields that a local header and a header in the directory share.
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION_NEEDED, 0);
  fields.writeUInt16LE(UTF8_FLAG, 2);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameBytes.length, 22);
  const localHeader = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes]);
  return {
    header: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, Buffer.alloc(14), nameBytes]),
    content: [localHeader, bytes],
  };
}

/** Makes a zip of entries, in their order. */
export function joinZipEntries(entries: readonly ZipEntryBytes[]): Buffer {
  let offset = 0;
  const directoryHeaders = entries.map(({ header, content }) => {
    const headerWithOffset = Buffer.from(header);
    headerWithOffset.writeUInt32LE(offset, HEADER_OFFSET_FIELD);
    offset += zipEntryByteLength(content);
    return headerWithOffset;
  });
  const directoryBytes = Buffer.concat(directoryHeaders);
  const endRecord = Buffer.alloc(22);
  endRecord.write('PK\x05\x06', 'latin1');
  endRecord.writeUInt16LE(entries.length, 8);
  endRecord.writeUInt16LE(entries.length, 10);
  endRecord.writeUInt32LE(directoryBytes.length, 12);
  endRecord.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries.flatMap(({ content }) => content), directoryBytes, endRecord]);
}

/** Makes a zip whose files are stored without compression, because it only passes a deck from one reader to another, in memory. */
export const createUncompressedZip = (entries: readonly FileForZip[]): Buffer =>
  joinZipEntries(entries.map(createStoredZipEntry));
