import { createVp9Reader } from '../elementary/vp9-reader.ts';
import { FFMPEG_ENCODERS } from '../ffmpeg/codec-encoders.ts';
import { gopClips } from '../gop/gop-clips.ts';
import { createVp9Coding } from '../gop/vp9-coding.ts';
import type { VideoCodec } from './video-codec.ts';

/** VP9 (profile 0) in IVF. */
export const vp9Codec: VideoCodec = {
  ...gopClips({ encoders: FFMPEG_ENCODERS.vp9, createCoding: createVp9Coding }),
  createFrameReader: createVp9Reader,
};
