import type { ChapterWithLength } from '../container/file-contents.ts';
import { iso639BibliographicCode } from '../container/language.ts';
import type { PictureSize } from '../elementary/coded-frame.ts';
import {
  ebmlElementBytes,
  ebmlElementHeader,
  ebmlFloatElement,
  ebmlInt64,
  ebmlUintElement,
  ebmlUintElementOfLength,
  ebmlUtf8Element,
  MAX_EBML_SIZE_BYTES,
} from './ebml.ts';
import { EBML_ID } from './ids.ts';
import { OPUS_SAMPLE_RATE, type OpusHead } from './ogg-opus.ts';

/** The track numbers of the video, the sound and the captions in WebM files. */
export const WEBM_TRACK_NUMBERS = { video: 1, sound: 2, captions: 3 } as const;
const TRACK_TYPE = { video: 1, sound: 2, captions: 17 } as const;
const NS_PER_SECOND = 1_000_000_000;

/** The EBML header at the start of a WebM file. `languageBcp47` needs version 4; readers of version 2 can skip it. */
export const EBML_HEADER = ebmlElementBytes(
  EBML_ID.ebml,
  ebmlUintElement(EBML_ID.ebmlVersion, 1),
  ebmlUintElement(EBML_ID.ebmlReadVersion, 1),
  ebmlUintElement(EBML_ID.ebmlMaxIdLength, 4),
  ebmlUintElement(EBML_ID.ebmlMaxSizeLength, 8),
  ebmlUtf8Element(EBML_ID.docType, 'webm'),
  ebmlUintElement(EBML_ID.docTypeVersion, 4),
  ebmlUintElement(EBML_ID.docTypeReadVersion, 2),
);

/** Content of `Info`. */
export interface WebmSegmentInfo {
  seconds: number;
  title?: string | undefined;
  /** RFC 3339. */
  creationTime?: string | undefined;
}

/** `Info`. Times in the file are in milliseconds, as WebM demands. */
export function webmInfoElement({ seconds, title, creationTime }: WebmSegmentInfo): Buffer {
  const MS_BEFORE_2001 = 978_307_200_000;
  const date = creationTime === undefined ? undefined : BigInt(Date.parse(creationTime) - MS_BEFORE_2001) * 1_000_000n;
  return ebmlElementBytes(
    EBML_ID.info,
    ebmlUintElement(EBML_ID.timestampScale, 1_000_000),
    ebmlFloatElement(EBML_ID.duration, seconds * 1000),
    ...(date === undefined ? [] : [ebmlInt64(EBML_ID.dateUtc, date)]),
    ...(title === undefined ? [] : [ebmlUtf8Element(EBML_ID.title, title)]),
    ebmlUtf8Element(EBML_ID.muxingApp, 'video-timeline'),
    ebmlUtf8Element(EBML_ID.writingApp, 'video-timeline'),
  );
}

/** Inputs to the track entry of the video. `configuration` is its `CodecPrivate`. */
export interface WebmVideoEntryInput {
  /** `CodecID`. */
  codecId: string;
  fps: number;
  size: PictureSize;
  configuration: Buffer;
}

/** The track entry of the video. */
export function webmVideoEntry(
  { codecId, fps, size, configuration }: WebmVideoEntryInput,
  language: string | undefined,
): Buffer {
  const [BT709, LIMITED_RANGE] = [1, 1];
  const colour = [EBML_ID.matrixCoefficients, EBML_ID.transferCharacteristics, EBML_ID.primaries].map((id) =>
    ebmlUintElement(id, BT709),
  );
  return trackEntry(
    { kind: 'video', codec: codecId, language, isDefault: true },
    ebmlUintElement(EBML_ID.defaultDuration, Math.round(NS_PER_SECOND / fps)),
    ebmlElementBytes(EBML_ID.codecPrivate, configuration),
    ebmlElementBytes(
      EBML_ID.video,
      ebmlUintElement(EBML_ID.pixelWidth, size.width),
      ebmlUintElement(EBML_ID.pixelHeight, size.height),
      ebmlElementBytes(EBML_ID.colour, ...colour, ebmlUintElement(EBML_ID.range, LIMITED_RANGE)),
    ),
  );
}

/** Time by which decoding starts early after a seek: 80 ms, as RFC 7845, 4.6 recommends. */
const SEEK_PRE_ROLL_NS = 80_000_000;

/** The track entry of the sound. */
export const webmSoundEntry = ({ bytes, channels, preSkip }: OpusHead, language: string | undefined): Buffer =>
  trackEntry(
    { kind: 'sound', codec: 'A_OPUS', language, isDefault: true },
    ebmlUintElement(EBML_ID.codecDelay, Math.round((preSkip * NS_PER_SECOND) / OPUS_SAMPLE_RATE)),
    ebmlUintElement(EBML_ID.seekPreRoll, SEEK_PRE_ROLL_NS),
    ebmlElementBytes(EBML_ID.codecPrivate, bytes),
    ebmlElementBytes(
      EBML_ID.audio,
      ebmlFloatElement(EBML_ID.samplingFrequency, OPUS_SAMPLE_RATE),
      ebmlUintElement(EBML_ID.channels, channels),
    ),
  );

