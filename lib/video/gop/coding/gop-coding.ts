/** One frame, shown as soon as it is decoded. */
export interface GopFrame {
  isKey: boolean;
  /** H.265: Annex B, with the parameter sets before a key frame. VP9 and AV1: the frame without its IVF header. */
  bytes: Buffer;
}
/** What this service has to know of a codec to cut, repeat and join its streams. One object reads one video. */
export interface GopCoding {
  /**
   * The frames of a stream. All streams that one object reads have the same parameter sets, and every key frame starts
   * anew. `isFile`: it is as ffmpeg writes it (with the header of an IVF file), not a clip.
   * @throws UnsupportedStreamError or BitstreamError for another stream than that
   */
  frames(pieces: AsyncIterable<Buffer>, isFile: boolean): AsyncGenerator<GopFrame, void>;

  /** SHA-256 (hex) of what the streams have in common. @throws UnsupportedStreamError before the first frame was read */
  readonly parameterSetsHash: string;

  /**
   * A frame that shows the key frame before it once more; it comes `order` (1 or more) frames behind that.
   * @throws UnsupportedStreamError where such a frame cannot be written for this stream
   */
  copyFrame(order: number): Uint8Array;

  /** What a stream starts with. */
  readonly fileHeader: Uint8Array;

  /** What stands before a frame that is shown at frame `time` of the stream, or lies at `time` in its clip. */
  frameHeader(bytes: number, time: number): Uint8Array;
}
