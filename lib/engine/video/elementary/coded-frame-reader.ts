import type { CodedFrame, PictureSize } from './coded-frame.ts';
import type { SynthesizedFrames } from './synthesized-frames.ts';

/** Reader of an elementary stream, which comes in pieces of any size. It returns each frame as soon as it is complete. */
export interface CodedFrameReader {
  /**
   * Reads a piece. @returns the frames that it completes
   * @throws UnsupportedStreamError or BitstreamError when frames cannot be read, or are reordered otherwise than by fades
   */
  push(piece: Buffer): CodedFrame[];
  /** Ends the stream, or the part of it before synthesized frames. @returns the last frames */
  end(): CodedFrame[];
  /** Counts synthesized frames, which are shown in decoding order and are not parsed. Absent for codecs without such frames. */
  pass?(frames: SynthesizedFrames): void;
  /**
   * Data that a decoder needs before the first frame: the content of the box `configuration` of the codec in MP4, or its `CodecPrivate` in
   * WebM. Defined from the first frame on.
   */
  readonly configuration: Buffer | undefined;
  /** The size of the shown picture, as the stream states it. Defined from the first frame on. */
  readonly size: PictureSize | undefined;
}
