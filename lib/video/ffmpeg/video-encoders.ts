import { Readable } from 'node:stream';
import type { Codec, VideoSettings } from '../settings.ts';
import { type Av1Encoder, av1Output } from './av1-arguments.ts';
import { KEY_FRAME_EVERY_FRAME, keyFrameEveryNth, rawYuvInput, SQUARE_PIXELS } from './picture-arguments.ts';
import { FfmpegError, type FfmpegRuntime, ffmpegBytes } from './run.ts';
import { SharedRuns } from './shared-runs.ts';
import { vp9Output } from './vp9-arguments.ts';
import { x264Output } from './x264-arguments.ts';
import { x265Output } from './x265-arguments.ts';

/** ffmpeg's names of the encoders that this service uses. */
export type VideoEncoder = 'libx264' | 'libx265' | 'libvpx-vp9' | Av1Encoder;

// Every encoder accepts pictures of this size.
const SIZE = { width: 128, height: 128 };
const FRAMES = 2;

const OPTIONS = { quality: 'standard', keyframes: KEY_FRAME_EVERY_FRAME, filters: SQUARE_PIXELS } as const;

/** The output options of each encoder. If a codec has two, the better one comes first. */
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

const answers = new SharedRuns<ReadonlyMap<Codec, VideoEncoder>>();

/**
 * The codecs that this ffmpeg encodes with the options of this service. Each is tried on two tiny frames, once per
 * process and path: a list of encoder names would include an old libaom, which takes seconds for a frame.
 * @throws FfmpegError when it encodes none of them
 */
export async function availableCodecs(runtime: FfmpegRuntime): Promise<readonly Codec[]> {
  return [...(await encodersOf(runtime)).keys()];
}

/** The encoder for a codec; undefined when this ffmpeg has none. @throws FfmpegError as availableCodecs does */
export async function videoEncoder(codec: Codec, runtime: FfmpegRuntime): Promise<VideoEncoder | undefined> {
  return (await encodersOf(runtime)).get(codec);
}

function encodersOf({ ffmpegPath, signal }: FfmpegRuntime): Promise<ReadonlyMap<Codec, VideoEncoder>> {
  signal?.throwIfAborted();
  return answers.of(ffmpegPath, (own) => tryAll({ ffmpegPath, signal: own }));
}

async function tryAll(runtime: FfmpegRuntime): Promise<ReadonlyMap<Codec, VideoEncoder>> {
  const found = new Map<Codec, VideoEncoder>();
  let failure: unknown;
  for (const { codec, encoder, output } of CANDIDATES) {
    if (found.has(codec)) continue;
    try {
      if (await encodes(output, runtime)) found.set(codec, encoder);
    } catch (error) {
      // One that was killed says nothing of its encoder.
      runtime.signal?.throwIfAborted();
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

/** What the stream of a codec other than H.264 consists of. */
export interface GopOutput {
  /** The number of frames, for a move only. */
  moving?: number | undefined;
  /** Frames from one key frame to the next. The first frame is one. */
  keyframeEvery: number;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/** The output options for a stream of this codec. @throws FfmpegError when the binary cannot encode it */
export async function gopOutput(
  { codec, quality, width, height }: VideoSettings,
  { moving, keyframeEvery, filters }: GopOutput,
  runtime: FfmpegRuntime,
): Promise<string[]> {
  const encoder = await videoEncoder(codec, runtime);
  const options = { quality, moving, keyframes: keyFrameEveryNth(keyframeEvery), filters };
  switch (encoder) {
    case 'libx265':
      return x265Output({ ...options, size: { width, height } });
    case 'libvpx-vp9':
      return vp9Output(options);
    case 'libsvtav1':
    case 'libaom-av1':
      return av1Output({ encoder, quality, moving, keyframeEvery, filters });
    default:
      throw new FfmpegError(`ffmpeg has no usable encoder for ${codec}`);
  }
}
