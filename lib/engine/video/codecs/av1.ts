import { createAv1FrameReader } from '../elementary/av1-reader.ts';
import { FFMPEG_ENCODERS } from '../ffmpeg/codec-encoders.ts';
import { createAv1StreamOperations } from '../gop/av1-stream-operations.ts';
import { createGopClipOperations } from '../gop/create-gop-clip-operations.ts';
import type { VideoCodec } from './video-codec.ts';

/** AV1 in IVF. Its stills are GOPs: no copy frames are written for it. */
export const av1Codec: VideoCodec = {
  ...createGopClipOperations({ encoders: FFMPEG_ENCODERS.av1, createStreamOperations: createAv1StreamOperations }),
  createFrameReader: createAv1FrameReader,
};
