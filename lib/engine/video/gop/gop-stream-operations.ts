import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { findUsableEncoder, type VideoEncoder, type VideoStreamProperties } from '../ffmpeg/video-encoders.ts';
import type { VideoSettings } from '../settings.ts';

/** Frame of a stream in which frames are shown in decoding order. */
export interface GopFrame {
  isKey: boolean;
  /** In Annex B: a key frame with the parameter sets before it. In IVF: without the header of the frame. */
  bytes: Buffer;
}

/** The operations on the streams of a codec that joining clips needs: reading frames, and writing headers and copies. One object serves one video. */
export interface GopStreamOperations {
  /**
   * Reads the frames of a stream. All streams that one object reads must have the same parameter sets, and no frame may refer to one before
   * the last key frame.
   * @param isFile true: the stream is one that ffmpeg wrote (with the header of an IVF file); false: a clip
   * @throws UnsupportedStreamError or BitstreamError for any other stream
   */
  frames(pieces: AsyncIterable<Buffer>, isFile: boolean): AsyncGenerator<GopFrame, void>;

  /** SHA-256 (hex) over the parameter sets of the streams. @throws UnsupportedStreamError before the first frame */
  readonly parameterSetsHash: string;

  /**
   * Makes a frame that shows the last key frame once more, `order` (1 or more) frames after it.
   * @throws UnsupportedStreamError when such a frame cannot be written for this stream
   */
  copyFrame(order: number): Uint8Array;

  /** Bytes at the start of a stream; empty for Annex B. */
  readonly fileHeader: Uint8Array;

  /** Header of a frame of `bytes` bytes. `time`: its position in the stream or clip, in frames. */
  frameHeader(bytes: number, time: number): Uint8Array;
}

/** Codec whose streams are consecutive GOPs: all but H.264. */
export interface GopCodec {
  encoders: readonly VideoEncoder[];
  /** Creates the object that cuts, repeats and joins the streams of one video. */
  createCoding(settings: VideoSettings): GopStreamOperations;
}

/** Output options of ffmpeg for a stream. @throws NoEncoderError when this ffmpeg cannot encode the codec; FfmpegError */
export async function gopOutputOptions(
  { encoders }: GopCodec,
  { quality, width, height }: VideoSettings,
  stream: Omit<VideoStreamProperties, 'size' | 'quality'>,
  runtime: FfmpegRuntime,
): Promise<string[]> {
  const encoder = await findUsableEncoder(encoders, runtime);
  return encoder.output({ ...stream, quality, size: { width, height } });
}
