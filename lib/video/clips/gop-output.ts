import { av1Output } from '../ffmpeg/av1-arguments.ts';
import { FfmpegError, type FfmpegRuntime } from '../ffmpeg/run.ts';
import { vp9Output } from '../ffmpeg/vp9-arguments.ts';
import { everyNthFrame } from '../ffmpeg/x264-arguments.ts';
import { x265Output } from '../ffmpeg/x265-arguments.ts';
import type { VideoSettings } from '../settings.ts';
import { videoEncoder } from './codecs.ts';

export interface GopOutput {
  /** How many frames come, if they are a move. */
  moving?: number | undefined;
  /** Every how many frames there is a key frame, the first included. */
  keyframeEvery: number;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/** ffmpeg's output options for a stream of this codec. @throws FfmpegError when the binary cannot encode it */
export async function gopOutput(
  { codec, quality, width, height }: VideoSettings,
  { moving, keyframeEvery, filters }: GopOutput,
  runtime: FfmpegRuntime,
): Promise<string[]> {
  const encoder = await videoEncoder(codec, runtime);
  const options = { quality, moving, keyframes: everyNthFrame(keyframeEvery), filters };
  switch (encoder) {
    case 'libx265':
      return x265Output({ ...options, size: { width, height } });
    case 'libvpx-vp9':
      return vp9Output(options);
    case 'libsvtav1':
    case 'libaom-av1':
      return av1Output({ encoder, quality, moving, keyframeEvery, filters });
    default:
      throw new FfmpegError(`ffmpeg has no usable encoder for ${codec}`);
  }
}
