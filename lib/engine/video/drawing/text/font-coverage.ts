import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';

/** Indexes by which WOFF2 abbreviates table tags (section 4.1); 63: the tag follows in four bytes. */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const EXPLICIT_TAG = 63;
const HEADER_BYTES = 48;
const SFNT_HEADER_BYTES = 12;
const SFNT_RECORD_BYTES = 16;
/** First bytes of TrueType and OpenType files. */
const SFNT_TAGS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74727565]);
/** Most bytes that are decompressed: far more than a character map of all of Unicode needs. A small file may state any length. */
const MAX_STREAM_BYTES = 64 * 2 ** 20;
const MAX_CODE_POINT = 0x10ffff;
/** Most code points and segments that are read: four maps of all of Unicode. The segments of a damaged map may overlap without limit. */
const MAX_STEPS = 4 * (MAX_CODE_POINT + 1);

/** The file is not a font, or has no Unicode character map. */
export class UnreadableFontError extends Error {
  override name = 'UnreadableFontError';
}

interface TableRange {
  offset: number;
  length: number;
  streamStart: number;
}

/** Finds the character map in the decompressed stream (WOFF 2.0, section 4: table directory). */
function findCmap(font: Buffer): TableRange {
  if (font.length < HEADER_BYTES || font.toString('latin1', 0, 4) !== 'wOF2')
    throw new UnreadableFontError('not WOFF2');
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
    if (tag === EXPLICIT_TAG) at += 4;
    const version = flags >> 6;
    const plainLength = readLength();
    const transformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    const length = transformed ? readLength() : plainLength;
    if (tag === CMAP) found = { offset, length };
    offset += length;
  }
  if (!found) throw new UnreadableFontError('no cmap table');
  return { ...found, streamStart: at };
}

/** Reads a table. Decompression stops at its end: outlines, most of a file, come after it. */
async function readTable(font: Buffer, { offset, length, streamStart }: TableRange): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const source = Readable.from([font.subarray(streamStart)]).pipe(createBrotliDecompress({ chunkSize: 1 << 16 }));
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_STREAM_BYTES) throw new UnreadableFontError('too large');
    if (bytes >= offset + length) break;
  }
  return Buffer.concat(chunks).subarray(offset, offset + length);
}

/** Counts code points and segments that are read. @throws UnreadableFontError beyond the limit */
type CountSteps = (added: number) => void;

function stepCounter(most: number): CountSteps {
  let steps = 0;
  return (added) => {
    steps += added;
    if (steps > most) throw new UnreadableFontError('the character map says too much');
  };
}

function addSegments(map: Buffer, start: number, covered: Set<number>, count: CountSteps): void {
  const doubled = map.readUInt16BE(start + 6);
  const ends = start + 14;
  for (let i = 0; i < doubled; i += 2) {
    const last = map.readUInt16BE(ends + i);
    const first = map.readUInt16BE(ends + 2 + doubled + i);
    const delta = map.readUInt16BE(ends + 2 + 2 * doubled + i);
    const rangeAt = ends + 2 + 3 * doubled + i;
    const range = map.readUInt16BE(rangeAt);
    count(1 + Math.max(0, last - first));
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph = range === 0 ? code + delta : map.readUInt16BE(rangeAt + range + 2 * (code - first));
      if ((glyph & 0xffff) !== 0) covered.add(code);
    }
  }
}

function addGroups(map: Buffer, start: number, covered: Set<number>, count: CountSteps): void {
  const groups = map.readUInt32BE(start + 12);
  let next = 0;
  for (let group = 0; group < groups; group++) {
    const at = start + 16 + 12 * group;
    const first = map.readUInt32BE(at);
    const last = map.readUInt32BE(at + 4);
    if (first < next || last < first || last > MAX_CODE_POINT)
      throw new UnreadableFontError('the character map is damaged');
    count(1 + last - first);
    for (let code = first; code <= last; code++) covered.add(code);
    next = last + 1;
  }
}

/** The character map of a TrueType or OpenType file. */
function sfntCmap(font: Buffer): Buffer {
  const tables = font.readUInt16BE(4);
  for (let table = 0; table < tables; table++) {
    const at = SFNT_HEADER_BYTES + SFNT_RECORD_BYTES * table;
    if (font.toString('latin1', at, at + 4) !== 'cmap') continue;
    const offset = font.readUInt32BE(at + 8);
    return font.subarray(offset, offset + font.readUInt32BE(at + 12));
  }
  throw new UnreadableFontError('no cmap table');
}

const isSfnt = (font: Buffer): boolean => font.length >= SFNT_HEADER_BYTES && SFNT_TAGS.has(font.readUInt32BE(0));

/** The code points that a WOFF2, TrueType or OpenType font has glyphs for (cmap formats 4 and 12). @throws UnreadableFontError */
export async function fontCodePoints(font: Buffer): Promise<ReadonlySet<number>> {
  try {
    const map = isSfnt(font) ? sfntCmap(font) : await readTable(font, findCmap(font));
    const covered = new Set<number>();
    const subtables = map.readUInt16BE(2);
    const starts = new Set(Array.from({ length: subtables }, (_, i) => map.readUInt32BE(8 + 8 * i)));
    const count = stepCounter(MAX_STEPS);
    for (const start of starts) {
      const format = map.readUInt16BE(start);
      if (format === 4) addSegments(map, start, covered, count);
      if (format === 12) addGroups(map, start, covered, count);
    }
    if (covered.size === 0) throw new UnreadableFontError('no Unicode character map');
    return covered;
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFontError('a table is cut short', { cause: error });
    throw error;
  }
}
