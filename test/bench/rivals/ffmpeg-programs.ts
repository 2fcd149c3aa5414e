import { chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';

/** The package that brings ffprobe along, for rivals that ask for it. */
export const FFPROBE_PACKAGE = '@ffprobe-installer/ffprobe@2.1.2';

/** Where ffmpeg and ffprobe are: the given ffmpeg, as in the naive run, and what the package in this folder brought. */
export async function ffmpegPrograms(folder: string): Promise<{ ffmpeg: string; ffprobe: string }> {
  const require = createRequire(join(folder, 'package.json'));
  const { path: ffprobe } = require('@ffprobe-installer/ffprobe') as { path: string };
  await chmod(ffprobe, 0o755);
  return { ffmpeg: bundledFfmpeg, ffprobe };
}
