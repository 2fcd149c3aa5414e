import type { Codec } from '../settings.ts';
import { createAv1Reader } from './av1-frames.ts';
import { createH264Reader } from './h264-frames.ts';
import { createH265Reader } from './h265-frames.ts';
import { createVp9Reader } from './vp9-frames.ts';

/** One frame of a stream, in the form in which a container stores it. */
export interface CodedFrame {
  /** Its bytes, one part after another. Views of what was read: not to be changed. */
  parts: readonly Uint8Array[];
  /** It can be decoded without any other, and so can all that follow it. */
  isKey: boolean;
}

/** Pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** Takes an elementary stream in pieces of any size, and gives its frames as soon as they are whole. */
export interface FrameReader {
  /** @throws GuardError or BitstreamError when the stream is not one that can be stored without reordering it */
  push(piece: Buffer): CodedFrame[];
  /** The stream has ended. */
  end(): CodedFrame[];
  /**
   * What a decoder has to know before the first frame: the record in `avcC`, `hvcC` or `av1C`; for VP9 the `CodecPrivate`
   * of WebM. It is there once a frame is.
   */
  readonly configuration: Buffer | undefined;
  /** Of what is shown, as the stream says it; there once a frame is. */
  readonly size: PictureSize | undefined;
}

/** H.264 and H.265: Annex B. VP9 and AV1: IVF. */
export function createFrameReader(codec: Codec): FrameReader {
  switch (codec) {
    case 'h264':
      return createH264Reader();
    case 'h265':
      return createH265Reader();
    case 'vp9':
      return createVp9Reader();
    case 'av1':
      return createAv1Reader();
  }
}

/** The bytes of a frame. */
export const frameBytes = ({ parts }: CodedFrame): number => parts.reduce((sum, part) => sum + part.length, 0);
