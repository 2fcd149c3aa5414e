import type { PlacedChapter } from '../container/file-contents.ts';
import { bibliographicIso639 } from '../container/language.ts';
import type { PictureSize } from '../elementary/coded-frame.ts';
import { element, elementHeader, float, int64, longUint, MAX_SIZE_FIELD_BYTES, uint, utf8 } from './ebml.ts';
import { ID } from './ids.ts';
import { OPUS_RATE, type OpusHead } from './ogg-opus.ts';

/** Track numbers. */
export const WEBM_TRACK = { video: 1, sound: 2, captions: 3 } as const;
const TRACK_TYPE = { video: 1, sound: 2, captions: 17 } as const;
const NS_A_SECOND = 1_000_000_000;

/** The start of the file. `languageBcp47` needs version 4; readers of version 2 can skip it. */
export const EBML_HEADER = element(
  ID.ebml,
  ...[uint(ID.ebmlVersion, 1), uint(ID.ebmlReadVersion, 1), uint(ID.ebmlMaxIdLength, 4), uint(ID.ebmlMaxSizeLength, 8)],
  ...[utf8(ID.docType, 'webm'), uint(ID.docTypeVersion, 4), uint(ID.docTypeReadVersion, 2)],
);

/** Content of `Info`. */
export interface SegmentInfo {
  seconds: number;
  title?: string | undefined;
  /** RFC 3339. */
  creationTime?: string | undefined;
}

/** `Info`. Times in the file are in milliseconds, as WebM demands. */
export function infoElement({ seconds, title, creationTime }: SegmentInfo): Buffer {
  const MS_BEFORE_2001 = 978_307_200_000;
  const date = creationTime === undefined ? undefined : BigInt(Date.parse(creationTime) - MS_BEFORE_2001) * 1_000_000n;
  return element(
    ID.info,
    ...[uint(ID.timestampScale, 1_000_000), float(ID.duration, seconds * 1000)],
    ...(date === undefined ? [] : [int64(ID.dateUtc, date)]),
    ...(title === undefined ? [] : [utf8(ID.title, title)]),
    ...[utf8(ID.muxingApp, 'video-timeline'), utf8(ID.writingApp, 'video-timeline')],
  );
}

/** Inputs to the track entry of the video. `configuration` is its `CodecPrivate`. */
export interface VideoEntry {
  /** `CodecID`. */
  codecId: string;
  fps: number;
  size: PictureSize;
  configuration: Buffer;
}

/** The track entry of the video. */
export function videoEntry({ codecId, fps, size, configuration }: VideoEntry, language: string | undefined): Buffer {
  const [BT709, LIMITED_RANGE] = [1, 1];
  const colour = [ID.matrixCoefficients, ID.transferCharacteristics, ID.primaries].map((id) => uint(id, BT709));
  return trackEntry(
    { kind: 'video', codec: codecId, language, isDefault: true },
    uint(ID.defaultDuration, Math.round(NS_A_SECOND / fps)),
    element(ID.codecPrivate, configuration),
    element(
      ID.video,
      ...[uint(ID.pixelWidth, size.width), uint(ID.pixelHeight, size.height)],
      element(ID.colour, ...colour, uint(ID.range, LIMITED_RANGE)),
    ),
  );
}

/** Time by which decoding starts early after a seek: 80 ms, as RFC 7845, 4.6 recommends. */
const SEEK_PRE_ROLL_NS = 80_000_000;

/** The track entry of the sound. */
export const soundEntry = ({ bytes, channels, preSkip }: OpusHead, language: string | undefined): Buffer =>
  trackEntry(
    { kind: 'sound', codec: 'A_OPUS', language, isDefault: true },
    uint(ID.codecDelay, Math.round((preSkip * NS_A_SECOND) / OPUS_RATE)),
    uint(ID.seekPreRoll, SEEK_PRE_ROLL_NS),
    element(ID.codecPrivate, bytes),
    element(ID.audio, float(ID.samplingFrequency, OPUS_RATE), uint(ID.channels, channels)),
  );

/** The track entry of the captions, which are off by default. */
export const captionsEntry = (language: string | undefined): Buffer =>
  trackEntry({ kind: 'captions', codec: 'D_WEBVTT/SUBTITLES', language, isDefault: false });