/** The track entry of the captions, which are off by default. */
export const webmCaptionsTrackEntry = (language: string | undefined): Buffer =>
  trackEntry({ kind: 'captions', codec: 'D_WEBVTT/SUBTITLES', language, isDefault: false });

interface TrackKind {
  kind: keyof typeof WEBM_TRACK_NUMBERS;
  codec: string;
  language: string | undefined;
  isDefault: boolean;
}

function trackEntry({ kind, codec, language, isDefault }: TrackKind, ...moreElements: readonly Buffer[]): Buffer {
  return ebmlElementBytes(
    EBML_ID.trackEntry,
    ebmlUintElement(EBML_ID.trackNumber, WEBM_TRACK_NUMBERS[kind]),
    ebmlUintElement(EBML_ID.trackUid, WEBM_TRACK_NUMBERS[kind]),
    ebmlUintElement(EBML_ID.trackType, TRACK_TYPE[kind]),
    ebmlUintElement(EBML_ID.flagDefault, isDefault ? 1 : 0),
    ebmlUintElement(EBML_ID.flagLacing, 0),
    // Without the element the language would be English.
    ebmlUtf8Element(EBML_ID.language, iso639BibliographicCode(language)),
    ...(language === undefined ? [] : [ebmlUtf8Element(EBML_ID.languageBcp47, language)]),
    ebmlUtf8Element(EBML_ID.codecId, codec),
    ...moreElements,
  );
}

/** `Chapters`; empty without chapters. */
export function webmChaptersElement(chapters: readonly ChapterWithLength[], fps: number, language?: string): Buffer[] {
  if (chapters.length === 0) return [];
  const nanosecondsAt = (frame: number): number => Math.round((frame * NS_PER_SECOND) / fps);
  const atoms = chapters.map(({ title, startFrame, frames }, index) =>
    ebmlElementBytes(
      EBML_ID.chapterAtom,
      ebmlUintElement(EBML_ID.chapterUid, index + 1),
      ebmlUintElement(EBML_ID.chapterTimeStart, nanosecondsAt(startFrame)),
      ebmlUintElement(EBML_ID.chapterTimeEnd, nanosecondsAt(startFrame + frames)),
      ebmlElementBytes(
        EBML_ID.chapterDisplay,
        ebmlUtf8Element(EBML_ID.chapterString, title),
        ebmlUtf8Element(EBML_ID.chapterLanguage, iso639BibliographicCode(language)),
      ),
    ),
  );
  return [ebmlElementBytes(EBML_ID.chapters, ebmlElementBytes(EBML_ID.editionEntry, ...atoms))];
}

/** A key frame to which players can seek. */
export interface WebmSeekPoint {
  ms: number;
  /** Position of its cluster, from the start of the file. */
  position: number;
}

/** Bytes of the header of `Segment`, which extends to the end of the file: its size is written last. */
const SEGMENT_HEADER_BYTES = 4 + MAX_EBML_SIZE_BYTES;
/** The byte position in a WebM file where the content of `Segment` starts; positions in the segment are relative to it. */
export const WEBM_SEGMENT_START = EBML_HEADER.length + SEGMENT_HEADER_BYTES;

/** The header of `Segment` in a file of this length. */
export const webmSegmentHeader = (fileBytes: number): Buffer =>
  ebmlElementHeader(EBML_ID.segment, fileBytes - WEBM_SEGMENT_START, MAX_EBML_SIZE_BYTES);

const cuePoint = ({ ms, position }: WebmSeekPoint): Buffer =>
  ebmlElementBytes(
    EBML_ID.cuePoint,
    ebmlUintElementOfLength(EBML_ID.cueTime, ms, 4),
    ebmlElementBytes(
      EBML_ID.cueTrackPositions,
      ebmlUintElement(EBML_ID.cueTrack, WEBM_TRACK_NUMBERS.video),
      ebmlUintElementOfLength(EBML_ID.cueClusterPosition, position - WEBM_SEGMENT_START, MAX_EBML_SIZE_BYTES),
    ),
  );

/** `Cues`, the seek index. */
export const webmCuesElement = (points: readonly WebmSeekPoint[]): Buffer =>
  ebmlElementBytes(EBML_ID.cues, ...points.map(cuePoint));

/** The length of `Cues` with this number of points, in bytes. All cue points have the same length. */
export const webmCuesLength = (points: number): number =>
  4 + MAX_EBML_SIZE_BYTES + points * cuePoint({ ms: 0, position: WEBM_SEGMENT_START }).length;

/** `SeekHead`, followed by the elements that it points to. */
export function withWebmSeekHead(elements: readonly { id: number; bytes: Buffer }[]): Buffer {
  const seekHead = (positions: readonly number[]): Buffer =>
    ebmlElementBytes(
      EBML_ID.seekHead,
      ...elements.map(({ id }, i) =>
        ebmlElementBytes(
          EBML_ID.seek,
          ebmlUintElementOfLength(EBML_ID.seekId, id, 4),
          ebmlUintElementOfLength(EBML_ID.seekPosition, positions[i] ?? 0, MAX_EBML_SIZE_BYTES),
        ),
      ),
    );
  let position = seekHead([]).length;
  const positions = elements.map(({ bytes }) => {
    position += bytes.length;
    return position - bytes.length;
  });
  return Buffer.concat([seekHead(positions), ...elements.map(({ bytes }) => bytes)]);
}
