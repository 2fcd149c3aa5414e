import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import decompressWoff2 from 'woff2-encoder/decompress';

const require = createRequire(import.meta.url);

/** A Latin face of a family of @fontsource, as TrueType. */
export const trueType = async (family: string, weight = 400): Promise<Buffer> =>
  Buffer.from(
    await decompressWoff2(
      await readFile(require.resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`)),
    ),
  );

/** A TrueType file with other embedding bits in its table `OS/2`. */
export function withRights(font: Buffer, fsType: number): Buffer {
  const made = Buffer.from(font);
  for (let at = 12; at < 12 + 16 * made.readUInt16BE(4); at += 16)
    if (made.toString('latin1', at, at + 4) === 'OS/2') made.writeUInt16BE(fsType, made.readUInt32BE(at + 8) + 8);
  return made;
}

/** A font as PowerPoint and Google Slides embed it: Embedded OpenType, version 2.2, with the names of the family. */
export function embedded(font: Buffer, { isCombined = false, isCompressed = false, fsType = 0 } = {}): Buffer {
  const fixed = Buffer.alloc(82);
  const name = Buffer.from('Some Family', 'utf16le');
  const sized = (bytes: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt16LE(bytes.length);
    return Buffer.concat([size.subarray(0, 2), bytes, size.subarray(2)]);
  };
  const end = Buffer.alloc(20);
  const header = Buffer.concat([fixed, ...Array<Buffer>(4).fill(sized(name)), end]);
  header.writeUInt32LE(header.length + font.length, 0);
  header.writeUInt32LE(font.length, 4);
  header.writeUInt32LE(0x00020002, 8);
  header.writeUInt32LE((isCompressed ? 0x4 : 0) | (isCombined ? 0x10000000 : 0), 12);
  header.writeUInt16LE(fsType, 32);
  header.writeUInt16LE(0x504c, 34);
  return Buffer.concat([header, isCombined ? Buffer.from(font.map((byte) => byte ^ 0x50)) : font]);
}
