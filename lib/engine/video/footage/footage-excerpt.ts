import type { PictureDimensions } from '../format.ts';
import type { FrameRate } from '../settings.ts';
import { type FootageIndex, framesPerFootageGroup } from './footage.ts';

/** Frames of footage for a video, at the frame rate of the video and in the size of the area of the slide that shows them. */
export interface FootageExcerpt {
  /** Time of the first frame in the footage, in seconds from 0. */
  from: number;
  /** Number of frames, at least one. After the end of the footage its last frame is repeated. */
  frames: number;
  /** Frames per second of the video. */
  fps: FrameRate;
  /** The room, both sides even. */
  size: PictureDimensions;
  /** The point that stays visible if the footage does not have the proportions of the room; 0–1 from the left and from the top. */
  focus: { x: number; y: number };
  /** Times by which less of the footage is shown than would fill the room, at least 1; absent: 1. */
  zoom?: number | undefined;
}

/** A part of a frame of the video late that still counts as its start: times are sums of fractions. */
const TOLERANCE = 1e-6;

/** The frame of footage that is shown at one of its seconds. @param rate frames per second of the footage */
export const footageFrameAt = (second: number, rate: number): number => Math.floor(second * rate + TOLERANCE);

/** The numbers of the frames of the footage that an excerpt shows: one for each frame of the excerpt, chosen by its time. */
export function footageFrameIndexesOfExcerpt(
  { fps: rate, frames: count }: Pick<FootageIndex, 'fps' | 'frames'>,
  piece: FootageExcerpt,
): number[] {
  return Array.from({ length: piece.frames }, (_, i) =>
    Math.min(count - 1, footageFrameAt(piece.from + i / piece.fps, rate)),
  );
}

/** A range of whole groups of frames in the stream of footage. */
export interface FrameGroupRange {
  /** Its first frame. */
  firstFrame: number;
  /** First byte, counted from the end of the index, and number of bytes. */
  offset: number;
  bytes: number;
}

/** The groups that have the frames from `first` up to `last`. @throws RangeError for frames that the footage does not have */
export function frameGroupsWithFrames({ fps, offsets }: FootageIndex, first: number, last: number): FrameGroupRange {
  const every = framesPerFootageGroup(fps);
  const [from, to] = [Math.floor(first / every), Math.floor(last / every) + 1];
  const [offset, end] = [offsets[from], offsets[to]];
  if (offset === undefined || end === undefined) throw new RangeError(`footage has no frames ${first} to ${last}`);
  return { firstFrame: from * every, offset, bytes: end - offset };
}
