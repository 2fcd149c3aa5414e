import type { VideoCodecId } from '../codecs/codec-facts.ts';
import { type Av1EncoderName, av1OutputOptions } from './av1-arguments.ts';
import { forceKeyFrameEveryNthExpression } from './picture-arguments.ts';
import type { FfmpegVideoEncoder } from './video-encoders.ts';
import { vp9OutputOptions } from './vp9-arguments.ts';
import { x264OutputOptions } from './x264-arguments.ts';
import { x265OutputOptions } from './x265-arguments.ts';

const av1Encoder = (name: Av1EncoderName): FfmpegVideoEncoder => ({
  name,
  output: (stream) => av1OutputOptions({ ...stream, encoder: name }),
});

/**
 * ffmpeg's encoders of each codec, the better one first. They are separate from the programs of the codecs (`codecs/`). So code that only
 * checks which codecs an ffmpeg encodes, such as the start of the local stack, does not load these programs.
 */
export const FFMPEG_ENCODERS: Readonly<Record<VideoCodecId, readonly FfmpegVideoEncoder[]>> = {
  h264: [
    {
      name: 'libx264',
      output: ({ keyframeEvery, ...stream }) =>
        x264OutputOptions({ ...stream, keyframes: forceKeyFrameEveryNthExpression(keyframeEvery) }),
    },
  ],
  h265: [
    {
      name: 'libx265',
      output: ({ keyframeEvery, ...stream }) =>
        x265OutputOptions({ ...stream, keyframes: forceKeyFrameEveryNthExpression(keyframeEvery) }),
    },
  ],
  vp9: [
    {
      name: 'libvpx-vp9',
      output: ({ keyframeEvery, ...stream }) =>
        vp9OutputOptions({ ...stream, keyframes: forceKeyFrameEveryNthExpression(keyframeEvery) }),
    },
  ],
  av1: [av1Encoder('libsvtav1'), av1Encoder('libaom-av1')],
};
