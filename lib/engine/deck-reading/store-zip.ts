import { crc32 } from 'node:zlib';

/** A file of a zip. */
export interface StoredEntry {
  name: string;
  bytes: Uint8Array;
}

const UTF8 = 0x800;

/** A zip of files that are not packed: one that is made in memory, and read there. */
export function storeZip(entries: readonly StoredEntry[]): Buffer {
  const [contents, directory]: [Uint8Array[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, bytes } of entries) {
    const written = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(UTF8, 2);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(written.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, written]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, written]));
    contents.push(local, bytes);
    at += local.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...contents, listed, end]);
}
