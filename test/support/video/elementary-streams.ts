import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FrameRate } from '#engine/video/settings.ts';
import { ffmpegOutput, patternedPicture } from './pictures.ts';

export const SIZE = { width: 160, height: 96 };

/** Codecs whose streams are made by the given ffmpeg; that of AV1 is a fixture. */
type MadeCodec = 'h264' | 'h265' | 'vp9';

/** Options for streams without reordered frames, with a key frame at each `every`th frame. */
const ENCODERS: Readonly<Record<MadeCodec, (every: number) => string[]>> = {
  h264: (every) => [
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-x264-params', `bframes=0:ref=1:scenecut=0:keyint=${every}`],
    ...['-f', 'h264'],
  ],
  h265: (every) => [
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-f', 'hevc', '-x265-params'],
    `log-level=error:bframes=0:scenecut=0:open-gop=0:repeat-headers=1:keyint=${every}:min-keyint=${every}`,
  ],
  vp9: (every) => [
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-auto-alt-ref', '0', '-lag-in-frames', '0'],
    ...['-g', String(every), '-keyint_min', String(every), '-f', 'ivf'],
  ],
};

const COLOURS = ['-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

export interface StreamSpec {
  frames: number;
  fps: FrameRate;
  /** A key frame at each `every`th. */
  every: number;
  /** More options. */
  extra?: readonly string[];
}

/** An elementary stream in which every frame is another picture. */
export async function elementaryStream(codec: MadeCodec, spec: StreamSpec): Promise<Buffer> {
  const { frames, fps, every, extra = [] } = spec;
  const raw = Array.from({ length: frames }, (_, seed) => Buffer.from(patternedPicture(SIZE, seed).rgba));
  const size = `${SIZE.width}x${SIZE.height}`;
  const options = ['-f', 'rawvideo', '-pixel_format', 'rgba', '-video_size', size, '-framerate', String(fps)];
  const coding = ['-vf', 'format=yuv420p', ...COLOURS, ...ENCODERS[codec](every), ...extra];
  return ffmpegOutput([{ at: Readable.from(raw, { objectMode: false }), options }], coding);
}

/** Five frames of 64 × 64 by SVT-AV1, 30 a second, the first and the fourth key frames: few binaries have an encoder. */
export const av1Sample = (): Promise<Buffer> =>
  readFile(new URL('../../fixtures/video/av1-64x64.ivf', import.meta.url));

/** The bytes in pieces of an odd size. */
export async function* inPieces(bytes: Buffer, length = 997): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

export const rawFormat = { h264: 'h264', h265: 'hevc', vp9: 'ivf', av1: 'ivf' } as const;
/** Codecs of which there are sample streams. */
export type SampleCodec = keyof typeof rawFormat;
