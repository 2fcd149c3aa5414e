import { createH265Reader } from '../elementary/h265-reader.ts';
import { FFMPEG_ENCODERS } from '../ffmpeg/codec-encoders.ts';
import { gopClips } from '../gop/gop-clips.ts';
import { createHevcCoding } from '../gop/hevc-coding.ts';
import type { VideoCodec } from './video-codec.ts';

/** H.265 in Annex B. */
export const h265Codec: VideoCodec = {
  ...gopClips({ encoders: FFMPEG_ENCODERS.h265, createCoding: createHevcCoding }),
  createFrameReader: createH265Reader,
};
