import { createVp9Reader } from '../elementary/vp9-reader.ts';
import { keyFrameEveryNth } from '../ffmpeg/picture-arguments.ts';
import { vp9Output } from '../ffmpeg/vp9-arguments.ts';
import { gopClips } from '../gop/gop-codec.ts';
import { createVp9Coding } from '../gop/vp9-coding.ts';
import type { VideoCodec } from './video-codec.ts';

/** VP9 (profile 0) in IVF. */
export const vp9: VideoCodec = {
  ...gopClips({
    encoders: [
      {
        name: 'libvpx-vp9',
        output: ({ keyframeEvery, ...stream }) => vp9Output({ ...stream, keyframes: keyFrameEveryNth(keyframeEvery) }),
      },
    ],
    createCoding: createVp9Coding,
  }),
  createFrameReader: createVp9Reader,
};
