import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { VideoMaker, Workspace } from '../renders/ports.ts';
import type { AssembleTools } from '../renders/work-assemble.ts';
import type { EncodeTools } from '../renders/work-encode.ts';
import { encodeAudioTrack } from '../video/audio/encode-track.ts';
import { createPainter } from '../video/drawing/painter.ts';
import { encodeSegment } from '../video/encode-segment.ts';
import { muxVideo } from '../video/mux.ts';
import { data } from './data.ts';
import { ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';

const POSTER_QUALITY = 85;

const maker: VideoMaker = {
  encodeSegment: (spec, pictures, outFile, signal) => encodeSegment(spec, pictures, outFile, ffmpeg(signal)),
  encodeAudio: async (spec, outFile, signal) => {
    await encodeAudioTrack(spec, outFile, ffmpeg(signal));
  },
  mux: (spec, outFile, signal) => muxVideo(spec, outFile, ffmpeg(signal)),
  poster: ({ width, height, rgba }) =>
    sharp(rgba, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: POSTER_QUALITY })
      .toBuffer(),
  audioSampleRate: 48_000,
};

const workspace: Workspace = async (work) => {
  const directory = await mkdtemp(join(tmpdir(), 'render-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

export const encodeTools = lazy(
  (): EncodeTools => ({ files: data().files, painter: lazy(() => createPainter()), maker, workspace }),
);

export const assembleTools = lazy((): AssembleTools => {
  const { renders, files, clock } = data();
  return { renders, files, maker, workspace, clock };
});
