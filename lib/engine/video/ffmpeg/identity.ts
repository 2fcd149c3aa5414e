import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { VideoCodecId } from '../codecs/codec-facts.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;

/** Libraries that encode the pictures of each codec: those of the encoders in `codec-encoders.ts`. */
const ENCODER_LIBRARIES: Readonly<Record<VideoCodecId, readonly string[]>> = {
  h264: ['x264'],
  h265: ['x265'],
  vp9: ['vpx'],
  av1: ['SvtAv1Enc', 'aom'],
};
/** Libraries of ffmpeg, and the one that encodes sound for WebM. */
const OTHER_LIBRARIES = ['avcodec', 'avfilter', 'avformat', 'avutil', 'swscale', 'swresample', 'opus'];

/** Names of linked libraries that decide the bytes of a clip or a soundtrack. */
const CODEC_LIBRARY = new RegExp(
  `^lib(${[...OTHER_LIBRARIES, ...Object.values(ENCODER_LIBRARIES).flat()].join('|')})\\.`,
);

/** A dynamic library of a binary. */
export interface LinkedLibrary {
  name: string;
  path: string;
}

/** The codec libraries in the output of `ldd`: lines such as `libx264.so.164 => /lib/libx264.so.164 (0x00007f…)`. */
export const parseLddCodecLibraries = (printed: string): LinkedLibrary[] =>
  [...printed.matchAll(/^\s*(\S+) => (\/.*?)(?: \(0x[0-9a-f]+\))?$/gm)].flatMap(([, name = '', path = '']) =>
    CODEC_LIBRARY.test(name) ? [{ name, path }] : [],
  );

/** The codec libraries of a binary. Empty for a static one, and where `ldd` is missing (macOS). */
async function linkedLibraries(ffmpegPath: string): Promise<LinkedLibrary[]> {
  try {
    return parseLddCodecLibraries((await run('ldd', [ffmpegPath], { timeout: TIMEOUT_MS })).stdout);
  } catch (error) {
    // ldd exits with 1 for a static binary. After any other failure a dynamic one must not be taken for static.
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
 * An identifier of an ffmpeg build, which changes when the same input may give other bytes. It covers the size of the binary, the output of
 * `-version` (version, configuration, versions of libav*) and, on Linux, the contents of its codec libraries. The libraries count because
 * an update of libx264 alone does not change ffmpeg itself. File times are ignored, because package managers set them arbitrarily; the
 * ffmpeg of the npm package has the same name on all machines of a platform. Not covered: the C library, plug-ins loaded at run time,
 * dynamic libraries outside Linux, and static builds of the same size and `-version` output.
 */
export async function ffmpegIdentity(ffmpegPath: string, librariesOf = linkedLibraries): Promise<string> {
  const [{ size }, { stdout }, libraries] = await Promise.all([
    stat(ffmpegPath),
    run(ffmpegPath, ['-version'], { timeout: TIMEOUT_MS }),
    librariesOf(ffmpegPath).then((linked) => Promise.all(linked.map(digest))),
  ]);
  const identifyingFacts = JSON.stringify([size, stdout, libraries.toSorted()]);
  return `ffmpeg-${createHash('sha256').update(identifyingFacts).digest('hex').slice(0, 32)}`;
}
