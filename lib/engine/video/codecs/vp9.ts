import { createVp9FrameReader } from '../elementary/vp9-reader.ts';
import { FFMPEG_ENCODERS } from '../ffmpeg/codec-encoders.ts';
import { createGopClipOperations } from '../gop/create-gop-clip-operations.ts';
import { createVp9StreamOperations } from '../gop/vp9-stream-operations.ts';
import type { VideoCodec } from './video-codec.ts';

/** VP9 (profile 0) in IVF. */
export const vp9Codec: VideoCodec = {
  ...createGopClipOperations({ encoders: FFMPEG_ENCODERS.vp9, createStreamOperations: createVp9StreamOperations }),
  createFrameReader: createVp9FrameReader,
};
