import { type FileHandle, open } from 'node:fs/promises';
import { MAX_BOX_HEADER_BYTES, type Mp4Box, Mp4Error, parseMp4Boxes, readBoxHeader } from './boxes.ts';

/** The place of a top-level box in a file, in bytes; `size` includes its header. */
export interface Mp4TopLevelBox {
  type: string;
  start: number;
  size: number;
}

/** The top-level boxes of an MP4 file in order, and the whole `moov` box, which has only some bytes for each frame. */
export interface Mp4File {
  boxes: readonly Mp4TopLevelBox[];
  moov: Mp4Box;
}

// `stsz` has 4 bytes per frame: 3.5 MB for 4 hours at 60 fps. A file with more than this is not one of this service.
const MAX_MOOV_BYTES = 256 * 2 ** 20;

/** Reads the boxes of an MP4 file, without its media. @throws Mp4Error */
export async function readMp4(path: string): Promise<Mp4File> {
  const file = await open(path, 'r');
  try {
    const boxes = await topLevelBoxes(file);
    const moovPlace = boxes.find((box) => box.type === 'moov');
    if (!moovPlace || moovPlace.size > MAX_MOOV_BYTES) throw new Mp4Error('the file has no usable "moov" box');
    const [moov] = parseMp4Boxes(await readBytes(file, moovPlace.start, moovPlace.size));
    if (!moov) throw new Mp4Error('the "moov" box is empty');
    return { boxes, moov };
  } finally {
    await file.close();
  }
}

async function topLevelBoxes(file: FileHandle): Promise<Mp4TopLevelBox[]> {
  const { size: fileSize } = await file.stat();
  const boxes: Mp4TopLevelBox[] = [];
  for (let start = 0; start < fileSize; ) {
    const header = await readBytes(file, start, Math.min(MAX_BOX_HEADER_BYTES, fileSize - start));
    const { type, size } = readBoxHeader(header, 0, fileSize - start);
    boxes.push({ type, start, size });
    start += size;
  }
  return boxes;
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Mp4Error('the file ends too early');
    filled += bytesRead;
  }
  return bytes;
}

// Times have 8 bytes in version 1 of these boxes, and 4 bytes in version 0.
const hasLongTimesIn = (box: Mp4Box): boolean => box.body[0] === 1;

const readTime = (box: Mp4Box, shortOffset: number, longOffset: number): number =>
  hasLongTimesIn(box) ? Number(box.body.readBigUInt64BE(longOffset)) : box.body.readUInt32BE(shortOffset);

/** The times of `mvhd` and `mdhd`: ticks a second, and duration in ticks. */
export interface Mp4TimeHeader {
  timescale: number;
  duration: number;
}

/** Reads the times of `mvhd` or `mdhd` (ISO/IEC 14496-12, 8.2.2 and 8.4.2). */
export const readMp4TimeHeader = (box: Mp4Box): Mp4TimeHeader => ({
  timescale: box.body.readUInt32BE(hasLongTimesIn(box) ? 20 : 12),
  duration: readTime(box, 16, 24),
});

/** The language of `mdhd` (ISO 639-2/T): three letters in 15 bits, where "a" is 1. */
export function readMp4Language(mdhd: Mp4Box): string {
  const packedLetters = mdhd.body.readUInt16BE(hasLongTimesIn(mdhd) ? 32 : 20);
  return String.fromCharCode(...[10, 5, 0].map((shift) => 0x60 + ((packedLetters >> shift) & 31)));
}

/** An entry of an edit list: the part of the media that is played. */
export interface Mp4Edit {
  /** In ticks of the movie. */
  duration: number;
  /** The start in the media, in ticks of the media; -1 for an empty edit. */
  mediaTime: number;
}

/** Reads the entries of `elst` (ISO/IEC 14496-12, 8.6.6). */
export function parseMp4EditList(elst: Mp4Box): Mp4Edit[] {
  const hasLongTimes = hasLongTimesIn(elst);
  const entryBytes = hasLongTimes ? 20 : 12;
  return Array.from({ length: elst.body.readUInt32BE(4) }, (_, entry) => {
    const offset = 8 + entry * entryBytes;
    return hasLongTimes
      ? { duration: Number(elst.body.readBigUInt64BE(offset)), mediaTime: Number(elst.body.readBigInt64BE(offset + 8)) }
      : { duration: elst.body.readUInt32BE(offset), mediaTime: elst.body.readInt32BE(offset + 4) };
  });
}
