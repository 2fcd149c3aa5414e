import { createAv1Reader } from '../elementary/av1-reader.ts';
import { FFMPEG_ENCODERS } from '../ffmpeg/codec-encoders.ts';
import { createAv1Coding } from '../gop/av1-coding.ts';
import { gopClips } from '../gop/gop-clips.ts';
import type { VideoCodec } from './video-codec.ts';

/** AV1 in IVF. Its stills are GOPs: no copy frames are written for it. */
export const av1Codec: VideoCodec = {
  ...gopClips({ encoders: FFMPEG_ENCODERS.av1, createCoding: createAv1Coding }),
  createFrameReader: createAv1Reader,
};
