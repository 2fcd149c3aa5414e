import { crc32 } from 'node:zlib';

/** A file of a zip, with its name in the zip. */
export interface StoredEntry {
  name: string;
  bytes: Uint8Array;
}

// Fields and offsets: APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.3.7, 4.3.12 and 4.3.16.

/** Version of the specification that is needed to read the zip: 2.0. */
const VERSION = 20;
/** Flag of an entry whose name is in UTF-8. */
const UTF8_FLAG = 0x800;

/** Makes a zip whose files are stored without compression: it only passes a deck from one reader to another, in memory. */
export function storeZip(entries: readonly StoredEntry[]): Buffer {
  const [contents, directory]: [Uint8Array[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = Buffer.from(name);
    // The fields that a local header and a header in the directory share.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF8_FLAG, 2);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(nameBytes.length, 22);
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, directoryFields, nameBytes]));
    contents.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...contents, directoryBytes, end]);
}
