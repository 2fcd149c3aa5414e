import { createRequire } from 'node:module';
import { ffmpegIdentity } from '#engine/video/ffmpeg/identity.ts';
import { lazy } from './lazy.ts';
import { config } from './services.ts';

/** Path at which layers/ffmpeg puts the binary in Lambda, where the npm package is missing. */
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

let identity: Promise<string> | undefined;

/**
 * Tells one build of the encoder from another: it is part of the name of all that it makes. Found out once a process: an
 * encoder that is replaced under a running service gets its new name when that is started again.
 */
export function encoderIdentity(): Promise<string> {
  // A failure is not kept: a machine that could start no process for a moment can do so later.
  identity ??= ffmpegIdentity(ffmpegPath()).catch((error: unknown) => {
    identity = undefined;
    throw error;
  });
  return identity;
}
