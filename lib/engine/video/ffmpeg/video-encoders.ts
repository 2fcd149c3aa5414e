import { Readable } from 'node:stream';
import type { PictureSizeAndRate, VideoQuality } from '../settings.ts';
import { DECLARE_SQUARE_PIXELS_FILTER, rawYuvInputOptions } from './picture-arguments.ts';
import { FfmpegError, type FfmpegRuntime, streamFfmpegOutput } from './run.ts';
import { SharedFfmpegRuns } from './shared-ffmpeg-runs.ts';

/** The properties of a stream that decide its output options. */
export interface VideoStreamProperties {
  /** The size of the pictures in pixels. */
  size: Pick<PictureSizeAndRate, 'width' | 'height'>;
  quality: VideoQuality;
  /** The number of frames of a moving stretch; absent: the stream has stills. */
  moving?: number | undefined;
  /** Frames from one key frame to the next. The first frame is one. */
  keyframeEvery: number;
  /** The filter chain; it must end in the video colours. */
  filters: string;
}

/** One of ffmpeg's encoders, as this service uses it. */
export interface FfmpegVideoEncoder {
  /** Its name in ffmpeg. */
  name: string;
  /** The output options of an elementary stream. */
  output(stream: VideoStreamProperties): string[];
}

/** ffmpeg has no encoder of a codec that works with the options of this service. */
export class NoEncoderError extends FfmpegError {
  override name = 'NoEncoderError';
}

// Every encoder accepts pictures of this size.
const TRIAL_SIZE = { width: 128, height: 128 };
const TRIAL_FRAMES = 2;
const TRIAL: VideoStreamProperties = {
  size: TRIAL_SIZE,
  quality: 'standard',
  keyframeEvery: TRIAL_FRAMES,
  filters: DECLARE_SQUARE_PIXELS_FILTER,
};

const usableEncoders = new SharedFfmpegRuns<FfmpegVideoEncoder>();

/**
 * The first of the encoders of a codec that this ffmpeg can run. Each is tested with two tiny frames, once per process and path: ffmpeg's
 * list of encoders would include an old libaom, which takes seconds for a frame.
 * @throws NoEncoderError when it has none of them; FfmpegError
 */
export function requireUsableEncoder(
  encoders: readonly FfmpegVideoEncoder[],
  { ffmpegPath, signal }: FfmpegRuntime,
): Promise<FfmpegVideoEncoder> {
  signal?.throwIfAborted();
  const key = JSON.stringify([ffmpegPath, ...encoders.map(({ name }) => name)]);
  return usableEncoders.of(key, (runSignal) => firstUsableOf(encoders, { ffmpegPath, signal: runSignal }));
}

async function firstUsableOf(
  encoders: readonly FfmpegVideoEncoder[],
  runtime: FfmpegRuntime,
): Promise<FfmpegVideoEncoder> {
  let failure: unknown;
  for (const encoder of encoders) {
    try {
      if (await doesEncodeTrial(encoder.output(TRIAL), runtime)) return encoder;
    } catch (error) {
      // A run that was aborted proves nothing about its encoder.
      runtime.signal?.throwIfAborted();
      if (!(error instanceof FfmpegError)) throw error;
      failure = error;
    }
  }
  const names = encoders.map(({ name }) => name).join(' or ');
  throw new NoEncoderError(`ffmpeg has no usable ${names}`, { cause: failure });
}

async function doesEncodeTrial(output: readonly string[], runtime: FfmpegRuntime): Promise<boolean> {
  const frame = Buffer.alloc((TRIAL_SIZE.width * TRIAL_SIZE.height * 3) / 2, 128);
  const input = {
    at: Readable.from(Array.from({ length: TRIAL_FRAMES }, () => frame)),
    options: rawYuvInputOptions(TRIAL_SIZE, 30),
  };
  let bytes = 0;
  for await (const piece of streamFfmpegOutput([input], output, runtime)) bytes += piece.length;
  return bytes > 0;
}
