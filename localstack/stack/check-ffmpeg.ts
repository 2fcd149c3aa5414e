import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { StartError } from '#emulators/host/start-error.ts';
import { findAvailableCodecs } from '#engine/video/codecs/find-available-codecs.ts';
import { FfmpegError } from '#engine/video/ffmpeg/run.ts';
import type { EnvironmentVariables } from './environment.ts';

const runProgram = promisify(execFile);

/** Matches the path of an ffmpeg that npm installed. */
const NPM_BINARY = /[\\/]node_modules[\\/]@ffmpeg-installer[\\/]/;
/** Matches the path of the binary that the layer has. */
const LAYER_BINARY = /[\\/]node_modules[\\/]@ffmpeg-installer[\\/]linux-x64[\\/]ffmpeg$/;
/**
 * Matches the path of npm's ffmpeg for Linux on arm64, of 2019: its libx265 encodes stills, but corrupts its memory with the zones that moving
 * pictures have (`x265-arguments.ts`), and aborts (lib/decisions/0037-everything-runs-on-x86.md).
 */
const BINARY_WITHOUT_H265 = /[\\/]node_modules[\\/]@ffmpeg-installer[\\/]linux-arm64[\\/]ffmpeg$/;

/** Milliseconds for `-version`, which takes 50 on an idle machine: the limit only ends a program that hangs. */
const MAX_CHECK_MS = 60_000;

/**
 * Checks that the ffmpeg of the functions runs: FFMPEG_PATH, else the one that npm installed. Without the check, the
 * fault would appear only in the first render.
 * @returns its path
 * @throws StartError with one line about the fault
 */
export async function checkFfmpeg(environment: EnvironmentVariables): Promise<string> {
  const path = environment.FFMPEG_PATH || installedFfmpeg();
  const fault = await findFault(path);
  if (fault !== undefined) throw new StartError(`${sourceOf(path)}: ${path} ${fault}`);
  return path;
}

/**
 * Finds the codecs of an ffmpeg other than that of Lambda: one that FFMPEG_PATH names, or that of another platform. Testing them takes a
 * second.
 * @returns their ids, separated by commas; undefined for the ffmpeg of Lambda, whose codecs serverless.yml names
 * @throws StartError if it encodes none
 */
export async function codecsOfCustomFfmpeg(ffmpegPath: string): Promise<string | undefined> {
  if (LAYER_BINARY.test(ffmpegPath)) return undefined;
  try {
    const codecs = await findAvailableCodecs({ ffmpegPath });
    return codecs.filter((codec) => codec !== 'h265' || !BINARY_WITHOUT_H265.test(ffmpegPath)).join();
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error;
    throw new StartError(`${sourceOf(ffmpegPath)}: ${ffmpegPath} encodes no video: ${error.message}`);
  }
}

function installedFfmpeg(): string {
  try {
    return (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path;
  } catch {
    throw new StartError('npm installed no ffmpeg for this system; set FFMPEG_PATH');
  }
}

/** The place from which the path of an ffmpeg comes, at the start of a message. */
const sourceOf = (path: string): string => (NPM_BINARY.test(path) ? 'the ffmpeg of npm' : 'FFMPEG_PATH');

/** The fault of an ffmpeg, as the end of a sentence about its path; undefined if there is none. */
async function findFault(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) return 'is not a file';
  } catch {
    return 'does not exist';
  }
  try {
    await access(path, constants.X_OK);
  } catch {
    return 'is not executable';
  }
  try {
    const { stdout } = await runProgram(path, ['-version'], { timeout: MAX_CHECK_MS });
    return stdout.startsWith('ffmpeg version') ? undefined : 'does not answer -version as ffmpeg does';
  } catch {
    return 'cannot be run: -version fails';
  }
}
