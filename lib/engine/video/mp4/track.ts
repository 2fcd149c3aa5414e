import { iso639TerminologyCode } from '../container/language.ts';
import {
  MP4_UNITY_MATRIX,
  mp4BoxBytes,
  mp4FullBoxBytes,
  toLatin1Bytes,
  uint16Bytes,
  uint32Bytes,
  zeroBytes,
} from './boxes.ts';
import type { SampleTableBuilder } from './sample-table.ts';

/** The content of a `trak` box. */
export interface Mp4Track {
  /** From 1. */
  id: number;
  handler: 'vide' | 'soun' | 'text' | 'sbtl';
  /** The name of the track, which some players show. */
  name: string;
  /** True if it plays by default. */
  enabled: boolean;
  /** Players play one track of each group. 0 means no group. */
  alternateGroup: number;
  /** BCP 47. */
  language?: string | undefined;
  /** Ticks a second of the samples. */
  timescale: number;
  /** The part that is played: `duration` in ticks of the movie, from `mediaTime` (in ticks of the track) on. */
  edit: { duration: number; mediaTime: number };
  /** The shown size in pixels. */
  size?: { width: number; height: number } | undefined;
  /** ID of the track with the chapters of this one. */
  chapterTrack?: number | undefined;
  /** `vmhd`, `smhd`, `gmhd` or `nmhd`. */
  mediaHeader: Buffer;
  /** The content of `stsd`. */
  sampleEntry: Buffer;
  table: SampleTableBuilder;
}

/** Seconds since 1904; 0 is unknown. */
export type SecondsSince1904 = number;

/** The `trak` box. */
export function mp4TrackBox(track: Mp4Track, created: SecondsSince1904): Buffer {
  const { edit, chapterTrack } = track;
  const NORMAL_RATE = 0x10000;
  return mp4BoxBytes(
    'trak',
    trackHeader(track, created),
    mp4BoxBytes('edts', mp4FullBoxBytes('elst', 0, uint32Bytes(1, edit.duration, edit.mediaTime, NORMAL_RATE))),
    ...(chapterTrack === undefined ? [] : [mp4BoxBytes('tref', mp4BoxBytes('chap', uint32Bytes(chapterTrack)))]),
    mediaBox(track, created),
  );
}

function trackHeader(
  { id, handler, enabled, alternateGroup, edit, size }: Mp4Track,
  created: SecondsSince1904,
): Buffer {
  const [ENABLED, IN_MOVIE] = [1, 2];
  const volume = handler === 'soun' ? 0x100 : 0;
  return mp4FullBoxBytes(
    'tkhd',
    (enabled ? ENABLED : 0) | IN_MOVIE,
    uint32Bytes(created, created, id, 0, edit.duration, 0, 0),
    uint16Bytes(0, alternateGroup, volume, 0),
    MP4_UNITY_MATRIX,
    uint16Bytes(size?.width ?? 0, 0, size?.height ?? 0, 0),
  );
}

function mediaBox(track: Mp4Track, created: SecondsSince1904): Buffer {
  const { handler, name, timescale, language, mediaHeader, sampleEntry, table } = track;
  const SELF_CONTAINED = 1;
  return mp4BoxBytes(
    'mdia',
    mp4FullBoxBytes(
      'mdhd',
      0,
      uint32Bytes(created, created, timescale, table.duration),
      uint16Bytes(packLanguage(iso639TerminologyCode(language)), 0),
    ),
    mp4FullBoxBytes('hdlr', 0, uint32Bytes(0), toLatin1Bytes(handler), zeroBytes(12), Buffer.from(`${name}\0`)),
    // The whole tag, including script and region.
    ...(language === undefined ? [] : [mp4FullBoxBytes('elng', 0, toLatin1Bytes(`${language}\0`))]),
    mp4BoxBytes(
      'minf',
      mediaHeader,
      mp4BoxBytes('dinf', mp4FullBoxBytes('dref', 0, uint32Bytes(1), mp4FullBoxBytes('url ', SELF_CONTAINED))),
      table.toBox(mp4FullBoxBytes('stsd', 0, uint32Bytes(1), sampleEntry)),
    ),
  );
}

/** The three letters of a language code in 15 bits, where "a" is 1. */
const packLanguage = (language: string): number =>
  [...language].reduce((sum, letter) => (sum << 5) | (letter.charCodeAt(0) - 0x60), 0);
