import type { VideoCodecId } from '../codecs/codec-facts.ts';
import { type Av1Encoder, av1Output } from './av1-arguments.ts';
import { keyFrameEveryNth } from './picture-arguments.ts';
import type { VideoEncoder } from './video-encoders.ts';
import { vp9Output } from './vp9-arguments.ts';
import { x264Output } from './x264-arguments.ts';
import { x265Output } from './x265-arguments.ts';

const av1Encoder = (name: Av1Encoder): VideoEncoder => ({
  name,
  output: (stream) => av1Output({ ...stream, encoder: name }),
});

/**
 * ffmpeg's encoders of each codec, the better one first. They are separate from the programs of the codecs (`codecs/`). So code that only
 * checks which codecs an ffmpeg encodes, such as the start of the local stack, does not load these programs.
 */
export const FFMPEG_ENCODERS: Readonly<Record<VideoCodecId, readonly VideoEncoder[]>> = {
  h264: [
    {
      name: 'libx264',
      output: ({ keyframeEvery, ...stream }) => x264Output({ ...stream, keyframes: keyFrameEveryNth(keyframeEvery) }),
    },
  ],
  h265: [
    {
      name: 'libx265',
      output: ({ keyframeEvery, ...stream }) => x265Output({ ...stream, keyframes: keyFrameEveryNth(keyframeEvery) }),
    },
  ],
  vp9: [
    {
      name: 'libvpx-vp9',
      output: ({ keyframeEvery, ...stream }) => vp9Output({ ...stream, keyframes: keyFrameEveryNth(keyframeEvery) }),
    },
  ],
  av1: [av1Encoder('libsvtav1'), av1Encoder('libaom-av1')],
};
