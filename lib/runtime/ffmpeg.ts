import { createRequire } from 'node:module';
import { config } from './data.ts';
import { lazy } from './lazy.ts';

/** Where layers/ffmpeg puts the binary in Lambda, where the npm package is not there. */
const LAYER_BINARY = '/opt/bin/ffmpeg';

const installed = lazy((): string => {
  try {
    const { path } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };
    return path;
  } catch {
    return LAYER_BINARY;
  }
});

/** The ffmpeg of this process: FFMPEG_PATH, else the one that npm installed, else the layer's. */
export const ffmpeg = (signal: AbortSignal) => ({ ffmpegPath: config().ffmpegPath ?? installed(), signal });
