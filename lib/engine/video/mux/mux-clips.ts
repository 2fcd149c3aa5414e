import { errorMessageOf } from '#kernel/shared/error-message.ts';
import { canEncodeDifferentlyAfterError } from '../bits/stream-errors.ts';
import type { ClipOnTimeLine, JoinedFrameCounts } from '../clips/clip.ts';
import { videoCodecOf } from '../codecs/video-codec-of.ts';
import type { ElementaryStreamChunk } from '../elementary/synthesized-frames.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import type { VideoSettings } from '../settings.ts';
import { type MuxedVideo, muxVideo, type VideoMuxSpec } from './mux-video.ts';

/** Inputs to the file of a video: settings, contents, and the clips in order. */
export type ClipsMuxSpec = Omit<VideoMuxSpec, 'stream' | 'reencode' | 'fades'> & { clips: readonly ClipOnTimeLine[] };

/** Clips cannot be joined, and their codec has no fallback. The cause states the reason. */
export class ClipsDoNotJoinError extends Error {
  override name = 'ClipsDoNotJoinError';
}

/**
 * Joins clips, their soundtrack and their texts into one file. Clips that cannot be joined are encoded again, if their codec has
 * such a fallback.
 * @throws ClipsDoNotJoinError; otherwise as `muxVideo`
 */
export async function muxClips(
  { clips, ...spec }: ClipsMuxSpec,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<MuxedVideo> {
  const { settings } = spec;
  const { encodeAsOneStream } = videoCodecOf(settings.codec);
  const reencode: VideoMuxSpec['reencode'] =
    encodeAsOneStream && ((file) => encodeAsOneStream(settings, clips, file, runtime));
  const fades = clips.filter(({ fadesIn, clip, zoom }) => fadesIn || clip.drifts || zoom).length;
  const stream: VideoMuxSpec['stream'] = (frameCounts) =>
    joinClipsIntoElementaryStream(settings, clips, runtime, frameCounts);
  try {
    return await muxVideo({ ...spec, stream, reencode, fades }, outFile, runtime);
  } catch (error) {
    if (reencode || !canEncodeDifferentlyAfterError(error)) throw error;
    const reason = errorMessageOf(error);
    throw new ClipsDoNotJoinError(`the ${settings.codec} clips do not join, and are not encoded again: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * Joins clips into one elementary stream of their codec: Annex B, or IVF with its file header. Clips are read while the stream is read. Memory does not grow with the length of the video or of a clip.
 * @param frameCounts receives the counts of frames and key frames while the stream is read
 * @throws UnsupportedStreamError when clips cannot be joined (`reencodeClipsAsOneStream` is the fallback); RangeError when a
 * moving clip is shown for another number of frames than it has
 */
export function joinClipsIntoElementaryStream(
  settings: VideoSettings,
  clips: readonly ClipOnTimeLine[],
  runtime: FfmpegRuntime,
  frameCounts: JoinedFrameCounts,
): AsyncGenerator<ElementaryStreamChunk> {
  return videoCodecOf(settings.codec).join(settings, clips, runtime, frameCounts);
}
