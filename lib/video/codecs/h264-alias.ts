import { h264 } from './h264.ts';
import type { VideoCodec } from './video-codec.ts';

/** A made-up codec. */
export const h264Alias: VideoCodec = { ...h264 };
