import { stat } from 'node:fs/promises';
import { findMp4Box, findMp4Track, type Mp4Box, Mp4Error, parseMp4Boxes, requireMp4Box } from './boxes.ts';
import { type Mp4Edit, parseMp4EditList, readMp4, readMp4Language, readMp4TimeHeader } from './read.ts';
import { readVisualSampleEntry, type VisualSampleEntry } from './visual-sample-entry.ts';

/** A run of samples of the same duration (`stts`: ISO/IEC 14496-12, 8.6.1.2). */
export interface SampleDurationRun {
  count: number;
  /** In ticks of the track. */
  duration: number;
}

/** A run of samples with the same composition offset: they are shown that time after they are decoded (`ctts`: ISO/IEC 14496-12, 8.6.1.3). */
export interface CompositionOffsetRun {
  count: number;
  /** In ticks of the track. */
  offset: number;
}

interface Track {
  /** ISO 639-2/T. */
  language: string;
  samples: number;
  /** Ticks a second. */
  timescale: number;
  /** In ticks, by `mdhd`. */
  duration: number;
  runs: SampleDurationRun[];
  edits: Mp4Edit[];
  /** Length of all samples together. */
  bytes: number;
}

/** The video track of an MP4 file. */
export interface Mp4VideoTrack extends Track {
  width: number;
  height: number;
  /** Sync samples (0-based), from `stss`. Without that box every frame is one. */
  keyframes: number[];
  /** The sample entry: the codec and its configuration. */
  sampleEntry: VisualSampleEntry;
  /** Composition offsets (`ctts`); empty if samples are not reordered. */
  shifts: CompositionOffsetRun[];
}

/** Facts about the track of captions or of chapters in an MP4 file. */
export interface InspectedTextTrack {
  /** The name of the sample entry: "tx3g" captions, "text" chapters. */
  entry: string;
  language: string;
  isEnabled: boolean;
  samples: number;
}

/** The content of an MP4 file, as its boxes state it. */
export interface Mp4Inspection {
  fileBytes: number;
  /** The duration of the movie, by `mvhd`. */
  durationSeconds: number;
  /** True if `moov` comes before `mdat`: a player can start before it has the whole file. */
  isFastStart: boolean;
  video: Mp4VideoTrack;
  audio?: Track | undefined;
  texts: InspectedTextTrack[];
  /** The number of chapters in `chpl`. */
  neroChapters: number;
}

/** Reads the boxes of an MP4 file with H.264, H.265 or AV1 video, without its media. @throws Mp4Error */
export async function inspectMp4(path: string): Promise<Mp4Inspection> {
  const [{ boxes, moov }, { size }] = await Promise.all([readMp4(path), stat(path)]);
  const position = (type: string): number => boxes.findIndex((box) => box.type === type);
  const movie = readMp4TimeHeader(requireMp4Box(moov, 'mvhd'));
  const video = findMp4Track(moov, 'vide');
  const audio = findMp4Track(moov, 'soun');
  if (!video) throw new Mp4Error('the file has no video track');
  return {
    fileBytes: size,
    durationSeconds: movie.duration / movie.timescale,
    isFastStart: position('moov') < position('mdat'),
    video: readVideoTrack(video),
    audio: audio && readTrack(audio),
    texts: ['sbtl', 'text'].flatMap((handler) => findMp4Track(moov, handler) ?? []).map(readTextTrack),
    neroChapters: neroChapters(moov),
  };
}

function readVideoTrack(track: Mp4Box): Mp4VideoTrack {
  const table = requireMp4Box(track, 'mdia', 'minf', 'stbl');
  const base = readTrack(track);
  const sampleEntry = readVisualSampleEntry(requireMp4Box(table, 'stsd'));
  const { width, height } = sampleEntry;
  // Absent: every sample is a sync sample (8.6.2).
  const syncBox = findMp4Box(table, 'stss');
  const keyframes = syncBox ? readList(syncBox, 8).map((number) => number - 1) : [...Array(base.samples).keys()];
  const ctts = findMp4Box(table, 'ctts');
  const shifts = ctts ? readRuns(ctts).map(({ count, value }) => ({ count, offset: value })) : [];
  return { ...base, width, height, keyframes, sampleEntry, shifts };
}

/** Flag of `tkhd`: the track is enabled (8.3.2). */
const TRACK_ENABLED = 1;

function readTextTrack(track: Mp4Box): InspectedTextTrack {
  const { samples, language } = readTrack(track);
  // `stsd` (8.5.2) starts with version, flags and the number of entries; the name of an entry follows its size.
  const entry = requireMp4Box(track, 'mdia', 'minf', 'stbl', 'stsd').body.toString('latin1', 12, 16);
  const flags = requireMp4Box(track, 'tkhd').body.readUInt8(3);
  return { entry, language, isEnabled: (flags & TRACK_ENABLED) !== 0, samples };
}

/** Number of chapters in `chpl`, a box of Nero's: version (1 byte), flags (3), reserved (4), the number (1), the chapters. */
function neroChapters(moov: Mp4Box): number {
  const udta = findMp4Box(moov, 'udta');
  const chpl = udta && parseMp4Boxes(udta.body).find(({ type }) => type === 'chpl');
  return chpl?.body.readUInt8(8) ?? 0;
}

function readTrack(track: Mp4Box): Track {
  const table = requireMp4Box(track, 'mdia', 'minf', 'stbl');
  const elst = findMp4Box(track, 'edts', 'elst');
  const sizes = readSizes(requireMp4Box(table, 'stsz'));
  return {
    ...readMp4TimeHeader(requireMp4Box(track, 'mdia', 'mdhd')),
    language: readMp4Language(requireMp4Box(track, 'mdia', 'mdhd')),
    samples: sizes.count,
    bytes: sizes.bytes,
    runs: readRuns(requireMp4Box(table, 'stts')).map(({ count, value }) => ({ count, duration: value })),
    edits: elst ? parseMp4EditList(elst) : [],
  };
}

/** Reads `stsz` (8.7.3): version and flags, a size if all samples have the same, else 0, the number of samples, and then their sizes. */
function readSizes({ body }: Mp4Box): { count: number; bytes: number } {
  const commonSize = body.readUInt32BE(4);
  const count = body.readUInt32BE(8);
  if (commonSize > 0) return { count, bytes: commonSize * count };
  let bytes = 0;
  for (let offset = 12; offset < 12 + 4 * count; offset += 4) bytes += body.readUInt32BE(offset);
  return { count, bytes };
}

/** Reads the pairs of a box of runs: version and flags, the number of pairs, then each as the number of samples and their value. */
function readRuns(box: Mp4Box): { count: number; value: number }[] {
  const numbers = readList(box, 8);
  return Array.from({ length: numbers.length / 2 }, (_, run) => ({
    count: numbers[2 * run] ?? 0,
    value: numbers[2 * run + 1] ?? 0,
  }));
}

/** Reads the numbers of 32 bits from `start` to the end of a box. */
function readList({ body }: Mp4Box, start: number): number[] {
  return Array.from({ length: (body.length - start) / 4 }, (_, index) => body.readUInt32BE(start + 4 * index));
}
