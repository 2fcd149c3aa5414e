import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { OrnamentDrift } from '../drawing/drifting-ornaments.ts';
import type { SlowZoomRoom } from '../motion/slow-zoom.ts';
import type { YuvPicture } from '../picture.ts';
import type { EvenBox } from '../transitions/changed-box.ts';
import type { SideEntryTransition } from '../transitions/transition-types.ts';

/**
 * Part of the content address of every clip. Raise it with every change that may change a byte of a clip for the same
 * shot and settings (blending, encoder options, the form of clips).
 */
export const CLIP_VERSION = 3;

/**
 * Ways in which the frames of a clip fill its time.
 * `key_frame`: one key frame of a still; frames that repeat it are synthesized (codecs with `copiesStills`).
 * `still_gop`: a GOP of a still; it is repeated, and cut, until the hold of the still is full.
 * `moving`: moving pictures, each shown once.
 */
export const CLIP_FORMS = ['key_frame', 'still_gop', 'moving'] as const;

/**
 * Stored description of a clip, without the place of its bytes. The name under which it is stored contains CLIP_VERSION.
 */
export const clipDescriptionSchema = z.strictObject({
  form: z.enum(CLIP_FORMS),
  frames: z.int().min(1),
  /** SHA-256 (hex) of its parameter sets, or of the decoder configuration of codecs without them. Clips of one video have the same. */
  parameter_sets: z.string(),
});
/** A description of a clip. */
export interface ClipDescription extends z.infer<typeof clipDescriptionSchema> {
  /** The part of its picture that rises to its place; only of key frames of H.264. Not in the schema: clips with one stored description differ in it. */
  rises?: EvenBox | undefined;
  /** The parts of its picture that drift while it is shown; only of key frames of H.264, and not in the schema. Absent: none. */
  drifts?: readonly OrnamentDrift[] | undefined;
  /** The image of its picture that is in a slow zoom; only of key frames of H.264, and not in the schema. Absent: there is none. */
  zooms?: SlowZoomRoom | undefined;
}

/**
 * A clip in its file. It starts with a key frame and refers to nothing outside itself.
 * In Annex B, parameter sets precede each key frame; in IVF, each frame follows its frame header of 12 bytes, and the file header is
 * left out. The object of a codec in `../codecs` decides which of the two formats its streams have.
 */
export interface EncodedClip extends ClipDescription {
  /** Offset of its first byte in its file. */
  offset: number;
  /** Length in bytes. */
  bytes: number;
}

/** A stretch of moving pictures (a transition, or part of a moving image), at most 5 s long. */
export interface MovingStretch {
  /** The number of pictures. */
  frames: number;
  /** True if nothing in it moves by parts of a pixel: encoders need not search between pixels. */
  movesByPixels?: boolean | undefined;
  pictures(): AsyncIterable<YuvPicture>;
  /** The same pictures as a stream that the encoder can read itself; absent, or a promise of undefined: there is none. */
  stream?: (() => Promise<PictureStream | undefined>) | undefined;
}

/** A stream of encoded pictures, and the filters that make of it the pictures of a `MovingStretch`. */
export interface PictureStream {
  /** It is destroyed when it has been read, or the encoder fails. */
  at: Readable;
  /** Options of ffmpeg before the stream. */
  options: readonly string[];
  filters: string;
  /** True if it is H.264 whose frames, from the first on, are the pictures of the stretch: filters change none of them. Absent: it is not. */
  hasFinishedFrames?: boolean | undefined;
}

/** A clip on the time line of a video. */
export interface ClipOnTimeLine {
  /** Path of the local file that contains the clip. */
  file: string;
  clip: EncodedClip;
  /** The number of frames for which it is shown. A moving clip is shown for exactly the frames that it has. */
  shown: number;
  /**
   * True if all of its frames are made of the picture before it and its own picture, as in a fade, in which a part may rise. Only for key frames of
   * H.264, and not for the first clip of a video.
   */
  fadesIn?: boolean | undefined;
  /** True if the part that rises overshoots its place a little before it rests. Absent: it does not. */
  springs?: boolean | undefined;
  /** The transition with which its picture comes in from a side, where `fadesIn` is true; absent: it does not. */
  movesIn?: { type: SideEntryTransition; direction: 'ltr' | 'rtl' } | undefined;
  /** The slow zoom of the image of its picture; absent: there is none. */
  zoom?: PlacedSlowZoom | undefined;
}

/** The sizes of an image in a slow zoom, as multiples of its size at the start. */
export interface PlacedSlowZoom {
  /** The size in the clip's picture. */
  picture: number;
  /** The size in the key frame before, if the clip fades in; absent: it does not. */
  before?: number | undefined;
  /** The size in each frame for which the clip is shown. */
  frames: readonly number[];
}

/** The number of frames of a joined stream that were returned so far, and the positions of its key frames. */
export interface JoinedFrameCounts {
  frames: number;
  /** Positions of the key frames, 0-based, ascending. */
  keyframes: number[];
}
