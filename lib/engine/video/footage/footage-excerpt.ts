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
  /** The size of the area, in pixels; both sides are even. */
  size: PictureDimensions;
  /** The point that stays visible if the footage does not have the proportions of the room; 0–1 from the left and from the top. */
  focus: { x: number; y: number };
  /** Times by which less of the footage is shown than would fill the room, at least 1; absent: 1. */
  zoom?: number | undefined;
}

/** The part of a frame by which a time may be before the start of the frame and still count as its start: times are sums of fractions. */
const TOLERANCE = 1e-6;

/** The frame of footage that is shown at one of its seconds. @param rate frames per second of the footage */
export const footageFrameIndexAt = (second: number, rate: number): number => Math.floor(second * rate + TOLERANCE);

/** The numbers of the frames of the footage that an excerpt shows: one for each frame of the excerpt, chosen by its time. */
export function footageFrameIndexesOfExcerpt(
  { fps: rate, frames: frameCount }: Pick<FootageIndex, 'fps' | 'frames'>,
  excerpt: FootageExcerpt,
): number[] {
  return Array.from({ length: excerpt.frames }, (_, i) =>
    Math.min(frameCount - 1, footageFrameIndexAt(excerpt.from + i / excerpt.fps, rate)),
  );
}

/** A range of whole groups of frames in the stream of footage. */
export interface FrameGroupRange {
  /** Its first frame. */
  firstFrame: number;
  /** First byte, counted from the end of the index. */
  offset: number;
  /** Number of bytes. */
  bytes: number;
}

/** The groups that have the frames from `first` up to `last`. @throws RangeError for frames that the footage does not have */
export function frameGroupRangeOfFrames({ fps, offsets }: FootageIndex, first: number, last: number): FrameGroupRange {
  const groupFrames = framesPerFootageGroup(fps);
  const [firstGroup, endGroup] = [Math.floor(first / groupFrames), Math.floor(last / groupFrames) + 1];
  const [offset, end] = [offsets[firstGroup], offsets[endGroup]];
  if (offset === undefined || end === undefined) throw new RangeError(`footage has no frames ${first} to ${last}`);
  return { firstFrame: firstGroup * groupFrames, offset, bytes: end - offset };
}
