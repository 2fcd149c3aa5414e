import { element, elementHeader, longUint, MAX_SIZE, uint } from './ebml.ts';
import { EBML_HEADER, WEBM_TRACK } from './head.ts';
import { ID } from './ids.ts';

/** Where a seek to a key frame goes. */
export interface SeekPoint {
  ms: number;
  /** Of its cluster, from the start of the file. */
  position: number;
}

/** `Segment` is as long as the file: its size is written last. */
const SEGMENT_HEADER_BYTES = 4 + MAX_SIZE;
/** Positions in a segment count from here. */
export const SEGMENT_START = EBML_HEADER.length + SEGMENT_HEADER_BYTES;

export const segmentHeader = (fileBytes: number): Buffer =>
  elementHeader(ID.segment, fileBytes - SEGMENT_START, MAX_SIZE);

const cuePoint = ({ ms, position }: SeekPoint): Buffer =>
  element(
    ID.cuePoint,
    longUint(ID.cueTime, ms, 4),
    element(
      ID.cueTrackPositions,
      uint(ID.cueTrack, WEBM_TRACK.video),
      longUint(ID.cueClusterPosition, position - SEGMENT_START, MAX_SIZE),
    ),
  );

export const cuesElement = (points: readonly SeekPoint[]): Buffer => element(ID.cues, ...points.map(cuePoint));

/** Every cue point has as many bytes as any other. */
export const cuesBytes = (points: number): number =>
  4 + MAX_SIZE + points * cuePoint({ ms: 0, position: SEGMENT_START }).length;

/** `SeekHead`, and behind it the elements that it names. */
export function withSeekHead(elements: readonly { id: number; bytes: Buffer }[]): Buffer {
  const seekHead = (positions: readonly number[]): Buffer =>
    element(
      ID.seekHead,
      ...elements.map(({ id }, i) =>
        element(ID.seek, longUint(ID.seekId, id, 4), longUint(ID.seekPosition, positions[i] ?? 0, MAX_SIZE)),
      ),
    );
  let next = seekHead([]).length;
  const positions = elements.map(({ bytes }) => {
    next += bytes.length;
    return next - bytes.length;
  });
  return Buffer.concat([seekHead(positions), ...elements.map(({ bytes }) => bytes)]);
}
