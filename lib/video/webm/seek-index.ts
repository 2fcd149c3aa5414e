import { element, elementHeader, longUint, MAX_SIZE, uint } from './ebml.ts';
import { EBML_HEADER, WEBM_TRACK } from './head.ts';
import { ID } from './ids.ts';

/** A key frame to which players can seek. */
export interface SeekPoint {
  ms: number;
  /** Position of its cluster, from the start of the file. */
  position: number;
}

/** `Segment` reaches to the end of the file: its size is written last. */
const SEGMENT_HEADER_BYTES = 4 + MAX_SIZE;
/** Positions in a segment are relative to this one. */
export const SEGMENT_START = EBML_HEADER.length + SEGMENT_HEADER_BYTES;

/** The header of `Segment` in a file of this length. */
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

/** `Cues`, the seek index. */
export const cuesElement = (points: readonly SeekPoint[]): Buffer => element(ID.cues, ...points.map(cuePoint));

/** The length of `Cues` with this number of points, in bytes. All cue points have the same length. */
export const cuesBytes = (points: number): number =>
  4 + MAX_SIZE + points * cuePoint({ ms: 0, position: SEGMENT_START }).length;

/** `SeekHead`, followed by the elements that it points to. */
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
