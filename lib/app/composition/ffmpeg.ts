import { createRequire } from 'node:module';
import { ffmpegIdentity } from '#engine/video/ffmpeg/identity.ts';
import { lazy } from './lazy.ts';
import { functionConfig } from './settings.ts';

/** Path at which layers/ffmpeg puts the binary in Lambda, where the npm package is missing. */
const LAYER_BINARY = '/opt/bin/ffmpeg';

/** Path of the ffmpeg of the npm package, else of the layer. */
const installedFfmpegPath = lazy((): string => {
  try {
    const { path } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string };
    return path;
  } catch {
    return LAYER_BINARY;
  }
});

const ffmpegPath = (): string => functionConfig().ffmpegPath ?? installedFfmpegPath();

/** Path of ffmpeg for this process (FFMPEG_PATH, else the one that npm installed, else the layer's), and the signal that aborts it. */
export const ffmpegRuntime = (signal?: AbortSignal) => ({ ffmpegPath: ffmpegPath(), ...(signal ? { signal } : {}) });

let buildIdentity: Promise<string> | undefined;

/**
 * The identity of the ffmpeg build, which is part of the content address of everything that it encodes. Read once for each process: when
 * ffmpeg is replaced under a running service, the service must be started again.
 */
export function ffmpegBuildIdentity(): Promise<string> {
  // A failure is not cached: the machine may be short of processes or memory only for a moment.
  buildIdentity ??= ffmpegIdentity(ffmpegPath()).catch((error: unknown) => {
    buildIdentity = undefined;
    throw error;
  });
  return buildIdentity;
}
