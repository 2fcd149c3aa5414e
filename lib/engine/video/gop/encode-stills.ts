import { canEncodeDifferentlyAfterError, UnsupportedStreamError } from '../bits/stream-errors.ts';
import { ReplayableSource } from '../clips/async-source.ts';
import type { EncodedClip } from '../clips/clip.ts';
import { type ClipFileWriter, withClipFileWriter } from '../clips/clip-file-writer.ts';
import {
  convertPicturesToYuv420,
  createPicturePipe,
  EncoderPictureCounter,
  groupIntoGops,
  iteratePictureBytesAndNotify,
  padWithLastPicture,
} from '../clips/encoder-pictures.ts';
import { frameCountOfStillGop } from '../clips/placement.ts';
import { codecFactsOf } from '../codecs/codec-facts.ts';
import { DECLARE_SQUARE_PIXELS_FILTER, rawYuvInputOptions } from '../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, streamFfmpegOutput } from '../ffmpeg/run.ts';
import type { RawOrYuvPicture, YuvPicture } from '../picture.ts';
import type { VideoSettings } from '../settings.ts';
import { type GopStreamCodec, gopOutputOptions } from './gop-stream-operations.ts';

/**
 * Encodes each picture as one key frame. The source can be read again until a copy frame was written for the first key frame.
 * @throws UnsupportedStreamError or BitstreamError when no copy frame can be written for this stream, or when one of its frames is not a
 * key frame
 */
async function encodeKeyFrames(
  codec: GopStreamCodec,
  settings: VideoSettings,
  source: ReplayableSource<YuvPicture>,
  file: ClipFileWriter,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const counter = new EncoderPictureCounter();
  const input = {
    at: createPicturePipe(iteratePictureBytesAndNotify(source.items(), counter.count)),
    options: rawYuvInputOptions(settings, settings.fps),
  };
  const output = { keyframeEvery: 1, filters: DECLARE_SQUARE_PIXELS_FILTER };
  const streamOperations = codec.createStreamOperations(settings);
  const clips: EncodedClip[] = [];
  const bytes = streamFfmpegOutput([input], await gopOutputOptions(codec, settings, output, runtime), runtime);
  for await (const frame of streamOperations.frames(bytes, true)) {
    if (!frame.isKey) throw new UnsupportedStreamError('sample_units', 'a key frame is missing');
    if (source.canRestart) streamOperations.copyFrame(1);
    source.release();
    await file.append(streamOperations.frameHeader(frame.bytes.length, 0), frame.bytes);
    clips.push(file.finish({ form: 'key_frame', frames: 1, parameter_sets: streamOperations.parameterSetsHash }));
  }
  counter.assertAll(clips);
  return clips;
}

/**
 * Encodes each picture as one GOP, all of whose frames show the picture.
 * @throws UnsupportedStreamError or BitstreamError when a GOP does not start with a key frame, or has another number of frames
 */
async function encodeWholeGops(
  codec: GopStreamCodec,
  settings: VideoSettings,
  source: ReplayableSource<YuvPicture>,
  file: ClipFileWriter,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const { fps } = settings;
  const frames = frameCountOfStillGop(settings);
  const counter = new EncoderPictureCounter();
  // The input has the frame rate divided by `frames`, so ffmpeg repeats each picture `frames` times.
  const input = {
    at: createPicturePipe(padWithLastPicture(iteratePictureBytesAndNotify(source.items(), counter.count))),
    options: rawYuvInputOptions(settings, `${fps}/${frames}`),
  };
  const output = { keyframeEvery: frames, filters: `${DECLARE_SQUARE_PIXELS_FILTER},fps=${fps}` };
  const streamOperations = codec.createStreamOperations(settings);
  const clips: EncodedClip[] = [];
  const bytes = streamFfmpegOutput([input], await gopOutputOptions(codec, settings, output, runtime), runtime);
  for await (const gop of groupIntoGops(streamOperations.frames(bytes, true), ({ isKey }) => isKey)) {
    source.release();
    if (clips.length === counter.taken) break;
    if (!gop[0]?.isKey || gop.length !== frames) {
      throw new UnsupportedStreamError('sample_units', `a GOP of ${gop.length} frames, not ${frames}`);
    }
    for (const [frameIndex, frame] of gop.entries()) {
      await file.append(streamOperations.frameHeader(frame.bytes.length, frameIndex), frame.bytes);
    }
    clips.push(file.finish({ form: 'still_gop', frames, parameter_sets: streamOperations.parameterSetsHash }));
  }
  counter.assertAll(clips);
  return clips;
}

/**
 * Encodes stills; see `encodeStillClips`. A clip is one key frame if copy frames can be written for it; otherwise it is a GOP, which is
 * repeated.
 * @throws UnsupportedStreamError or BitstreamError for a stream that cannot be used; NoEncoderError; FfmpegError
 */
export async function encodeGopStills(
  codec: GopStreamCodec,
  settings: VideoSettings,
  pictures: AsyncIterable<RawOrYuvPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const source = new ReplayableSource(convertPicturesToYuv420(pictures, settings));
  try {
    return await withClipFileWriter(outFile, (file) => encodeKeyFramesOrGops(codec, settings, source, file, runtime));
  } finally {
    // `close()` resolves only after the pending `next()`. After an abort, `next()` may never resolve, so `close()` is not awaited.
    const closing = source.close().catch(() => undefined);
    if (!runtime.signal?.aborted) await closing;
  }
}

/** Encodes key frames if the codec and its stream allow copies of them, else GOPs. */
async function encodeKeyFramesOrGops(
  codec: GopStreamCodec,
  settings: VideoSettings,
  source: ReplayableSource<YuvPicture>,
  file: ClipFileWriter,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  if (codecFactsOf(settings.codec).copiesStills) {
    try {
      return await encodeKeyFrames(codec, settings, source, file, runtime);
    } catch (error) {
      // While the source can restart, no clip has been written.
      if (!canEncodeDifferentlyAfterError(error) || !source.canRestart) throw error;
    }
  }
  return encodeWholeGops(codec, settings, source, file, runtime);
}
