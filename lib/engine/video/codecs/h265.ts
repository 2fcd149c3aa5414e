import { createH265FrameReader } from '../elementary/h265-reader.ts';
import { FFMPEG_ENCODERS } from '../ffmpeg/codec-encoders.ts';
import { createGopClipOperations } from '../gop/create-gop-clip-operations.ts';
import { createHevcStreamOperations } from '../gop/hevc-stream-operations.ts';
import type { VideoCodec } from './video-codec.ts';

/** H.265 in Annex B. */
export const h265Codec: VideoCodec = {
  ...createGopClipOperations({ encoders: FFMPEG_ENCODERS.h265, createStreamOperations: createHevcStreamOperations }),
  createFrameReader: createH265FrameReader,
};
