import { type Box, Mp4Error, requireBox } from './boxes.ts';

// In these boxes, version 1 has 8 bytes for times where version 0 has 4.
const isLong = (box: Box): boolean => box.body[0] === 1;

const readTime = (box: Box, short: number, long: number): number =>
  isLong(box) ? Number(box.body.readBigUInt64BE(long)) : box.body.readUInt32BE(short);

function writeTime(box: Box, short: number, long: number, value: number): void {
  if (isLong(box)) box.body.writeBigUInt64BE(BigInt(value), long);
  else if (value <= 0xffffffff) box.body.writeUInt32BE(value, short);
  else throw new Mp4Error('the video is too long for its header');
}

/** Ticks a second and duration in ticks, of `mvhd` and of `mdhd`. */
export interface Clock {
  timescale: number;
  duration: number;
}

/** Reads `mvhd` or `mdhd`. */
export const readClock = (box: Box): Clock => ({
  timescale: box.body.readUInt32BE(isLong(box) ? 20 : 12),
  duration: readTime(box, 16, 24),
});

/** Writes `mvhd` or `mdhd`. */
export function writeClock(box: Box, { timescale, duration }: Clock): void {
  box.body.writeUInt32BE(timescale, isLong(box) ? 20 : 12);
  writeTime(box, 16, 24, duration);
}

export const writeTrackDuration = (tkhd: Box, duration: number): void => writeTime(tkhd, 20, 28, duration);

/** One entry of an edit list: what part of the media is played. */
export interface Edit {
  /** In ticks of the movie. */
  duration: number;
  /** Where in the media it starts, in ticks of the media; -1: nothing is played. */
  mediaTime: number;
}

export function readEdits(elst: Box): Edit[] {
  const long = isLong(elst);
  const entryBytes = long ? 20 : 12;
  return Array.from({ length: elst.body.readUInt32BE(4) }, (_, entry) => {
    const at = 8 + entry * entryBytes;
    return long
      ? { duration: Number(elst.body.readBigUInt64BE(at)), mediaTime: Number(elst.body.readBigInt64BE(at + 8)) }
      : { duration: elst.body.readUInt32BE(at), mediaTime: elst.body.readInt32BE(at + 4) };
  });
}

/** Gives a track one edit in place of those it has. */
export function setEdit(track: Box, { duration, mediaTime }: Edit): void {
  const VERSION_1 = 0x01000000;
  const NORMAL_RATE = 0x00010000;
  const body = Buffer.alloc(28);
  body.writeUInt32BE(VERSION_1, 0);
  body.writeUInt32BE(1, 4);
  body.writeBigUInt64BE(BigInt(duration), 8);
  body.writeBigInt64BE(BigInt(mediaTime), 16);
  body.writeUInt32BE(NORMAL_RATE, 24);
  const edts: Box = { type: 'edts', body: Buffer.alloc(0), children: [{ type: 'elst', body }] };
  const others = (track.children ?? []).filter((box) => box.type !== 'edts');
  track.children = others.flatMap((box) => (box.type === 'tkhd' ? [box, edts] : [box]));
  writeTrackDuration(requireBox(track, 'tkhd'), duration);
}
