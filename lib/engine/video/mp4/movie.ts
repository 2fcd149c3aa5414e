import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { truncateUtf8 } from '../captions/timed-captions.ts';
import { CODEC_FACTS } from '../codecs/codec-facts.ts';
import type { ChapterWithLength } from '../container/file-contents.ts';
import {
  MP4_UNITY_MATRIX,
  mp4BoxBytes,
  mp4FullBoxBytes,
  toLatin1Bytes,
  uint8Bytes,
  uint16Bytes,
  uint32Bytes,
  uint64Bytes,
  zeroBytes,
} from './boxes.ts';
import type { M4aFileSoundtrack } from './m4a-file-soundtrack.ts';
import type { PlannedTextTrack } from './plan-tracks.ts';
import { type Mp4Track, mp4TrackBox, type SecondsSince1904 } from './track.ts';
import type { Mp4Codec } from './visual-sample-entry.ts';

/** The content of the `moov` box of an MP4 file: times, tracks and user data. */
export interface Mp4Movie {
  /** Ticks a second. */
  timescale: number;
  /** In ticks. */
  duration: number;
  created: SecondsSince1904;
  tracks: readonly Mp4Track[];
  userData: Buffer;
}

/** The `moov` box. */
export function mp4MovieBox({ timescale, duration, created, tracks, userData }: Mp4Movie): Buffer {
  const [RATE, VOLUME] = [0x10000, 0x100];
  const nextTrackId = Math.max(...tracks.map(({ id }) => id)) + 1;
  return mp4BoxBytes(
    'moov',
    mp4FullBoxBytes(
      'mvhd',
      0,
      uint32Bytes(created, created, timescale, duration, RATE),
      uint16Bytes(VOLUME),
      zeroBytes(10),
      MP4_UNITY_MATRIX,
      zeroBytes(24),
      uint32Bytes(nextTrackId),
    ),
    ...tracks.map((track) => mp4TrackBox(track, created)),
    userData,
  );
}

/** The `ftyp` box. Players look for the brand of a codec. */
export const mp4FileTypeBox = (codec: Mp4Codec): Buffer =>
  mp4BoxBytes(
    'ftyp',
    toLatin1Bytes('isom'),
    uint32Bytes(0x200),
    toLatin1Bytes(`isomiso2${CODEC_FACTS[codec].storage.brand}mp41`),
  );

/** The header of an `mdat` box with `bytes` bytes of media. Its long form is used when 32 bits do not suffice. */
export function mp4MediaDataHeader(bytes: number): Buffer {
  const IN_64_BITS = 1;
  const shortBoxBytes = 8 + bytes;
  return shortBoxBytes <= 0xffffffff
    ? Buffer.concat([uint32Bytes(shortBoxBytes), toLatin1Bytes('mdat')])
    : Buffer.concat([uint32Bytes(IN_64_BITS), toLatin1Bytes('mdat'), uint64Bytes(16 + bytes)]);
}

/** An RFC 3339 time as seconds since 1904; 0 for none. */
export function toSecondsSince1904(time: string | undefined): SecondsSince1904 {
  const BEFORE_1970 = 2_082_844_800;
  return time === undefined ? 0 : epochSecondsOfTimestamp(time) + BEFORE_1970;
}

/** The content of the `udta` box of an MP4 file: title and chapters. */
export interface Mp4Metadata {
  title?: string | undefined;
  chapters: readonly ChapterWithLength[];
  fps: number;
}

/** The `udta` box: the title, and the chapters in Nero's form, for players that do not know chapter tracks. */
export function mp4UserDataBox({ title, chapters, fps }: Mp4Metadata): Buffer {
  return mp4BoxBytes('udta', ...neroChapters(chapters, fps), ...(title === undefined ? [] : [titleBox(title)]));
}

const MAX_CHAPTERS = 255;
const MAX_TITLE_BYTES = 255;
const TICKS_A_SECOND = 10_000_000;

/** Nero's list of chapters; empty for more than 255 chapters, because the format counts them in one byte. */
function neroChapters(chapters: readonly ChapterWithLength[], fps: number): Buffer[] {
  const VERSION_1 = 0x01000000;
  if (chapters.length === 0 || chapters.length > MAX_CHAPTERS) return [];
  const entries = chapters.flatMap(({ title, startFrame }) => {
    const text = truncateUtf8(title, MAX_TITLE_BYTES);
    return [uint64Bytes(Math.round((startFrame * TICKS_A_SECOND) / fps)), uint8Bytes(text.length), text];
  });
  return [mp4FullBoxBytes('chpl', VERSION_1, uint32Bytes(0), uint8Bytes(chapters.length), ...entries)];
}

/** The metadata list of iTunes, which players show. */
function titleBox(title: string): Buffer {
  const UTF8 = 1;
  const handler = mp4FullBoxBytes('hdlr', 0, uint32Bytes(0), toLatin1Bytes('mdirappl'), zeroBytes(9));
  return mp4FullBoxBytes(
    'meta',
    0,
    handler,
    mp4BoxBytes('ilst', mp4BoxBytes('\u00a9nam', mp4BoxBytes('data', uint32Bytes(UTF8, 0), Buffer.from(title)))),
  );
}

// The boxes of a track that do not grow with its samples take about 700 bytes, including parameter sets.
const FIXED_TRACK_BYTES = 8192;
const SAMPLE_SIZE_BYTES = 4;
const SYNC_SAMPLE_BYTES = 4;
/** Bytes of a chunk: its offset in 64 bits, and a run in `stsc`. */
const CHUNK_BYTES = 8 + 12;
const RUN_BYTES = 8;

/** The properties of a video from which an upper bound of the size of its MP4 header is computed. */
export interface Mp4HeaderSizeInputs {
  frames: number;
  fps: number;
  audio: M4aFileSoundtrack | undefined;
  texts: readonly PlannedTextTrack[];
  metadata: Buffer;
  /** Number of fades whose frames are reordered. */
  fades?: number | undefined;
}

/** Runs of `ctts` for a fade: its picture, its blended frames, and the frames after it. */
const SHIFT_RUNS_PER_FADE = 3;

/**
 * An upper bound, in bytes, of everything before the media. Most of the unused part is room in `stss`, because every frame could be a sync
 * sample: 4 bytes per frame, which is little compared with the sound (400 bytes per frame).
 */
export function maxMp4HeaderBytes({ frames, fps, audio, texts, metadata, fades = 0 }: Mp4HeaderSizeInputs): number {
  const chunks = Math.ceil(frames / fps) + 1;
  const videoBytes = FIXED_TRACK_BYTES + frames * (SAMPLE_SIZE_BYTES + SYNC_SAMPLE_BYTES) + chunks * CHUNK_BYTES;
  const soundBytes = audio
    ? FIXED_TRACK_BYTES +
      audio.samples.length * SAMPLE_SIZE_BYTES +
      audio.durationRuns * RUN_BYTES +
      chunks * CHUNK_BYTES
    : 0;
  const textBytes = texts.reduce(
    (sum, { samples }) => sum + FIXED_TRACK_BYTES + samples.length * (SAMPLE_SIZE_BYTES + RUN_BYTES),
    0,
  );
  const shiftBytes = (1 + fades * SHIFT_RUNS_PER_FADE) * RUN_BYTES;
  return videoBytes + shiftBytes + soundBytes + textBytes + metadata.length;
}
