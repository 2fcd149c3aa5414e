import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { type FfmpegVideoEncoder, requireUsableEncoder, type VideoStreamProperties } from '../ffmpeg/video-encoders.ts';
import type { VideoSettings } from '../settings.ts';

/** A frame of a stream in which frames are shown in decoding order. */
export interface GopFrame {
  isKey: boolean;
  /** In Annex B (H.265): a key frame with the parameter sets before it. In IVF (VP9, AV1): without the header of the frame. */
  bytes: Buffer;
}

/** Reads the frames of a codec's streams, and writes headers and copy frames: all that joining clips needs. One object serves one video. */
export interface GopStreamOperations {
  /**
   * Reads the frames of a stream. All streams that one object reads must have the same parameter sets, and no frame may refer to one before
   * the last key frame.
   * @param hasFileHeader true: IVF starts with the header of a file, as ffmpeg writes it; false: the stream is a clip, which has none. Annex
   * B never has one
   * @throws UnsupportedStreamError or BitstreamError for any other stream
   */
  frames(pieces: AsyncIterable<Buffer>, hasFileHeader: boolean): AsyncGenerator<GopFrame, void>;

  /** SHA-256 (hex) over the parameter sets of the streams. @throws UnsupportedStreamError if it is read before the first frame */
  readonly parameterSetsHash: string;

  /**
   * Makes a frame that shows the last key frame once more, `framesAfterKeyFrame` (1 or more) frames after it.
   * @throws UnsupportedStreamError when such a frame cannot be written for this stream
   */
  copyFrame(framesAfterKeyFrame: number): Uint8Array;

  /** Bytes at the start of a stream; empty for Annex B. */
  readonly fileHeader: Uint8Array;

  /** The header of a frame; empty for Annex B. @param frameIndex its position in the stream or clip, from 0 */
  frameHeader(byteCount: number, frameIndex: number): Uint8Array;
}

/** A codec whose streams are consecutive GOPs: all but H.264. */
export interface GopStreamCodec {
  encoders: readonly FfmpegVideoEncoder[];
  /** Creates the object that reads and writes the streams of one video. */
  createStreamOperations(settings: VideoSettings): GopStreamOperations;
}

/** Output options of ffmpeg for a stream. @throws NoEncoderError when this ffmpeg cannot encode the codec; FfmpegError */
export async function gopOutputOptions(
  { encoders }: GopStreamCodec,
  { quality, width, height }: VideoSettings,
  stream: Omit<VideoStreamProperties, 'size' | 'quality'>,
  runtime: FfmpegRuntime,
): Promise<string[]> {
  const encoder = await requireUsableEncoder(encoders, runtime);
  return encoder.output({ ...stream, quality, size: { width, height } });
}
