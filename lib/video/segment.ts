import { Readable } from 'node:stream';
import type { FfmpegRuntime } from './ffmpeg/run.ts';
import type { FrameRate, Quality } from './ffmpeg/x264-arguments.ts';
import type { SkipTemplate } from './h264/skip-template.ts';
import { distinctStands, type RawPicture, type Stand } from './picture.ts';
import type { Replayable } from './replayable.ts';

export interface SegmentSpec {
  /** In pixels; even. */
  width: number;
  height: number;
  fps: FrameRate;
  quality: Quality;
  /** How many frames each picture stands, in order; each at least 1. */
  frames: readonly number[];
  /** The most seconds from one IDR picture to the next: players can seek there. Default 5. */
  idrEverySeconds?: number | undefined;
}

export type EncodingMethod = 'skip_frames' | 'repeated_gop' | 'plain';

export interface EncodedSegment {
  frames: number;
  bytes: number;
  keyframes: number;
  /** SHA-256 (hex) over SPS and PPS: segments with the same one are joined without encoding them again. */
  parameterSets: string;
  method: EncodingMethod;
}

/** Deviations from the usual settings, for tests of what happens when a guard fails. */
export interface EncodingOverrides {
  template?: (spec: SegmentSpec, runtime: FfmpegRuntime) => Promise<SkipTemplate>;
  /** Added to `-x264-params`. */
  extraX264?: readonly string[];
}

/** What every way of encoding a segment is given. */
export interface EncodingTask {
  spec: SegmentSpec;
  pictures: Replayable<RawPicture>;
  outFile: string;
  runtime: FfmpegRuntime;
  overrides: EncodingOverrides;
}

const DEFAULT_IDR_SECONDS = 5;

/** The longest GOP in frames. */
export const longestGop = ({ fps, idrEverySeconds = DEFAULT_IDR_SECONDS }: SegmentSpec): number =>
  Math.max(1, Math.floor(fps * idrEverySeconds));

export const standsOf = ({ pictures, spec }: EncodingTask): AsyncGenerator<Stand> =>
  distinctStands(pictures.items(), spec.frames, spec);

/** A pipe for ffmpeg out of pictures. It holds one in advance, whatever their number. */
export const pictureStream = (pictures: AsyncIterable<RawPicture>): Readable =>
  Readable.from(pictureBytes(pictures), { highWaterMark: 1 });

async function* pictureBytes(pictures: AsyncIterable<RawPicture>): AsyncGenerator<Buffer> {
  for await (const { rgba } of pictures) yield Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
}
