import type { Mp4Box } from './boxes.ts';

// Times have 8 bytes in version 1 of these boxes, and 4 bytes in version 0.
const isLong = (box: Mp4Box): boolean => box.body[0] === 1;

const readTime = (box: Mp4Box, short: number, long: number): number =>
  isLong(box) ? Number(box.body.readBigUInt64BE(long)) : box.body.readUInt32BE(short);

/** The times of `mvhd` and `mdhd`: ticks a second, and duration in ticks. */
export interface TimeHeader {
  timescale: number;
  duration: number;
}

/** Reads `mvhd` or `mdhd`. */
export const readTimeHeader = (box: Mp4Box): TimeHeader => ({
  timescale: box.body.readUInt32BE(isLong(box) ? 20 : 12),
  duration: readTime(box, 16, 24),
});

/** The language of `mdhd` (ISO 639-2/T): three letters in 15 bits, where "a" is 1. */
export function readLanguage(mdhd: Mp4Box): string {
  const packed = mdhd.body.readUInt16BE(isLong(mdhd) ? 32 : 20);
  return String.fromCharCode(...[10, 5, 0].map((shift) => 0x60 + ((packed >> shift) & 31)));
}

/** An entry of an edit list: the part of the media that is played. */
export interface Edit {
  /** In ticks of the movie. */
  duration: number;
  /** The start in the media, in ticks of the media; -1 for an empty edit. */
  mediaTime: number;
}

/** Reads `elst`. */
export function readEdits(elst: Mp4Box): Edit[] {
  const long = isLong(elst);
  const entryBytes = long ? 20 : 12;
  return Array.from({ length: elst.body.readUInt32BE(4) }, (_, entry) => {
    const at = 8 + entry * entryBytes;
    return long
      ? { duration: Number(elst.body.readBigUInt64BE(at)), mediaTime: Number(elst.body.readBigInt64BE(at + 8)) }
      : { duration: elst.body.readUInt32BE(at), mediaTime: elst.body.readInt32BE(at + 4) };
  });
}
