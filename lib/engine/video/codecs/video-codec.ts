import type { ClipOnTimeLine, EncodedClip, JoinedFrameCounts, MovingStretch } from '../clips/clip.ts';
import type { CodedFrameReader } from '../elementary/coded-frame-reader.ts';
import type { ElementaryStreamChunk } from '../elementary/synthesized-frames.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import type { RawOrYuvPicture } from '../picture.ts';
import type { VideoSettings } from '../settings.ts';

/**
 * The operations of a codec: encode and join its clips, and read its streams. Its facts are in `codec-facts.ts`, its ffmpeg encoders in
 * `../ffmpeg/codec-encoders.ts`.
 */
export interface VideoCodec {
  /** See `encodeStillClips`. */
  encodeStills(
    settings: VideoSettings,
    pictures: AsyncIterable<RawOrYuvPicture>,
    outFile: string,
    runtime: FfmpegRuntime,
  ): Promise<EncodedClip[]>;
  /** See `encodeMovingClips`. */
  encodeMoves(
    settings: VideoSettings,
    moves: AsyncIterable<MovingStretch>,
    outFile: string,
    runtime: FfmpegRuntime,
  ): Promise<EncodedClip[]>;
  /** See `joinClipsIntoElementaryStream`. @param frameCounts is updated while the stream is read */
  join(
    settings: VideoSettings,
    clips: readonly ClipOnTimeLine[],
    runtime: FfmpegRuntime,
    frameCounts: JoinedFrameCounts,
  ): AsyncGenerator<ElementaryStreamChunk>;
  /**
   * Decodes clips that cannot be joined, and encodes them again as one stream into a file. Absent: there is no such fallback, because it
   * would also fail, and would hide the fault of the clips.
   */
  encodeAsOneStream?(
    settings: VideoSettings,
    clips: readonly ClipOnTimeLine[],
    outFile: string,
    runtime: FfmpegRuntime,
  ): Promise<void>;
  /** A reader of one elementary stream. */
  createFrameReader(): CodedFrameReader;
}
