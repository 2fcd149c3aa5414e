import sharp from 'sharp';
import type { AssembleDeps } from '../renders/assemble-render.ts';
import type { EncodeDeps } from '../renders/encode-segment.ts';
import type { VideoMaker } from '../renders/ports.ts';
import { ByteCache } from '../shared/byte-cache.ts';
import { encodeSoundtrackParts, encodeWholeSoundtrack, joinSoundtrack } from '../video/audio/encode-soundtrack.ts';
import { createPainter } from '../video/drawing/paint/painter.ts';
import { encodeMovingClips, encodeStillClips } from '../video/encode-clips.ts';
import { muxClips } from '../video/mux/mux-clips.ts';
import { countExternalMemoryInGcLimit } from './external-memory-gc.ts';
import { ffmpeg } from './ffmpeg.ts';
import { lazy } from './lazy.ts';
import { services } from './services.ts';
import { workspace } from './workspace.ts';

const POSTER_QUALITY = 85;

const maker: VideoMaker = {
  encodeStillClips: (settings, pictures, outFile, signal) =>
    encodeStillClips(settings, pictures, outFile, ffmpeg(signal)),
  encodeMovingClips: (settings, moves, outFile, signal) => encodeMovingClips(settings, moves, outFile, ffmpeg(signal)),
  encodeSoundtrackParts: (parts, fileOf, signal) => encodeSoundtrackParts(parts, fileOf, ffmpeg(signal)),
  joinSoundtrack: (spec, parts, outFile, signal) => joinSoundtrack(spec, parts, outFile, ffmpeg(signal)),
  encodeSoundWhole: (spec, fileOf, outFile, signal) => encodeWholeSoundtrack(spec, fileOf, outFile, ffmpeg(signal)),
  mux: (finished, outFile, signal) => muxClips(finished, outFile, ffmpeg(signal)),
  poster: ({ width, height, rgba }) =>
    sharp(rgba, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .jpeg({ quality: POSTER_QUALITY })
      .toBuffer(),
};

export const encodeDeps = lazy((): EncodeDeps => {
  countExternalMemoryInGcLimit();
  const { files, artifacts, clock } = services();
  return { files, artifacts, clock, painter: lazy(() => createPainter()), maker, workspace };
});

/** A poster has about 100 KB at 1080p, and up to 1 MB at 2160p. */
const KEPT_POSTER_BYTES = 4 * 2 ** 20;

export const assembleDeps = lazy((): AssembleDeps => {
  const posters = new ByteCache<Uint8Array>(KEPT_POSTER_BYTES, ({ length }) => length);
  return { ...encodeDeps(), posters, renders: services().renders };
});
