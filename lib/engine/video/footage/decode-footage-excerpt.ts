import type { Readable } from 'node:stream';
import type { PictureStream } from '../clips/clip.ts';
import { cropAroundFocus } from '../drawing/layout/image-placement.ts';
import { annexBInputOptions, rawYuvOutputOptions, SQUARE_PIXELS_FILTER } from '../ffmpeg/picture-arguments.ts';
import { type FfmpegRuntime, streamFfmpegOutput } from '../ffmpeg/run.ts';
import { PictureMismatchError, type YuvPicture } from '../picture.ts';
import { type FootageIndex, framesPerFootageGroup } from './footage.ts';
import { type FootageExcerpt, footageFrameIndexesOfExcerpt } from './footage-excerpt.ts';

/** The filters that fill a room with footage: scaled, and cropped around the focus; none if it has that size. Lines of an even number of pixels fit chroma. */
function scalingFilters(footage: FootageIndex, { size, focus, zoom }: FootageExcerpt): string[] {
  const { scaled, left, top } = cropAroundFocus(focus, footage, size, zoom);
  const [width, height] = [scaled.width, scaled.height].map((side) => 2 * Math.ceil(side / 2));
  const place = [left, top].map((pixels) => 2 * Math.floor(pixels / 2)).join(':');
  const scale = width === footage.width && height === footage.height ? [] : [`scale=${width}:${height}:flags=bicubic`];
  const crop = width === size.width && height === size.height ? [] : [`crop=${size.width}:${size.height}:${place}`];
  return [...scale, ...crop];
}

const filtersFor = (footage: FootageIndex, piece: FootageExcerpt): string =>
  [...scalingFilters(footage, piece), 'format=yuv420p'].join(',');

/**
 * Reports whether an excerpt uses consecutive frames of the footage, none skipped or repeated, as is the case where both have the same
 * frame rate.
 */
export function doesExcerptUseConsecutiveFrames(footage: FootageIndex, piece: FootageExcerpt): boolean {
  const shown = footageFrameIndexesOfExcerpt(footage, piece);
  return footage.fps === piece.fps && shown.every((frame, i) => frame === (shown[0] ?? 0) + i);
}

/**
 * The frames of a piece of footage as a stream that an encoder reads itself: without the pipes of raw pictures, a quarter less processor time.
 * The piece is in step with the footage (`doesExcerptUseConsecutiveFrames`). If it starts with a group and is within it, its frames need no encoder.
 * @param groups the bytes of the groups that `frameGroupsWithFrames` names
 * @param firstFrame the first frame in them
 */
export function footageAsEncoderStream(
  footage: FootageIndex,
  { groups, firstFrame }: { groups: Readable; firstFrame: number },
  piece: FootageExcerpt,
): PictureStream {
  const start = (footageFrameIndexesOfExcerpt(footage, piece)[0] ?? 0) - firstFrame;
  const played = `trim=start_frame=${start}:end_frame=${start + piece.frames},setpts=N/(${piece.fps}*TB)`;
  const filters = [played, filtersFor(footage, piece), SQUARE_PIXELS_FILTER].join(',');
  const isOneGroup = start === 0 && piece.frames <= framesPerFootageGroup(footage.fps);
  const hasFinishedFrames = isOneGroup && scalingFilters(footage, piece).length === 0;
  return { at: groups, options: annexBInputOptions(footage.fps), filters, hasFinishedFrames };
}

/** Collects bytes into pictures of a size; each has its own memory. @throws PictureMismatchError for a part of a picture at the end */
export async function* collectYuvPictures(
  pieces: AsyncIterable<Buffer>,
  { width, height }: FootageExcerpt['size'],
): AsyncGenerator<YuvPicture> {
  const length = (width * height * 3) / 2;
  let data = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const count = piece.copy(data, filled, at, at + length - filled);
      at += count;
      filled += count;
      if (filled < length) continue;
      yield { width, height, data };
      data = Buffer.allocUnsafeSlow(length);
      filled = 0;
    }
  }
  if (filled > 0) throw new PictureMismatchError('a picture of footage is not whole');
}

/**
 * Decodes the frames of a piece of footage.
 * @param groups the bytes of the groups that `frameGroupsWithFrames` names
 * @param firstFrame the first frame in them
 * @throws PictureMismatchError if the groups have fewer frames; FfmpegError; the signal's reason after an abort
 */
export async function* decodeFootageExcerpt(
  footage: FootageIndex,
  { groups, firstFrame }: { groups: Readable; firstFrame: number },
  piece: FootageExcerpt,
  runtime: FfmpegRuntime,
): AsyncGenerator<YuvPicture> {
  const shown = footageFrameIndexesOfExcerpt(footage, piece);
  const last = shown.at(-1) ?? 0;
  const input = { at: groups, options: annexBInputOptions(footage.fps) };
  const output = rawYuvOutputOptions(filtersFor(footage, piece), last - firstFrame + 1);
  let at = 0;
  let frame = firstFrame;
  for await (const picture of collectYuvPictures(streamFfmpegOutput([input], output, runtime), piece.size)) {
    // Consumers may draw into a picture: each has its own memory.
    for (; shown[at] === frame; at++)
      yield shown[at + 1] === frame ? { ...picture, data: Buffer.from(picture.data) } : picture;
    frame += 1;
  }
  if (at < shown.length) throw new PictureMismatchError(`footage has ${frame} frames, frame ${last} was planned`);
}
