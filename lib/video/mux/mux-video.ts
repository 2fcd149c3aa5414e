import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isUnsupportedStream } from '../bits/stream-errors.ts';
import type { JoinedFrames } from '../clips/clip.ts';
import type { FileContents } from '../container/file-contents.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { isMp4Codec } from '../mp4/visual-sample-entry.ts';
import { writeMp4 } from '../mp4/write.ts';
import type { VideoSettings } from '../settings.ts';
import { writeWebm } from '../webm/write.ts';
import { checkMp4, checkWebm, type MuxedVideo } from './check-muxed.ts';

export { MuxCheckError, type MuxedVideo } from './check-muxed.ts';

export interface MuxSpec extends FileContents {
  /** H.264, H.265 and AV1 become MP4 files, VP9 a WebM file. */
  settings: VideoSettings;
  frames: number;
  /**
   * The elementary stream, without frames that are reordered: Annex B for H.264 and H.265, IVF for VP9 and AV1. It may be
   * asked for again.
   */
  stream(counted: JoinedFrames): AsyncIterable<Buffer>;
  /**
   * Encodes the whole stream anew, in one process, into this file. It is asked for when the clips of `stream` do not
   * join; without it that is an error.
   */
  reencode?: ((outFile: string) => Promise<void>) | undefined;
}

/**
 * Joins a stream, its sound and its texts into one file that can be played while it loads, and reads the file back to
 * check it. Nothing is left at `outFile` after a failure. Memory grows by some 4 bytes a frame.
 * @throws MuxCheckError; UnsupportedStreamError or BitstreamError; Mp4Error, WebmError or OggError; RangeError (chapters); FfmpegError
 * (only when encoding anew); or the abort's reason
 */
export async function muxVideo(spec: MuxSpec, outFile: string, { signal }: FfmpegRuntime): Promise<MuxedVideo> {
  const reencoded = `${outFile}.stream`;
  try {
    signal?.throwIfAborted();
    try {
      return await muxStream(spec, outFile, signal);
    } catch (error) {
      if (!spec.reencode || !isUnsupportedStream(error)) throw error;
      await spec.reencode(reencoded);
      const stream = () => createReadStream(reencoded, { highWaterMark: 1 << 18 });
      return await muxStream({ ...spec, stream }, outFile, signal);
    }
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  } finally {
    await rm(reencoded, { force: true });
  }
}

async function muxStream(spec: MuxSpec, outFile: string, signal: AbortSignal | undefined): Promise<MuxedVideo> {
  const { codec, width, height, fps } = spec.settings;
  const counted: JoinedFrames = { frames: 0, keyframes: [] };
  const plan = { ...spec, width, height, fps };
  const joined = isMp4Codec(codec)
    ? await writeMp4({ ...plan, codec }, spec.stream(counted), outFile, signal)
    : await writeWebm({ ...plan, codec }, spec.stream(counted), outFile, signal);
  // A stream that comes from a file does not count.
  const expected = counted.frames > 0 ? counted : joined;
  return isMp4Codec(codec) ? checkMp4(outFile, { ...plan, codec }, expected) : checkWebm(outFile, plan, expected);
}
