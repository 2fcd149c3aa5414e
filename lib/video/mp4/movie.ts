import { ascii, box, fullBox, UNITY, u16, u32, u64, zeros } from './build-boxes.ts';
import { type Mp4Time, type Track, trackBox } from './track.ts';
import { entryName, type Mp4Codec } from './video-track.ts';

export interface Movie {
  /** Ticks a second. */
  timescale: number;
  /** In ticks. */
  duration: number;
  created: Mp4Time;
  tracks: readonly Track[];
  userData: Buffer;
}

export function movieBox({ timescale, duration, created, tracks, userData }: Movie): Buffer {
  const [RATE, VOLUME] = [0x10000, 0x100];
  const next = Math.max(...tracks.map(({ id }) => id)) + 1;
  return box(
    'moov',
    fullBox(
      'mvhd',
      0,
      u32(created, created, timescale, duration, RATE),
      u16(VOLUME),
      ...[zeros(10), UNITY, zeros(24), u32(next)],
    ),
    ...tracks.map((track) => trackBox(track, created)),
    userData,
  );
}

/** H.265 has no brand of its own among those that players look for. */
export const fileType = (codec: Mp4Codec): Buffer =>
  box('ftyp', ascii('isom'), u32(0x200), ascii(`isomiso2${codec === 'h265' ? 'iso6' : entryName(codec)}mp41`));

/** The header of `mdat`, which has so many bytes behind it; the long form where 32 bits cannot say it. */
export function mediaHeader(bytes: number): Buffer {
  const IN_64_BITS = 1;
  const short = 8 + bytes;
  return short <= 0xffffffff
    ? Buffer.concat([u32(short), ascii('mdat')])
    : Buffer.concat([u32(IN_64_BITS), ascii('mdat'), u64(16 + bytes)]);
}

/** RFC 3339 to seconds since 1904. */
export function mp4Time(time: string | undefined): Mp4Time {
  const BEFORE_1970 = 2_082_844_800;
  return time === undefined ? 0 : Math.floor(Date.parse(time) / 1000) + BEFORE_1970;
}
