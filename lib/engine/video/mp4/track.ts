import { iso639 } from '../container/language.ts';
import { ascii, box, fullBox, UNITY_MATRIX, u16, u32, zeros } from './boxes.ts';
import type { SampleTable } from './sample-table.ts';

/** Content of `trak`. */
export interface Track {
  /** From 1. */
  id: number;
  handler: 'vide' | 'soun' | 'text' | 'sbtl';
  /** Some players show it. */
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
  table: SampleTable;
}

/** Seconds since 1904; 0 is unknown. */
export type Mp4Time = number;

/** The `trak` box. */
export function trackBox(track: Track, created: Mp4Time): Buffer {
  const { edit, chapterTrack } = track;
  const NORMAL_RATE = 0x10000;
  return box(
    'trak',
    trackHeader(track, created),
    box('edts', fullBox('elst', 0, u32(1, edit.duration, edit.mediaTime, NORMAL_RATE))),
    ...(chapterTrack === undefined ? [] : [box('tref', box('chap', u32(chapterTrack)))]),
    mediaBox(track, created),
  );
}

function trackHeader({ id, handler, enabled, alternateGroup, edit, size }: Track, created: Mp4Time): Buffer {
  const [ENABLED, IN_MOVIE] = [1, 2];
  const volume = handler === 'soun' ? 0x100 : 0;
  return fullBox(
    'tkhd',
    (enabled ? ENABLED : 0) | IN_MOVIE,
    u32(created, created, id, 0, edit.duration, 0, 0),
    u16(0, alternateGroup, volume, 0),
    UNITY_MATRIX,
    u16(size?.width ?? 0, 0, size?.height ?? 0, 0),
  );
}

function mediaBox(track: Track, created: Mp4Time): Buffer {
  const { handler, name, timescale, language, mediaHeader, sampleEntry, table } = track;
  const SELF_CONTAINED = 1;
  return box(
    'mdia',
    fullBox('mdhd', 0, u32(created, created, timescale, table.duration), u16(packed(iso639(language)), 0)),
    fullBox('hdlr', 0, u32(0), ascii(handler), zeros(12), Buffer.from(`${name}\0`)),
    // The whole tag, including script and region.
    ...(language === undefined ? [] : [fullBox('elng', 0, ascii(`${language}\0`))]),
    box(
      'minf',
      mediaHeader,
      box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', SELF_CONTAINED))),
      table.toBox(fullBox('stsd', 0, u32(1), sampleEntry)),
    ),
  );
}

/** Three letters in 15 bits, where "a" is 1. */
const packed = (language: string): number =>
  [...language].reduce((sum, letter) => (sum << 5) | (letter.charCodeAt(0) - 0x60), 0);
