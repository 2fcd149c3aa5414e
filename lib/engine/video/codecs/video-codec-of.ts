import { av1Codec } from './av1.ts';
import type { VideoCodecId } from './codec-facts.ts';
import { h264Codec } from './h264.ts';
import { h265Codec } from './h265.ts';
import type { VideoCodec } from './video-codec.ts';
import { vp9Codec } from './vp9.ts';

const VIDEO_CODECS: Readonly<Record<VideoCodecId, VideoCodec>> = {
  h264: h264Codec,
  h265: h265Codec,
  vp9: vp9Codec,
  av1: av1Codec,
};

/** Returns the implementation of a codec: it encodes and joins clips, and reads streams. */
export const videoCodecOf = (codec: VideoCodecId): VideoCodec => VIDEO_CODECS[codec];
