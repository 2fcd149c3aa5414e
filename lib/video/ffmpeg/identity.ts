import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_MS = 20_000;

/** Of the libraries that an ffmpeg is linked to, those that decide the bytes of a clip or of a sound. */
const CODEC_LIBRARY = /^lib(avcodec|avfilter|avformat|avutil|swscale|swresample|x264|x265|vpx|SvtAv1Enc|aom|opus)\./;

export interface LinkedLibrary {
  name: string;
  path: string;
}

/** The codec libraries in what `ldd` prints: lines of `libx264.so.164 => /lib/libx264.so.164 (0x00007f…)`. */
export const codecLibraries = (printed: string): LinkedLibrary[] =>
  [...printed.matchAll(/^\s*(\S+) => (\/.*?)(?: \(0x[0-9a-f]+\))?$/gm)].flatMap(([, name = '', path = '']) =>
    CODEC_LIBRARY.test(name) ? [{ name, path }] : [],
  );

/** The codec libraries that a binary is linked to; none of a static one, and none where there is no `ldd` (macOS). */
async function linkedLibraries(ffmpegPath: string): Promise<LinkedLibrary[]> {
  try {
    return codecLibraries((await run('ldd', [ffmpegPath], { timeout: MAX_MS })).stdout);
  } catch (error) {
    // It ends with 1 when the file is not dynamic. What fails in another way must not name a dynamic one as if it were
    // static.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 1 || code === 'ENOENT') return [];
    throw error;
  }
}

async function digest({ name, path }: LinkedLibrary): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `${name} ${hash.digest('hex')}`;
}

/**
 * A name that differs where another ffmpeg may make other bytes of the same pictures or sound. It covers the size of the
 * binary, what it says of itself (its version, how it was configured, the versions of libav*), and on Linux the contents
 * of the codec libraries that it is linked to, of whose versions it says nothing: an update of libx264 alone changes no
 * byte of ffmpeg. No times of files: npm and package managers set them as they like, and the ffmpeg of the npm package
 * has the same name on all machines of a platform. Not covered: the C library, plug-ins that are loaded at run time,
 * dynamic libraries outside Linux, and another static build of the same size that says the same of itself.
 */
export async function ffmpegIdentity(ffmpegPath: string, librariesOf = linkedLibraries): Promise<string> {
  const [{ size }, { stdout }, libraries] = await Promise.all([
    stat(ffmpegPath),
    run(ffmpegPath, ['-version'], { timeout: MAX_MS }),
    librariesOf(ffmpegPath).then((found) => Promise.all(found.map(digest))),
  ]);
  const decisive = JSON.stringify([size, stdout, libraries.toSorted()]);
  return `ffmpeg-${createHash('sha256').update(decisive).digest('hex').slice(0, 32)}`;
}
