import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';

/** Indexes by which WOFF2 abbreviates table tags (section 4.1); 63: the tag follows in four bytes. */
const CMAP_INDEX = 0;
const GLYF_INDEX = 10;
const LOCA_INDEX = 11;
const EXPLICIT_TAG = 63;
/** Bytes of the header of WOFF2, of the header of TrueType and OpenType, and of a record of a table in their directory. */
const HEADER_BYTES = 48;
const SFNT_HEADER_BYTES = 12;
const SFNT_RECORD_BYTES = 16;
/** First bytes of TrueType and OpenType files. */
const SFNT_TAGS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74727565]);
/** The largest number of bytes that are decompressed: far more than a map of all of Unicode needs. A small file may state any length. */
const MAX_STREAM_BYTES = 64 * 2 ** 20;
const MAX_CODE_POINT = 0x10ffff;
/** The largest number of code points and segments that are read: four maps of all of Unicode. Segments of a damaged map may overlap. */
const MAX_STEPS = 4 * (MAX_CODE_POINT + 1);

/** The file is not a font, or has no Unicode character map. */
export class UnreadableFontError extends Error {
  override name = 'UnreadableFontError';
}

/** The place of a table of a WOFF2 file, in bytes. */
interface TableRange {
  /** In the decompressed stream. */
  offset: number;
  length: number;
  /** Start of the compressed stream in the file. */
  streamStart: number;
}

/** Finds the character map in the decompressed stream (WOFF 2.0, section 4: table directory). @throws UnreadableFontError without one */
function findCmap(font: Buffer): TableRange {
  if (font.length < HEADER_BYTES || font.toString('latin1', 0, 4) !== 'wOF2')
    throw new UnreadableFontError('not WOFF2');
  const tableCount = font.readUInt16BE(12);
  let position = HEADER_BYTES;
  const readLength = (): number => {
    let value = 0;
    for (;;) {
      const byte = font.readUInt8(position++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  let offset = 0;
  let cmapRange: Omit<TableRange, 'streamStart'> | undefined;
  for (let table = 0; table < tableCount; table++) {
    const flags = font.readUInt8(position++);
    const tag = flags & 0x3f;
    if (tag === EXPLICIT_TAG) position += 4;
    const version = flags >> 6;
    const plainLength = readLength();
    const isTransformed = tag === GLYF_INDEX || tag === LOCA_INDEX ? version !== 3 : version !== 0;
    const length = isTransformed ? readLength() : plainLength;
    if (tag === CMAP_INDEX) cmapRange = { offset, length };
    offset += length;
  }
  if (!cmapRange) throw new UnreadableFontError('no cmap table');
  return { ...cmapRange, streamStart: position };
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

/** A function that counts code points and segments that are read. It throws UnreadableFontError beyond the limit. */
type CountSteps = (added: number) => void;

/** Creates a counter. @param maxSteps its limit */
function stepCounter(maxSteps: number): CountSteps {
  let steps = 0;
  return (added) => {
    steps += added;
    if (steps > maxSteps) throw new UnreadableFontError('the character map says too much');
  };
}

/** Adds the code points of a subtable in format 4, which has segments. @param start of the subtable in the map */
function addSegments(map: Buffer, start: number, codePoints: Set<number>, countSteps: CountSteps): void {
  const segmentBytes = map.readUInt16BE(start + 6);
  const endCodes = start + 14;
  for (let i = 0; i < segmentBytes; i += 2) {
    const last = map.readUInt16BE(endCodes + i);
    const first = map.readUInt16BE(endCodes + 2 + segmentBytes + i);
    const delta = map.readUInt16BE(endCodes + 2 + 2 * segmentBytes + i);
    const rangeOffsetPosition = endCodes + 2 + 3 * segmentBytes + i;
    const rangeOffset = map.readUInt16BE(rangeOffsetPosition);
    countSteps(1 + Math.max(0, last - first));
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph =
        rangeOffset === 0 ? code + delta : map.readUInt16BE(rangeOffsetPosition + rangeOffset + 2 * (code - first));
      if ((glyph & 0xffff) !== 0) codePoints.add(code);
    }
  }
}

/** Adds the code points of a subtable in format 12, which has groups in ascending order. @throws UnreadableFontError for other orders */
function addGroups(map: Buffer, start: number, codePoints: Set<number>, countSteps: CountSteps): void {
  const groupCount = map.readUInt32BE(start + 12);
  let minFirst = 0;
  for (let group = 0; group < groupCount; group++) {
    const position = start + 16 + 12 * group;
    const first = map.readUInt32BE(position);
    const last = map.readUInt32BE(position + 4);
    if (first < minFirst || last < first || last > MAX_CODE_POINT)
      throw new UnreadableFontError('the character map is damaged');
    countSteps(1 + last - first);
    for (let code = first; code <= last; code++) codePoints.add(code);
    minFirst = last + 1;
  }
}

/** The character map of a TrueType or OpenType file. @throws UnreadableFontError without one */
function sfntCmap(font: Buffer): Buffer {
  const tableCount = font.readUInt16BE(4);
  for (let table = 0; table < tableCount; table++) {
    const position = SFNT_HEADER_BYTES + SFNT_RECORD_BYTES * table;
    if (font.toString('latin1', position, position + 4) !== 'cmap') continue;
    const offset = font.readUInt32BE(position + 8);
    return font.subarray(offset, offset + font.readUInt32BE(position + 12));
  }
  throw new UnreadableFontError('no cmap table');
}

/** Reports whether a file starts as TrueType or OpenType. */
const isSfnt = (font: Buffer): boolean => font.length >= SFNT_HEADER_BYTES && SFNT_TAGS.has(font.readUInt32BE(0));

/**
 * The code points that a WOFF2, TrueType or OpenType font has glyphs for (cmap formats 4 and 12).
 * @throws UnreadableFontError if no such map can be read
 */
export async function fontCodePoints(font: Buffer): Promise<ReadonlySet<number>> {
  try {
    const map = isSfnt(font) ? sfntCmap(font) : await readTable(font, findCmap(font));
    const codePoints = new Set<number>();
    const subtableCount = map.readUInt16BE(2);
    const starts = new Set(Array.from({ length: subtableCount }, (_, i) => map.readUInt32BE(8 + 8 * i)));
    const countSteps = stepCounter(MAX_STEPS);
    for (const start of starts) {
      const format = map.readUInt16BE(start);
      if (format === 4) addSegments(map, start, codePoints, countSteps);
      if (format === 12) addGroups(map, start, codePoints, countSteps);
    }
    if (codePoints.size === 0) throw new UnreadableFontError('no Unicode character map');
    return codePoints;
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFontError('a table is cut short', { cause: error });
    throw error;
  }
}
