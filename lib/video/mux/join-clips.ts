import type { JoinedFrames, PlacedClip } from '../clips/clip.ts';
import type { FfmpegRuntime } from '../ffmpeg/run.ts';
import { joinGopClips } from '../gop/join-clips.ts';
import { joinH264Clips } from '../h264/join/join-clips.ts';
import type { VideoSettings } from '../settings.ts';

/**
 * Joins clips into one elementary stream: Annex B for H.264 and H.265, IVF with its file header for VP9 and AV1. Clips
 * are read, and `counted` is filled, while the stream is read. Memory does not grow with the length of the video or of
 * a clip.
 * @throws UnsupportedStreamError when clips cannot be joined (`reencodeClips` is the fallback); RangeError when a
 * moving clip is shown for another number of frames than it has
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
