import { createH265Reader } from '../elementary/h265-reader.ts';
import { keyFrameEveryNth } from '../ffmpeg/picture-arguments.ts';
import { x265Output } from '../ffmpeg/x265-arguments.ts';
import { gopClips } from '../gop/gop-codec.ts';
import { createHevcCoding } from '../gop/hevc-coding.ts';
import type { VideoCodec } from './video-codec.ts';

/** H.265 in Annex B. */
export const h265: VideoCodec = {
  ...gopClips({
    encoders: [
      {
        name: 'libx265',
        output: ({ keyframeEvery, ...stream }) => x265Output({ ...stream, keyframes: keyFrameEveryNth(keyframeEvery) }),
      },
    ],
    createCoding: createHevcCoding,
  }),
  createFrameReader: createH265Reader,
};
