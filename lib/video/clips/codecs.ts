import { Readable } from 'node:stream';
import { type Av1Encoder, av1Output } from '../ffmpeg/av1-arguments.ts';
import { ffmpegBytes } from '../ffmpeg/output-bytes.ts';
import { FfmpegError, type FfmpegRuntime } from '../ffmpeg/run.ts';
import { vp9Output } from '../ffmpeg/vp9-arguments.ts';
import { EVERY_FRAME, rawYuvInput, SQUARE_PIXELS, x264Output } from '../ffmpeg/x264-arguments.ts';
import { x265Output } from '../ffmpeg/x265-arguments.ts';
import type { Codec } from '../settings.ts';

export type VideoEncoder = 'libx264' | 'libx265' | 'libvpx-vp9' | Av1Encoder;

// No encoder here refuses pictures of this size.
const SIZE = { width: 128, height: 128 };
const FRAMES = 2;

const OPTIONS = { quality: 'standard', keyframes: EVERY_FRAME, filters: SQUARE_PIXELS } as const;

/** Output options as this service uses them; where two encoders make the same, the better one comes first. */
const CANDIDATES: readonly { codec: Codec; encoder: VideoEncoder; output: readonly string[] }[] = [
  { codec: 'h264', encoder: 'libx264', output: x264Output(OPTIONS) },
  { codec: 'h265', encoder: 'libx265', output: x265Output({ ...OPTIONS, size: SIZE }) },
  { codec: 'vp9', encoder: 'libvpx-vp9', output: vp9Output(OPTIONS) },
  ...(['libsvtav1', 'libaom-av1'] as const).map((encoder) => ({
    codec: 'av1' as const,
    encoder,
    output: av1Output({ ...OPTIONS, encoder, keyframeEvery: 2 }),
  })),
];

const answers = new Map<string, Promise<ReadonlyMap<Codec, VideoEncoder>>>();

/**
 * The codecs that this ffmpeg encodes with the options of this service: each was tried on two tiny frames, once in the life
 * of the process for each path. A list of names would not do: an old libaom has the name, and takes seconds for a frame.
 * @throws FfmpegError when it encodes none of them
 */
export async function availableCodecs(runtime: FfmpegRuntime): Promise<readonly Codec[]> {
  return [...(await encodersOf(runtime)).keys()];
}

/** ffmpeg's name of the encoder for a codec; undefined when there is none. @throws FfmpegError as availableCodecs does */
export async function videoEncoder(codec: Codec, runtime: FfmpegRuntime): Promise<VideoEncoder | undefined> {
  return (await encodersOf(runtime)).get(codec);
}

function encodersOf({ ffmpegPath, signal }: FfmpegRuntime): Promise<ReadonlyMap<Codec, VideoEncoder>> {
  signal?.throwIfAborted();
  const known = answers.get(ffmpegPath);
  if (known) return known;
  // Without the signal: others wait for the same answer.
  const answer = tryAll({ ffmpegPath });
  answers.set(ffmpegPath, answer);
  answer.catch(() => answers.delete(ffmpegPath));
  return answer;
}

async function tryAll(runtime: FfmpegRuntime): Promise<ReadonlyMap<Codec, VideoEncoder>> {
  const found = new Map<Codec, VideoEncoder>();
  let failure: unknown;
  for (const { codec, encoder, output } of CANDIDATES) {
    if (found.has(codec)) continue;
    try {
      if (await encodes(output, runtime)) found.set(codec, encoder);
    } catch (error) {
      if (!(error instanceof FfmpegError)) throw error;
      failure = error;
    }
  }
  if (found.size === 0) throw new FfmpegError('ffmpeg encodes no video', { cause: failure });
  return found;
}

async function encodes(output: readonly string[], runtime: FfmpegRuntime): Promise<boolean> {
  const frame = Buffer.alloc((SIZE.width * SIZE.height * 3) / 2, 128);
  const input = { at: Readable.from(Array.from({ length: FRAMES }, () => frame)), options: rawYuvInput(SIZE, 30) };
  let bytes = 0;
  for await (const piece of ffmpegBytes([input], output, runtime)) bytes += piece.length;
  return bytes > 0;
}
