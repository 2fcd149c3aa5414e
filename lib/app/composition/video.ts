import {
  encodeSoundtrackAsMp3,
  encodeSoundtrackParts,
  encodeWholeSoundtrack,
  joinSoundtrack,
} from '#engine/video/audio/encode-soundtrack.ts';
import { createSlideAndCaptionPainter } from '#engine/video/drawing/paint/slide-and-caption-painter.ts';
import { encodeMovingClips, encodeStillClips } from '#engine/video/encode-clips.ts';
import { muxClips } from '#engine/video/mux/mux-clips.ts';
import { encodeAnimatedGif } from '#engine/video/stills/animated-gif.ts';
import { encodeJpeg, shrinkPictureTo } from '#engine/video/stills/jpeg.ts';
import { createPicturePdfWriter } from '#engine/video/stills/picture-pdf.ts';
import type { EncodeVideoPartsDeps } from '#features/renders/encode-segment.ts';
import { NonRetryableRenderError } from '#features/renders/failure.ts';
import type { ExtraFilesMaker } from '#features/renders/make-extra-files.ts';
import type { AssembleVideoDeps } from '#features/renders/perform-render-assembly-task.ts';
import type { VideoPartEncoder } from '#features/renders/ports.ts';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import { ServiceError } from '#kernel/shared/errors.ts';
import { createTemplateFileReader } from './drawn-files.ts';
import { countExternalMemoryInGcLimit } from './external-memory-gc.ts';
import { ffmpegRuntime } from './ffmpeg.ts';
import { footageReader } from './footage.ts';
import { lazy } from './lazy.ts';
import { sharedServices } from './services.ts';
import { withTemporaryFolder } from './with-temporary-folder.ts';

/** Qualities of JPEG files, from 1 to 100. */
const POSTER_QUALITY = 85;
const THUMBNAIL_QUALITY = 82;
/** Higher than the other qualities: pages of a PDF have small text and are printed. */
const PAGE_QUALITY = 92;

const videoMaker: VideoPartEncoder = {
  encodeStillClips: (settings, pictures, outFile, signal) =>
    encodeStillClips(settings, pictures, outFile, ffmpegRuntime(signal)),
  encodeMovingClips: (settings, moves, outFile, signal) =>
    encodeMovingClips(settings, moves, outFile, ffmpegRuntime(signal)),
  encodeSoundtrackParts: (parts, fileOf, signal) => encodeSoundtrackParts(parts, fileOf, ffmpegRuntime(signal)),
  joinSoundtrack: (spec, parts, outFile, signal) => joinSoundtrack(spec, parts, outFile, ffmpegRuntime(signal)),
  encodeSoundWhole: (spec, fileOf, outFile, signal) =>
    encodeWholeSoundtrack(spec, fileOf, outFile, ffmpegRuntime(signal)),
  mux: (finished, outFile, signal) => muxClips(finished, outFile, ffmpegRuntime(signal)),
  encodePoster: (picture) => encodeJpeg(picture, POSTER_QUALITY),
};

const extraFilesMaker: ExtraFilesMaker = {
  shrink: shrinkPictureTo,
  thumbnail: (picture) => encodeJpeg(picture, THUMBNAIL_QUALITY),
  page: (picture) => encodeJpeg(picture, PAGE_QUALITY, { sharpText: true }),
  gif: encodeAnimatedGif,
  pdf: createPicturePdfWriter,
  mp3: (spec, title, fileOf, outFile, signal) =>
    encodeSoundtrackAsMp3(spec, title, fileOf, outFile, ffmpegRuntime(signal)),
};

/**
 * Makes a function that reads fonts and logos for a render.
 * @returns a function that throws NonRetryableRenderError `font_unreadable`, which ends the render without another attempt
 */
function createRenderFileReader(): (key: string) => Promise<Uint8Array> {
  const readFile = createTemplateFileReader();
  return async (key) => {
    try {
      return await readFile(key);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'font_invalid') throw error;
      throw new NonRetryableRenderError('font_unreadable', error.message, { cause: error });
    }
  };
}

/** Dependencies of drawing and encoding. */
export const drawAndEncodeDeps = lazy((): EncodeVideoPartsDeps => {
  countExternalMemoryInGcLimit();
  const { files, artifacts, clock } = sharedServices();
  return {
    files,
    artifacts,
    clock,
    footage: footageReader(files),
    painter: lazy(() => createSlideAndCaptionPainter(createRenderFileReader())),
    maker: videoMaker,
    workspace: withTemporaryFolder,
  };
});

/** The most bytes of posters that a process keeps. A poster has about 100 KB at 1080p, and up to 1 MB at 2160p. */
const KEPT_POSTER_BYTES = 4 * 2 ** 20;

/** Dependencies of the assembly of videos. */
export const assembleVideoDeps = lazy((): AssembleVideoDeps => {
  const posters = new ByteLimitedLruCache<Uint8Array>(KEPT_POSTER_BYTES, ({ length }) => length);
  return { ...drawAndEncodeDeps(), posters, extras: extraFilesMaker, renders: sharedServices().renders };
});
