import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { canEncodeDifferentlyAfterError } from '../bits/stream-errors.ts';
import type { JoinedFrameCounts } from '../clips/clip.ts';
import type { NonPictureFileContents } from '../container/file-contents.ts';
import { type ElementaryStreamChunk, iterateElementaryStreamBytes } from '../elementary/synthesized-frames.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { isMp4Codec } from '../mp4/visual-sample-entry.ts';
import { writeMp4 } from '../mp4/write-mp4.ts';
import type { VideoSettings } from '../settings.ts';
import { writeWebm } from '../webm/write-webm.ts';
import { checkMp4AgainstPlan, checkWebmAgainstPlan, type MuxedVideo } from './check-muxed.ts';

export type { MuxedVideo } from './check-muxed.ts';

/** Inputs to a video file: its stream, and its other contents. */
export interface VideoMuxSpec extends NonPictureFileContents {
  /** The codec decides the kind of file (`containerOfCodec`). */
  settings: VideoSettings;
  frames: number;
  /** The number of clips whose frames the decoder blends, or in which parts drift. If it is not 0, the stream declares its display order. */
  fades?: number | undefined;
  /**
   * Opens the elementary stream, whose frames are not reordered except by `fades`: Annex B or IVF.
   * `frameCounts` is updated while it is read. It may be called again.
   */
  stream(frameCounts: JoinedFrameCounts): AsyncIterable<ElementaryStreamChunk>;
  /**
   * The fallback for clips of `stream` that cannot be joined: encodes the whole stream, in one process, into this file. Absent: such clips
   * are an error.
   */
  reencode?: ((outFile: string) => Promise<void>) | undefined;
}

/**
 * Muxes a stream, its soundtrack and its texts into one file that plays while it loads, and reads the file back to check it. After a
 * failure nothing is left at `outFile`. Memory grows by about 4 bytes per frame.
 * @throws MuxCheckError; UnsupportedStreamError or BitstreamError; Mp4Error, WebmError or OggError; RangeError (chapters); FfmpegError
 * (only from the fallback); or the signal's reason after an abort
 */
export async function muxVideo(spec: VideoMuxSpec, outFile: string, { signal }: FfmpegRuntime): Promise<MuxedVideo> {
  const reencodedFile = `${outFile}.stream`;
  try {
    signal?.throwIfAborted();
    try {
      return await muxStream(spec, outFile, signal);
    } catch (error) {
      if (!spec.reencode || !canEncodeDifferentlyAfterError(error)) throw error;
      await spec.reencode(reencodedFile);
      const stream = () => createReadStream(reencodedFile, { highWaterMark: 1 << 18 });
      return await muxStream({ ...spec, stream }, outFile, signal);
    }
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  } finally {
    await rm(reencodedFile, { force: true });
  }
}

async function muxStream(spec: VideoMuxSpec, outFile: string, signal: AbortSignal | undefined): Promise<MuxedVideo> {
  const { codec, width, height, fps } = spec.settings;
  const frameCounts: JoinedFrameCounts = { frames: 0, keyframes: [] };
  const plan = { ...spec, width, height, fps };
  const joined = isMp4Codec(codec)
    ? await writeMp4({ ...plan, codec }, spec.stream(frameCounts), outFile, signal)
    : await writeWebm({ ...plan, codec }, iterateElementaryStreamBytes(spec.stream(frameCounts)), outFile, signal);
  // The stream of the fallback comes from a file and does not count frames.
  const expected = frameCounts.frames > 0 ? frameCounts : joined;
  return isMp4Codec(codec)
    ? checkMp4AgainstPlan(outFile, { ...plan, codec }, expected)
    : checkWebmAgainstPlan(outFile, plan, expected);
}
