import { rm } from 'node:fs/promises';
import { encodePlain } from './encode-plain.ts';
import { encodeRepeatedGop } from './encode-repeated-gop.ts';
import { encodeSkipFrames } from './encode-skip-frames.ts';
import type { FfmpegRuntime } from './ffmpeg/run.ts';
import { GuardError, isUnsuitable } from './h264/guard-error.ts';
import { parameterSetsHash } from './h264/parameter-sets.ts';
import type { RawPicture } from './picture.ts';
import { Replayable } from './replayable.ts';
import type { EncodedSegment, EncodingMethod, EncodingOverrides, EncodingTask, SegmentSpec } from './segment.ts';
import { SegmentWriter } from './segment-writer.ts';

export type { EncodedSegment, EncodingMethod, EncodingOverrides, SegmentSpec } from './segment.ts';

type Encode = (task: EncodingTask, writer: SegmentWriter) => Promise<{ spsNal: Uint8Array; ppsNal: Uint8Array }>;

/** From the fastest to the one that always works. */
const METHODS: readonly (readonly [EncodingMethod, Encode])[] = [
  ['skip_frames', encodeSkipFrames],
  ['repeated_gop', encodeRepeatedGop],
  ['plain', encodePlain],
];

/**
 * Encodes standing pictures as one H.264 segment: an Annex B stream in `outFile`, with SPS and PPS before every IDR
 * picture. Pictures are taken one by one, as the encoder takes them, and must not be changed afterwards. Nothing is left
 * at `outFile` after a failure.
 * @throws PictureMismatchError, FfmpegError, the abort's reason, or whatever `pictures` throws
 */
export async function encodeSegment(
  spec: SegmentSpec,
  pictures: AsyncIterable<RawPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
  overrides: EncodingOverrides = {},
): Promise<EncodedSegment> {
  assertSpec(spec);
  const task: EncodingTask = { spec, pictures: new Replayable(pictures), outFile, runtime, overrides };
  try {
    return await encodeByFirstSuitable(task);
  } catch (error) {
    await rm(outFile, { force: true });
    throw error;
  } finally {
    // A source that waits for something ends only after that; an abort must not.
    const closed = task.pictures.close().catch(() => undefined);
    if (!runtime.signal?.aborted) await closed;
  }
}

async function encodeByFirstSuitable(task: EncodingTask): Promise<EncodedSegment> {
  let unsuitable: unknown;
  for (const [method, encode] of METHODS) {
    try {
      return await encodeBy(method, encode, task);
    } catch (error) {
      if (!isUnsuitable(error) || !task.pictures.canRestart) throw error;
      unsuitable = error;
    }
  }
  throw unsuitable;
}

async function encodeBy(method: EncodingMethod, encode: Encode, task: EncodingTask): Promise<EncodedSegment> {
  task.runtime.signal?.throwIfAborted();
  const writer = await SegmentWriter.create(task.outFile);
  const sets = await encode(task, writer).finally(() => writer.close());
  const { frames, keyframes, bytes } = writer;
  const planned = task.spec.frames.reduce((total, count) => total + count, 0);
  if (frames !== planned)
    throw new GuardError('sample_units', `${frames} frames were written, ${planned} were planned`);
  return { frames, bytes, keyframes, parameterSets: parameterSetsHash(sets), method };
}

function assertSpec({ width, height, frames, idrEverySeconds = 1 }: SegmentSpec): void {
  const isEven = (side: number): boolean => Number.isInteger(side) && side > 0 && side % 2 === 0;
  if (!isEven(width) || !isEven(height)) throw new RangeError(`${width}x${height} is not an even picture size`);
  if (frames.length === 0) throw new RangeError('a segment needs at least one picture');
  if (frames.some((count) => !Number.isInteger(count) || count < 1))
    throw new RangeError('a picture stands >= 1 frame');
  if (!(idrEverySeconds > 0)) throw new RangeError('idrEverySeconds must be positive');
}
