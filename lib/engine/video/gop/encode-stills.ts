import { isUnsupportedStream, UnsupportedStreamError } from '../bits/stream-errors.ts';
import { ReplayableSource } from '../clips/async-source.ts';
import type { EncodedClip } from '../clips/clip.ts';
import { type ClipFile, withClipFile } from '../clips/clip-file.ts';
import {
  countedPictureBytes,
  createPicturePipe,
  groupIntoGops,
  PictureCounter,
  padWithLastPicture,
  toVideoColors,
} from '../clips/encoder-pictures.ts';
import { stillGopFrames } from '../clips/placement.ts';
import { codecFactsOf } from '../codecs/codec-facts.ts';
import { rawYuvInput, SQUARE_PIXELS_FILTER } from '../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, ffmpegBytes } from '../ffmpeg/run.ts';
import type { StillPicture, YuvPicture } from '../picture.ts';
import type { VideoSettings } from '../settings.ts';
import { type GopCodec, gopOutput } from './gop-coding.ts';

/**
 * Encodes each picture as a key frame. The source is released as soon as a copy frame could be written for the first one.
 * @throws UnsupportedStreamError or BitstreamError when no copy frame can be written for this stream, or a frame of it is not a
 * key frame
 */
async function encodeKeyFrames(
  codec: GopCodec,
  settings: VideoSettings,
  source: ReplayableSource<YuvPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const counter = new PictureCounter();
  const input = {
    at: createPicturePipe(countedPictureBytes(source.items(), counter.count)),
    options: rawYuvInput(settings, settings.fps),
  };
  const output = { keyframeEvery: 1, filters: SQUARE_PIXELS_FILTER };
  const coding = codec.createCoding(settings);
  const clips: EncodedClip[] = [];
  const bytes = ffmpegBytes([input], await gopOutput(codec, settings, output, runtime), runtime);
  for await (const frame of coding.frames(bytes, true)) {
    if (!frame.isKey) throw new UnsupportedStreamError('sample_units', 'a key frame is missing');
    if (source.canRestart) coding.copyFrame(1);
    source.release();
    await file.append(coding.frameHeader(frame.bytes.length, 0), frame.bytes);
    clips.push(file.finish({ form: 'key_frame', frames: 1, parameter_sets: coding.parameterSetsHash }));
  }
  counter.assertAll(clips);
  return clips;
}

/**
 * Encodes a GOP of each picture.
 * @throws UnsupportedStreamError or BitstreamError when a GOP does not start with a key frame, or has another number of frames
 */
async function encodeWholeGops(
  codec: GopCodec,
  settings: VideoSettings,
  source: ReplayableSource<YuvPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const { fps } = settings;
  const frames = stillGopFrames(settings);
  const counter = new PictureCounter();
  // The input has 1/`frames` of the frame rate: ffmpeg repeats each picture `frames` times.
  const input = {
    at: createPicturePipe(padWithLastPicture(countedPictureBytes(source.items(), counter.count))),
    options: rawYuvInput(settings, `${fps}/${frames}`),
  };
  const output = { keyframeEvery: frames, filters: `${SQUARE_PIXELS_FILTER},fps=${fps}` };
  const coding = codec.createCoding(settings);
  const clips: EncodedClip[] = [];
  const bytes = ffmpegBytes([input], await gopOutput(codec, settings, output, runtime), runtime);
  for await (const gop of groupIntoGops(coding.frames(bytes, true), ({ isKey }) => isKey)) {
    source.release();
    if (clips.length === counter.taken) break;
    if (!gop[0]?.isKey || gop.length !== frames) {
      throw new UnsupportedStreamError('sample_units', `a GOP of ${gop.length} frames, not ${frames}`);
    }
    for (const [time, frame] of gop.entries()) {
      await file.append(coding.frameHeader(frame.bytes.length, time), frame.bytes);
    }
    clips.push(file.finish({ form: 'still_gop', frames, parameter_sets: coding.parameterSetsHash }));
  }
  counter.assertAll(clips);
  return clips;
}

/**
 * Encodes stills; see `encodeStillClips`. A clip is one key frame if copies of it can be written as ordinary frames, and otherwise a
 * GOP that is repeated.
 * @throws UnsupportedStreamError or BitstreamError for a stream that cannot be used; NoEncoderError; FfmpegError
 */
export async function encodeGopStills(
  codec: GopCodec,
  settings: VideoSettings,
  pictures: AsyncIterable<StillPicture>,
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  const source = new ReplayableSource(toVideoColors(pictures, settings));
  try {
    return await withClipFile(outFile, (file) => encodeKeyFramesOrGops(codec, settings, source, file, runtime));
  } finally {
    // `close()` resolves only when the pending `next()` has; after an abort that may never happen, so it is not awaited.
    const closed = source.close().catch(() => undefined);
    if (!runtime.signal?.aborted) await closed;
  }
}

/** Encodes key frames if the codec and its stream allow copies of them, else GOPs. */
async function encodeKeyFramesOrGops(
  codec: GopCodec,
  settings: VideoSettings,
  source: ReplayableSource<YuvPicture>,
  file: ClipFile,
  runtime: FfmpegRuntime,
): Promise<EncodedClip[]> {
  if (codecFactsOf(settings.codec).copiesStills) {
    try {
      return await encodeKeyFrames(codec, settings, source, file, runtime);
    } catch (error) {
      // While the source can restart, no clip has been written.
      if (!isUnsupportedStream(error) || !source.canRestart) throw error;
    }
  }
  return encodeWholeGops(codec, settings, source, file, runtime);
}
