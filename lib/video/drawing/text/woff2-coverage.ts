import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';

/** Tags that WOFF2 abbreviates to their index; only the ones up to `loca` matter for finding `cmap`. */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const SPELLED_OUT = 63;
const HEADER_BYTES = 48;

/** A file that is not a WOFF2 font, or has no Unicode character map. */
export class FontUnreadable extends Error {
  override name = 'FontUnreadable';
}

interface TableRange {
  offset: number;
  length: number;
  streamStart: number;
}

/** Where the character map lies in the decompressed stream (WOFF 2.0, section 4: table directory). */
function findCmap(font: Buffer): TableRange {
  if (font.length < HEADER_BYTES || font.toString('latin1', 0, 4) !== 'wOF2') throw new FontUnreadable('not WOFF2');
  const tables = font.readUInt16BE(12);
  let at = HEADER_BYTES;
  const readLength = (): number => {
    let value = 0;
    for (;;) {
      const byte = font.readUInt8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  let offset = 0;
  let found: Omit<TableRange, 'streamStart'> | undefined;
  for (let table = 0; table < tables; table++) {
    const flags = font.readUInt8(at++);
    const tag = flags & 0x3f;
    if (tag === SPELLED_OUT) at += 4;
    const version = flags >> 6;
    const plainLength = readLength();
    const transformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    const length = transformed ? readLength() : plainLength;
    if (tag === CMAP) found = { offset, length };
    offset += length;
  }
  if (!found) throw new FontUnreadable('no cmap table');
  return { ...found, streamStart: at };
}

/** Decompresses no further than the end of the table: outlines, the bulk of a file, come after it. */
async function readTable(font: Buffer, { offset, length, streamStart }: TableRange): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const source = Readable.from([font.subarray(streamStart)]).pipe(createBrotliDecompress({ chunkSize: 1 << 16 }));
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= offset + length) break;
  }
  return Buffer.concat(chunks).subarray(offset, offset + length);
}

function addSegments(map: Buffer, start: number, covered: Set<number>): void {
  const doubled = map.readUInt16BE(start + 6);
  const ends = start + 14;
  for (let i = 0; i < doubled; i += 2) {
    const last = map.readUInt16BE(ends + i);
    const first = map.readUInt16BE(ends + 2 + doubled + i);
    const delta = map.readUInt16BE(ends + 2 + 2 * doubled + i);
    const rangeAt = ends + 2 + 3 * doubled + i;
    const range = map.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = range === 0 ? code + delta : map.readUInt16BE(rangeAt + range + 2 * (code - first));
      if ((glyph & 0xffff) !== 0) covered.add(code);
    }
  }
}

function addGroups(map: Buffer, start: number, covered: Set<number>): void {
  const groups = map.readUInt32BE(start + 12);
  for (let group = 0; group < groups; group++) {
    const at = start + 16 + 12 * group;
    const last = map.readUInt32BE(at + 4);
    for (let code = map.readUInt32BE(at); code <= last; code++) covered.add(code);
  }
}

/** The code points a WOFF2 font has glyphs for (cmap formats 4 and 12). @throws FontUnreadable */
export async function coverageOf(font: Buffer): Promise<ReadonlySet<number>> {
  const map = await readTable(font, findCmap(font));
  const covered = new Set<number>();
  const subtables = map.readUInt16BE(2);
  for (let i = 0; i < subtables; i++) {
    const start = map.readUInt32BE(8 + 8 * i);
    const format = map.readUInt16BE(start);
    if (format === 4) addSegments(map, start, covered);
    if (format === 12) addGroups(map, start, covered);
  }
  if (covered.size === 0) throw new FontUnreadable('no Unicode character map');
  return covered;
}
