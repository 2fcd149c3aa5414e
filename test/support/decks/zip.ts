import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip, and lies that its headers may tell. */
export interface ZipPart {
  name: string;
  /** The bytes of its name, instead of UTF-8 without a flag that says so. */
  nameBytes?: Uint8Array;
  /** Its flag says that the name is in UTF-8. */
  isNameUtf8?: boolean;
  bytes: Uint8Array | string;
  /** Instead of the true one. */
  uncompressedSize?: number;
  isEncrypted?: boolean;
  /** Not deflated. */
  isStored?: boolean;
  /** Where its local header is said to be, instead of the true place. */
  offset?: number;
}

/** A zip of parts, written as Office writes it: deflated, sizes in the headers. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  /** Thousands of equal parts are packed once. */
  const packedTexts = new Map<string, Buffer>();
  const pack = (bytes: ZipPart['bytes']): Buffer => {
    if (typeof bytes !== 'string') return deflateRawSync(bytes);
    const packed = packedTexts.get(bytes) ?? deflateRawSync(bytes);
    packedTexts.set(bytes, packed);
    return packed;
  };
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const { name, nameBytes, isNameUtf8 = false, bytes, uncompressedSize, isEncrypted = false, offset } = part;
    const nameAsBytes = Buffer.from(nameBytes ?? Buffer.from(name));
    const raw = Buffer.from(bytes);
    const packed = part.isStored ? raw : pack(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((isEncrypted ? 1 : 0) | (isNameUtf8 ? 0x800 : 0), 2);
    fields.writeUInt16LE(part.isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(uncompressedSize ?? raw.length, 18);
    fields.writeUInt16LE(nameAsBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameAsBytes, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset ?? at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, entry, nameAsBytes]));
    bodies.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listed, end]);
}
