import { stat } from 'node:fs/promises';
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

const ffmpegPath = (): string => config().ffmpegPath ?? installed();

/** The ffmpeg of this process: FFMPEG_PATH, else the one that npm installed, else the layer's. */
export const ffmpeg = (signal?: AbortSignal) => ({ ffmpegPath: ffmpegPath(), ...(signal ? { signal } : {}) });

/** Tells one build of the encoder from another: it is part of the name of all that it makes. */
export const encoderIdentity = lazy(async (): Promise<string> => {
  const { size } = await stat(ffmpegPath());
  return `ffmpeg-${size}`;
});
