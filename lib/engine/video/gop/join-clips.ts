import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import type { ClipOnTimeLine, JoinedFrameCounts } from '../clips/clip.ts';
import { streamClipBytes } from '../clips/clip-file-writer.ts';
import { assertClipDurations, gopLengthsOfClip, maxGopFrames } from '../clips/placement.ts';
import type { VideoSettings } from '../settings.ts';
import type { GopFrame, GopStreamCodec, GopStreamOperations } from './gop-stream-operations.ts';

// Copy frames have about 100 bytes or less each: they are yielded together.
const BATCH_BYTES = 1 << 16;

/**
 * Joins clips into one stream; see `joinClipsIntoElementaryStream`.
 * @param frameCounts is updated while the stream is read
 * @throws RangeError for a clip that fades in
 */
export async function* joinGopClips(
  codec: GopStreamCodec,
  settings: VideoSettings,
  clips: readonly ClipOnTimeLine[],
  frameCounts: JoinedFrameCounts,
): AsyncGenerator<Buffer> {
  assertClipDurations(clips);
  if (clips.some(({ fadesIn }) => fadesIn)) throw new RangeError(`${settings.codec} has no frames that are blended`);
  const streamOperations = codec.createStreamOperations(settings);
  const maxFrames = maxGopFrames(settings);
  let batch: Uint8Array[] = [streamOperations.fileHeader];
  let batchBytes = streamOperations.fileHeader.length;
  for (const placed of clips) {
    for await (const { isKey, bytes } of framesOnTimeLine(placed, streamOperations, maxFrames)) {
      if (isKey) frameCounts.keyframes.push(frameCounts.frames);
      batch.push(streamOperations.frameHeader(bytes.length, frameCounts.frames), bytes);
      batchBytes += bytes.length;
      frameCounts.frames += 1;
      if (batchBytes < BATCH_BYTES) continue;
      yield Buffer.concat(batch);
      batch = [];
      batchBytes = 0;
    }
  }
  yield Buffer.concat(batch);
}

interface ShownFrame {
  isKey: boolean;
  bytes: Uint8Array;
}

/** The frames that a clip becomes: its GOP, repeated or continued with copy frames for as long as it is shown. */
async function* framesOnTimeLine(
  placed: ClipOnTimeLine,
  streamOperations: GopStreamOperations,
  maxFrames: number,
): AsyncGenerator<ShownFrame> {
  const frames = framesOfClip(placed, streamOperations);
  if (placed.clip.form === 'moving') return yield* frames;
  const gop: GopFrame[] = [];
  for await (const frame of frames) gop.push(frame);
  const [keyFrame] = gop;
  if (!keyFrame) throw new UnsupportedStreamError('sample_units', 'a clip is empty');
  for (const length of gopLengthsOfClip(placed, maxFrames)) {
    if (placed.clip.form === 'still_gop') {
      yield* gop.slice(0, length);
      continue;
    }
    yield keyFrame;
    for (let i = 1; i < length; i++) yield { isKey: false, bytes: streamOperations.copyFrame(i) };
  }
}

/**
 * The frames of a clip.
 * @throws UnsupportedStreamError unless the first and no other is a key frame, and their number is that of the clip
 */
async function* framesOfClip(
  placed: ClipOnTimeLine,
  streamOperations: GopStreamOperations,
): AsyncGenerator<GopFrame, void> {
  const { clip } = placed;
  let count = 0;
  for await (const frame of streamOperations.frames(streamClipBytes(placed), false)) {
    if (frame.isKey !== (count === 0)) throw new UnsupportedStreamError('sample_units', 'a clip is not one GOP');
    if (count === 0 && streamOperations.parameterSetsHash !== clip.parameter_sets)
      throw new UnsupportedStreamError('parameter_sets', 'they differ from those that the clip states');
    count += 1;
    yield frame;
  }
  if (count !== clip.frames)
    throw new UnsupportedStreamError('sample_units', `a clip of ${clip.frames} frames has ${count}`);
}