interface TrackKind {
  kind: keyof typeof WEBM_TRACK;
  codec: string;
  language: string | undefined;
  isDefault: boolean;
}

function trackEntry({ kind, codec, language, isDefault }: TrackKind, ...more: readonly Buffer[]): Buffer {
  return element(
    ID.trackEntry,
    ...[
      uint(ID.trackNumber, WEBM_TRACK[kind]),
      uint(ID.trackUid, WEBM_TRACK[kind]),
      uint(ID.trackType, TRACK_TYPE[kind]),
    ],
    ...[uint(ID.flagDefault, isDefault ? 1 : 0), uint(ID.flagLacing, 0)],
    // Without the element the language would be English.
    utf8(ID.language, bibliographicIso639(language)),
    ...(language === undefined ? [] : [utf8(ID.languageBcp47, language)]),
    utf8(ID.codecId, codec),
    ...more,
  );
}

/** `Chapters`; empty without chapters. */
export function chaptersElement(chapters: readonly PlacedChapter[], fps: number, language?: string): Buffer[] {
  if (chapters.length === 0) return [];
  const at = (frame: number): number => Math.round((frame * NS_A_SECOND) / fps);
  const atoms = chapters.map(({ title, startFrame, frames }, index) =>
    element(
      ID.chapterAtom,
      ...[uint(ID.chapterUid, index + 1), uint(ID.chapterTimeStart, at(startFrame))],
      uint(ID.chapterTimeEnd, at(startFrame + frames)),
      element(
        ID.chapterDisplay,
        utf8(ID.chapterString, title),
        utf8(ID.chapterLanguage, bibliographicIso639(language)),
      ),
    ),
  );
  return [element(ID.chapters, element(ID.editionEntry, ...atoms))];
}

/** A key frame to which players can seek. */
export interface SeekPoint {
  ms: number;
  /** Position of its cluster, from the start of the file. */
  position: number;
}

/** Bytes of the header of `Segment`, which extends to the end of the file: its size is written last. */
const SEGMENT_HEADER_BYTES = 4 + MAX_SIZE_FIELD_BYTES;
/** Positions in a segment are relative to this one. */
export const SEGMENT_START = EBML_HEADER.length + SEGMENT_HEADER_BYTES;

/** The header of `Segment` in a file of this length. */
export const segmentHeader = (fileBytes: number): Buffer =>
  elementHeader(ID.segment, fileBytes - SEGMENT_START, MAX_SIZE_FIELD_BYTES);

const cuePoint = ({ ms, position }: SeekPoint): Buffer =>
  element(
    ID.cuePoint,
    longUint(ID.cueTime, ms, 4),
    element(
      ID.cueTrackPositions,
      uint(ID.cueTrack, WEBM_TRACK.video),
      longUint(ID.cueClusterPosition, position - SEGMENT_START, MAX_SIZE_FIELD_BYTES),
    ),
  );

/** `Cues`, the seek index. */
export const cuesElement = (points: readonly SeekPoint[]): Buffer => element(ID.cues, ...points.map(cuePoint));

/** The length of `Cues` with this number of points, in bytes. All cue points have the same length. */
export const cuesBytes = (points: number): number =>
  4 + MAX_SIZE_FIELD_BYTES + points * cuePoint({ ms: 0, position: SEGMENT_START }).length;

/** `SeekHead`, followed by the elements that it points to. */
export function withSeekHead(elements: readonly { id: number; bytes: Buffer }[]): Buffer {
  const seekHead = (positions: readonly number[]): Buffer =>
    element(
      ID.seekHead,
      ...elements.map(({ id }, i) =>
        element(
          ID.seek,
          longUint(ID.seekId, id, 4),
          longUint(ID.seekPosition, positions[i] ?? 0, MAX_SIZE_FIELD_BYTES),
        ),
      ),
    );
  let next = seekHead([]).length;
  const positions = elements.map(({ bytes }) => {
    next += bytes.length;
    return next - bytes.length;
  });
  return Buffer.concat([seekHead(positions), ...elements.map(({ bytes }) => bytes)]);
}
