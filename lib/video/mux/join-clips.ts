import type { JoinedFrames, PlacedClip } from '../clips/clip.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { joinGopClips } from '../gop/join-clips.ts';
import { joinH264Clips } from '../h264/join/join-clips.ts';
import type { VideoSettings } from '../settings.ts';

/**
 * The video as one elementary stream: Annex B for H.264 and H.265, IVF with its file header for VP9 and AV1. Clips are read
 * while the stream is, and `counted` is filled; memory does not grow with the length of the video or of a moving clip.
 * @throws UnsupportedStreamError where clips do not join as they are (`reencodeClips` makes a stream of them then); RangeError where a
 * moving clip is not shown for as many frames as it has
 */
export function joinClips(
  settings: VideoSettings,
  clips: readonly PlacedClip[],
  runtime: FfmpegRuntime,
  counted: JoinedFrames,
): AsyncGenerator<Buffer> {
  return settings.codec === 'h264'
    ? joinH264Clips(settings, clips, runtime, counted)
    : joinGopClips(settings, clips, counted);
}
