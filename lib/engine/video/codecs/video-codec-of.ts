import { av1 } from './av1.ts';
import type { Codec } from './codec-facts.ts';
import { h264 } from './h264.ts';
import { h265 } from './h265.ts';
import type { VideoCodec } from './video-codec.ts';
import { vp9 } from './vp9.ts';

const VIDEO_CODECS: Readonly<Record<Codec, VideoCodec>> = { h264, h265, vp9, av1 };

/** The program of a codec. */
export const videoCodecOf = (codec: Codec): VideoCodec => VIDEO_CODECS[codec];
