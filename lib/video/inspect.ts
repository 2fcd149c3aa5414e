import { stat } from 'node:fs/promises';
import { type Box, findBox, findTrack, Mp4Error, requireBox } from './mp4/boxes.ts';
import { type Edit, readClock, readEdits } from './mp4/durations.ts';
import { readMp4 } from './mp4/file.ts';
import { readVisualSampleEntry, type VisualSampleEntry } from './mp4/visual-sample-entry.ts';

/** A run of samples of the same duration (`stts`). */
export interface SampleRun {
  count: number;
  /** In ticks of the track. */
  duration: number;
}

interface Track {
  samples: number;
  /** Ticks a second. */
  timescale: number;
  /** In ticks, by `mdhd`. */
  duration: number;
  runs: SampleRun[];
  edits: Edit[];
  /** The bytes of all samples. */
  bytes: number;
}

export interface VideoTrack extends Track {
  width: number;
  height: number;
  /** Frames (0-based) that can be decoded alone: `stss`; without that box every frame can. */
  keyframes: number[];
  /** `avcC` and what else stands in the sample entry. */
  sampleEntry: VisualSampleEntry;
  /** Whether some frames are shown later than they are decoded (`ctts`). */
  reorders: boolean;
}

/** What the boxes of an MP4 file say. */
export interface Mp4Inspection {
  fileBytes: number;
  /** Of the movie, by `mvhd`. */
  durationSeconds: number;
  /** `moov` stands before `mdat`. */
  fastStart: boolean;
  video: VideoTrack;
  audio?: Track | undefined;
}

/** Reads the boxes of an MP4 file with H.264 video; no media is read. @throws Mp4Error */
export async function inspectMp4(path: string): Promise<Mp4Inspection> {
  const [{ boxes, moov }, { size }] = await Promise.all([readMp4(path), stat(path)]);
  const position = (type: string): number => boxes.findIndex((box) => box.type === type);
  const movie = readClock(requireBox(moov, 'mvhd'));
  const video = findTrack(moov, 'vide');
  const audio = findTrack(moov, 'soun');
  if (!video) throw new Mp4Error('the file has no video track');
  return {
    fileBytes: size,
    durationSeconds: movie.duration / movie.timescale,
    fastStart: position('moov') < position('mdat'),
    video: readVideoTrack(video),
    audio: audio && readTrack(audio),
  };
}

/** Only the audio of an MP4 or M4A file: how many samples of it come before the sound, by its edit list. */
export async function audioPrimingOf(path: string): Promise<number> {
  const { moov } = await readMp4(path);
  const audio = findTrack(moov, 'soun');
  if (!audio) throw new Mp4Error('the file has no audio track');
  const [first] = readTrack(audio).edits;
  return Math.max(0, first?.mediaTime ?? 0);
}

function readVideoTrack(track: Box): VideoTrack {
  const table = requireBox(track, 'mdia', 'minf', 'stbl');
  const base = readTrack(track);
  const sampleEntry = readVisualSampleEntry(requireBox(table, 'stsd'));
  const { width, height } = sampleEntry;
  const sync = findBox(table, 'stss');
  const keyframes = sync ? readList(sync, 8).map((number) => number - 1) : [...Array(base.samples).keys()];
  return { ...base, width, height, keyframes, sampleEntry, reorders: findBox(table, 'ctts') !== undefined };
}

function readTrack(track: Box): Track {
  const table = requireBox(track, 'mdia', 'minf', 'stbl');
  const elst = findBox(track, 'edts', 'elst');
  const sizes = readSizes(requireBox(table, 'stsz'));
  return {
    ...readClock(requireBox(track, 'mdia', 'mdhd')),
    samples: sizes.count,
    bytes: sizes.bytes,
    runs: readRuns(requireBox(table, 'stts')),
    edits: elst ? readEdits(elst) : [],
  };
}

function readSizes({ body }: Box): { count: number; bytes: number } {
  const common = body.readUInt32BE(4);
  const count = body.readUInt32BE(8);
  if (common > 0) return { count, bytes: common * count };
  let bytes = 0;
  for (let at = 12; at < 12 + 4 * count; at += 4) bytes += body.readUInt32BE(at);
  return { count, bytes };
}

function readRuns(stts: Box): SampleRun[] {
  const numbers = readList(stts, 8);
  return Array.from({ length: numbers.length / 2 }, (_, run) => ({
    count: numbers[2 * run] ?? 0,
    duration: numbers[2 * run + 1] ?? 0,
  }));
}

function readList({ body }: Box, start: number): number[] {
  return Array.from({ length: (body.length - start) / 4 }, (_, i) => body.readUInt32BE(start + 4 * i));
}
