import { Readable } from 'node:stream';
import { UnsupportedStreamError } from '../../bits/stream-errors.ts';
import type { ClipOnTimeLine } from '../../clips/clip.ts';
import { streamClipBytes } from '../../clips/clip-file-writer.ts';
import { createPicturePipe, yuvBytesOfFrames } from '../../clips/encoder-pictures.ts';
import {
  assertClipDurations,
  gopsOfClipsOnTimeLine,
  maxGopFrames,
  plannedKeyFramePositions,
} from '../../clips/placement.ts';
import {
  annexBInputOptions,
  DECLARE_SQUARE_PIXELS_FILTER,
  forceKeyFramesAtExpression,
  rawYuvInputOptions,
} from '../../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, runFfmpeg, streamFfmpegOutput } from '../../ffmpeg/run.ts';
import { x264OutputOptions } from '../../ffmpeg/x264-arguments.ts';
import type { YuvPicture } from '../../picture.ts';
import type { VideoSettings } from '../../settings.ts';
import { generateTransitionFrames } from '../../transitions/generate-transition-frames.ts';
import { annexBPiecesOfFrame, readH264Frames, StreamParameterSets } from '../frames.ts';
import { readNalUnits } from '../nal.ts';

/**
 * Decodes H.264 clips that cannot be joined, and encodes all of them in one process into an Annex B stream at `outFile`. Key frames are
 * where `joinClipsIntoElementaryStream` would put them. It is slow, because every frame is encoded.
 */
export async function reencodeClipsAsOneStream(
  settings: VideoSettings,
  clips: readonly ClipOnTimeLine[],
  outFile: string,
  runtime: FfmpegRuntime,
): Promise<void> {
  assertClipDurations(clips);
  await reencodeStream(
    decodableStream(settings, clips, runtime),
    settings,
    plannedKeyFramePositions(settings, clips),
    runtime,
    outFile,
  );
}

/**
 * A stream that is only decoded: each clip with its own parameter sets. Encoded frames are repeated where synthesized ones would be; fades are encoded.
 */
async function* decodableStream(
  settings: VideoSettings,
  clips: readonly ClipOnTimeLine[],
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> {
  for (const [index, { placed, lengths }] of gopsOfClipsOnTimeLine(clips, maxGopFrames(settings)).entries()) {
    const { form } = placed.clip;
    const placedBefore = clips[index - 1];
    if (placed.fadesIn && placedBefore) yield* encodedFade(settings, placedBefore, placed, runtime);
    else if (form === 'moving') yield* streamClipBytes(placed);
    else if (form === 'key_frame') yield* repeatedPicture(placed);
    else yield* repeatedGop(placed, lengths);
  }
}

/** Encodes the frames between the last pictures of two clips. */
async function* encodedFade(
  settings: VideoSettings,
  placedBefore: ClipOnTimeLine,
  placed: ClipOnTimeLine,
  runtime: FfmpegRuntime,
): AsyncGenerator<Buffer> {
  const { shown: frames, movesIn, springs } = placed;
  const { type, direction } = movesIn ?? {
    type: placed.clip.rises ? (springs ? 'spring' : 'rise') : 'fade',
    direction: 'ltr',
  };
  const [pictureBefore, pictureAfter] = [
    await lastPicture(settings, placedBefore, runtime),
    await lastPicture(settings, placed, runtime),
  ];
  const pictures = yuvBytesOfFrames(generateTransitionFrames(type, pictureBefore, pictureAfter, frames, direction), {
    ...settings,
    frames,
  });
  const input = { at: createPicturePipe(pictures), options: rawYuvInputOptions(settings, settings.fps) };
  const output = x264OutputOptions({
    quality: 'high',
    moving: frames,
    keyframes: '0',
    filters: DECLARE_SQUARE_PIXELS_FILTER,
  });
  yield* streamFfmpegOutput([input], output, runtime);
}

/** Decodes the last picture of a clip. @throws UnsupportedStreamError when it has no picture */
async function lastPicture(
  { width, height, fps }: VideoSettings,
  placed: ClipOnTimeLine,
  runtime: FfmpegRuntime,
): Promise<YuvPicture> {
  const input = { at: Readable.from(streamClipBytes(placed)), options: annexBInputOptions(fps) };
  const output = ['-vf', `scale=${width}:${height},format=yuv420p`, '-vsync', '0', '-f', 'rawvideo'];
  const pictureBytes = (width * height * 3) / 2;
  let lastPictureData = Buffer.alloc(0);
  let unread = Buffer.alloc(0);
  for await (const piece of streamFfmpegOutput([input], output, runtime)) {
    unread = Buffer.concat([unread, piece]);
    if (unread.length < pictureBytes) continue;
    const wholeBytes = unread.length - (unread.length % pictureBytes);
    lastPictureData = unread.subarray(wholeBytes - pictureBytes, wholeBytes);
    unread = unread.subarray(wholeBytes);
  }
  if (lastPictureData.length === 0) throw new UnsupportedStreamError('sample_units', 'a clip has no picture');
  return { width, height, data: lastPictureData };
}

async function* repeatedPicture(placed: ClipOnTimeLine): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of streamClipBytes(placed)) pieces.push(piece);
  const picture = Buffer.concat(pieces);
  for (let frame = 0; frame < placed.shown; frame++) yield picture;
}

async function* repeatedGop(placed: ClipOnTimeLine, lengths: readonly number[]): AsyncGenerator<Buffer> {
  const sets = new StreamParameterSets();
  const frames: Buffer[] = [];
  for await (const frame of readH264Frames(readNalUnits(streamClipBytes(placed)), sets)) {
    frames.push(Buffer.concat(annexBPiecesOfFrame(frame, sets.nals)));
  }
  for (const length of lengths) yield Buffer.concat(frames.slice(0, length));
}

/**
 * Decodes an Annex B stream whose parameter sets may change, and encodes it with IDR pictures at `keyframes` (0-based).
 */
async function reencodeStream(
  stream: AsyncIterable<Buffer>,
  { fps, width, height }: Pick<VideoSettings, 'fps' | 'width' | 'height'>,
  keyframes: readonly number[],
  runtime: FfmpegRuntime,
  outFile: string,
): Promise<void> {
  const input = { at: Readable.from(stream), options: annexBInputOptions(fps) };
  // The first encoding lost some quality already: the second one is to lose little.
  const options = x264OutputOptions({
    quality: 'high',
    keyframes: forceKeyFramesAtExpression(keyframes, fps),
    // Different parameter sets may state different rates: times are counted from frame numbers.
    filters: `setpts=N/(${fps}*TB),scale=${width}:${height},format=yuv420p,setsar=1`,
  });
  await runFfmpeg({ inputs: [input], output: { at: outFile, options } }, runtime);
}
