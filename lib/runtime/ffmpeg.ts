import ffmpegInstaller from '@ffmpeg-installer/ffmpeg';
import { config } from './data.ts';

/** The ffmpeg of this process: the one that npm installed unless FFMPEG_PATH names another. */
export const ffmpeg = (signal: AbortSignal) => ({ ffmpegPath: config().ffmpegPath ?? ffmpegInstaller.path, signal });
