import type { Mp4BoxExtent } from '#engine/video/mp4/boxes.ts';
import { damagedM4aTablesFault, mp4BoxAtPath, readMp4Table } from './boxes.ts';

/** The part of a track that is played, in samples of its media. */
export interface PlayedSampleRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Ticks per second: of the movie (mvhd) or of a track's media (mdhd). */
function timescaleOf(file: Buffer, box: Mp4BoxExtent | undefined): number {
  if (!box) throw damagedM4aTablesFault();
  const at = box.from + (file[box.from] === 1 ? 20 : 12);
  const ticks = at + 4 <= box.to ? file.readUInt32BE(at) : 0;
  if (ticks === 0) throw damagedM4aTablesFault();
  return ticks;
}

interface Edit {
  /** Ticks of the movie; 0: to the end. */
  duration: number;
  /** Ticks of the media where it starts. */
  mediaTime: number;
}

/** The edits that present media (ISO/IEC 14496-12 §8.6.6); an edit at −1 is a pause. */
function editsOf(file: Buffer, track: Mp4BoxExtent): Edit[] {
  const elst = mp4BoxAtPath(file, track, 'edts', 'elst');
  if (!elst) return [];
  const isLong = file[elst.from] === 1;
  const rows = Array.from(readMp4Table(file, elst, 4, isLong ? 5 : 3), ([a = 0, b = 0, c = 0, d = 0]) =>
    isLong ? { duration: a * 2 ** 32 + b, mediaTime: (c | 0) * 2 ** 32 + d } : { duration: a, mediaTime: b | 0 },
  );
  return rows.filter(({ mediaTime }) => mediaTime >= 0);
}

/**
 * The part of a track that its edit list presents: without the encoder delay and the padding of the last frame. It is the whole track
 * when the list has no edit, or several.
 * @param movie the `moov` box
 * @param track the `trak` box
 * @param samples samples per channel of all frames of the track
 * @throws AudioFault
 */
export function playedSampleRange(
  file: Buffer,
  movie: Mp4BoxExtent,
  track: Mp4BoxExtent,
  sampleRate: number,
  samples: number,
): PlayedSampleRange {
  const edits = editsOf(file, track);
  const [edit] = edits;
  // Several edits cut or repeat the media, which is not supported.
  if (!edit || edits.length > 1) return { from: 0, to: samples };
  const media = timescaleOf(file, mp4BoxAtPath(file, track, 'mdia', 'mdhd'));
  const ticks = timescaleOf(file, mp4BoxAtPath(file, movie, 'mvhd'));
  const from = Math.min(samples, Math.round((edit.mediaTime * sampleRate) / media));
  // The movie often counts milliseconds and truncates durations: one tick may be missing.
  const rounded = ticks < media ? edit.duration + 1 : edit.duration;
  const length = edit.duration === 0 ? samples : Math.round((rounded * sampleRate) / ticks);
  return { from, to: Math.min(mediaEnd(file, track, media, sampleRate, samples), from + length) };
}

/** The end of the media: the last frame may be shortened (§8.6.1.2). */
function mediaEnd(file: Buffer, track: Mp4BoxExtent, timescale: number, sampleRate: number, samples: number): number {
  const stts = mp4BoxAtPath(file, track, 'mdia', 'minf', 'stbl', 'stts');
  if (!stts) throw damagedM4aTablesFault();
  let ticks = 0;
  for (const [count = 0, each = 0] of readMp4Table(file, stts, 4, 2)) ticks += count * each;
  return Math.min(samples, Math.round((ticks * sampleRate) / timescale));
}
