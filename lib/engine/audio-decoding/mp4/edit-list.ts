import type { Mp4BoxContentExtent } from '#engine/video/mp4/boxes.ts';
import { damagedM4aTablesFault, findMp4BoxAtPath, readMp4Table } from './boxes.ts';

/** The part of a track that is played, in samples of its media. */
export interface PlayedSampleRange {
  from: number;
  /** Exclusive. */
  to: number;
}

/** Ticks per second: of the movie (mvhd) or of a track's media (mdhd). */
function timescaleOf(fileBytes: Buffer, box: Mp4BoxContentExtent | undefined): number {
  if (!box) throw damagedM4aTablesFault();
  const offset = box.from + (fileBytes[box.from] === 1 ? 20 : 12);
  const ticksPerSecond = offset + 4 <= box.to ? fileBytes.readUInt32BE(offset) : 0;
  if (ticksPerSecond === 0) throw damagedM4aTablesFault();
  return ticksPerSecond;
}

interface Edit {
  /** Ticks of the movie; 0: to the end. */
  duration: number;
  /** The place in the media, in its ticks, at which the edit starts. */
  mediaTime: number;
}

/** The edits that present media (ISO/IEC 14496-12 §8.6.6); an edit at −1 is a pause. */
function editsOf(fileBytes: Buffer, track: Mp4BoxContentExtent): Edit[] {
  const elst = findMp4BoxAtPath(fileBytes, track, 'edts', 'elst');
  if (!elst) return [];
  const has64BitTimes = fileBytes[elst.from] === 1;
  const rows = Array.from(readMp4Table(fileBytes, elst, 4, has64BitTimes ? 5 : 3), ([a = 0, b = 0, c = 0, d = 0]) =>
    has64BitTimes ? { duration: a * 2 ** 32 + b, mediaTime: (c | 0) * 2 ** 32 + d } : { duration: a, mediaTime: b | 0 },
  );
  return rows.filter(({ mediaTime }) => mediaTime >= 0);
}

/**
 * The part of a track that its edit list presents: without the encoder delay and the padding of the last frame. It is the whole track
 * when the list has no edit, or several.
 * @param movie the `moov` box
 * @param track the `trak` box
 * @param sampleCount samples per channel of all frames of the track
 * @throws AudioFault
 */
export function playedSampleRangeOf(
  fileBytes: Buffer,
  movie: Mp4BoxContentExtent,
  track: Mp4BoxContentExtent,
  sampleRate: number,
  sampleCount: number,
): PlayedSampleRange {
  const edits = editsOf(fileBytes, track);
  const [edit] = edits;
  // Several edits cut or repeat the media, which is not supported.
  if (!edit || edits.length > 1) return { from: 0, to: sampleCount };
  const mediaTimescale = timescaleOf(fileBytes, findMp4BoxAtPath(fileBytes, track, 'mdia', 'mdhd'));
  const movieTimescale = timescaleOf(fileBytes, findMp4BoxAtPath(fileBytes, movie, 'mvhd'));
  const startSample = Math.min(sampleCount, Math.round((edit.mediaTime * sampleRate) / mediaTimescale));
  // The movie often counts milliseconds and truncates durations: one tick may be missing.
  const durationTicks = movieTimescale < mediaTimescale ? edit.duration + 1 : edit.duration;
  const lengthInSamples = edit.duration === 0 ? sampleCount : Math.round((durationTicks * sampleRate) / movieTimescale);
  return {
    from: startSample,
    to: Math.min(mediaEnd(fileBytes, track, mediaTimescale, sampleRate, sampleCount), startSample + lengthInSamples),
  };
}

/** The end of the media in samples per channel: its last frame may be shortened (ISO/IEC 14496-12 §8.6.1.2). */
function mediaEnd(
  fileBytes: Buffer,
  track: Mp4BoxContentExtent,
  mediaTimescale: number,
  sampleRate: number,
  sampleCount: number,
): number {
  const stts = findMp4BoxAtPath(fileBytes, track, 'mdia', 'minf', 'stbl', 'stts');
  if (!stts) throw damagedM4aTablesFault();
  let ticks = 0;
  for (const [count = 0, ticksPerSample = 0] of readMp4Table(fileBytes, stts, 4, 2)) ticks += count * ticksPerSample;
  return Math.min(sampleCount, Math.round((ticks * sampleRate) / mediaTimescale));
}
