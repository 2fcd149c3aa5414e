import type { YuvPicture } from '../picture.ts';

/**
 * What the frames of a clip are for.
 * `idr`: one key frame of a standing picture; frames that repeat it are synthesized (not for AV1).
 * `gop`: a GOP of a standing picture: repeated, and cut, until the time of the picture is full.
 * `frames`: moving pictures, each shown once.
 */
export type ClipForm = 'idr' | 'gop' | 'frames';

/**
 * A clip as it lies in a file. It starts with a key frame and refers to nothing outside itself.
 * H.264 and H.265: Annex B, parameter sets before each key frame. VP9 and AV1: frames as IVF has them, each behind its 12
 * bytes of frame header, without the file header.
 */
export interface EncodedClip {
  form: ClipForm;
  frames: number;
  /** Where it begins in its file, and its length, in bytes. */
  offset: number;
  bytes: number;
  /** SHA-256 (hex) over its parameter sets, or of what else a decoder is set up with; clips of one video have the same. */
  parameter_sets: string;
}

/** A stretch of moving pictures, at most 5 s long. */
export interface Move {
  /** How many pictures come. */
  frames: number;
  pictures(): AsyncIterable<YuvPicture>;
}

/** A clip on the time line of a video. */
export interface PlacedClip {
  /** Path of the local file in which it lies. */
  file: string;
  clip: EncodedClip;
  /** For how many frames it is shown; for `frames` as many as it has. */
  shown: number;
}

/** What has passed through a joined stream. */
export interface JoinedFrames {
  frames: number;
  /** 0-based. */
  keyframes: number[];
}
