import { createAv1Reader } from '../elementary/av1-reader.ts';
import { type Av1Encoder, av1Output } from '../ffmpeg/av1-arguments.ts';
import type { VideoEncoder } from '../ffmpeg/video-encoders.ts';
import { createAv1Coding } from '../gop/av1-coding.ts';
import { gopClips } from '../gop/gop-codec.ts';
import type { VideoCodec } from './video-codec.ts';

const encoder = (name: Av1Encoder): VideoEncoder => ({
  name,
  output: (stream) => av1Output({ ...stream, encoder: name }),
});

/** AV1 in IVF. Its stills are GOPs: no copy frames are written for it. */
export const av1: VideoCodec = {
  ...gopClips({ encoders: [encoder('libsvtav1'), encoder('libaom-av1')], createCoding: createAv1Coding }),
  createFrameReader: createAv1Reader,
};
