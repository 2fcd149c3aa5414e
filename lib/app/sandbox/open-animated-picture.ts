import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { FOOTAGE_FRAME_RATE_RANGE, MAX_FOOTAGE_SECONDS } from '#engine/video/footage/footage.ts';
import { invalidVideoError, tooLongVideoError } from './video-rules.ts';

/** The most bytes of an animation, its most frames, and the most pixels of a frame. */
const ANIMATION_LIMITS = { bytes: 100 * 2 ** 20, frames: 3000, pixels: 16_777_216 } as const;
/** The most pixels that are decoded at a time, unless one frame has more. */
const PIXELS_AT_ONCE = 24_000_000;
/** Milliseconds for which browsers show a frame whose stated time is below `MIN_FRAME_MS`. */
const SUBSTITUTE_FRAME_MS = 100;
const MIN_FRAME_MS = 20;

/** An opened animated GIF or WebP: its size, and its frames at a constant rate, which are decoded while they are read. */
export interface OpenAnimatedPicture {
  /** Pixels. */
  width: number;
  height: number;
  /** Frames per second. */
  fps: number;
  /** The frames as RGB, over white. */
  frames(): AsyncGenerator<Uint8Array>;
}

/** The number of times that each frame is shown at a rate. The end of each frame is rounded, so that errors do not add up. */
function frameRepetitions(delays: readonly number[], fps: number): number[] {
  let endMs = 0;
  let shownFrames = 0;
  return delays.map((delay) => {
    endMs += delay;
    const repetitions = Math.max(shownFrames === 0 ? 1 : 0, Math.round((endMs * fps) / 1000) - shownFrames);
    shownFrames += repetitions;
    return repetitions;
  });
}

/**
 * Opens an animated GIF or WebP. Its rate is that of its shortest frame, within the bounds of footage.
 * @throws ServiceError `video_invalid` for a still picture, and for an animation that is damaged, or too large or long
 */
export async function openAnimatedPicture(path: string): Promise<OpenAnimatedPicture> {
  // This module blocks the loaders of all other formats.
  await import('#features/images/reencode.ts');
  const bytes = await readFile(path);
  if (bytes.length > ANIMATION_LIMITS.bytes)
    throw invalidVideoError(
      `The animation is larger than ${ANIMATION_LIMITS.bytes / 2 ** 20} MB. Convert it to MP4 (H.264).`,
    );
  const info = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch((error: unknown) => {
      throw invalidVideoError('The animation is damaged.', error);
    });
  const { width, pageHeight, height: wholeHeight, pages = 1, delay = [] } = info;
  const height = pageHeight ?? wholeHeight;
  if (pages < 2) throw invalidVideoError('The picture does not move. Send it as `image`.');
  if (pages > ANIMATION_LIMITS.frames || width * height > ANIMATION_LIMITS.pixels)
    throw invalidVideoError(
      `The animation has ${pages} frames of ${width} × ${height} pixels. Convert it to MP4 (H.264).`,
    );
  const delays = Array.from({ length: pages }, (_, i) =>
    (delay[i] ?? 0) < MIN_FRAME_MS ? SUBSTITUTE_FRAME_MS : (delay[i] ?? SUBSTITUTE_FRAME_MS),
  );
  if (delays.reduce((sum, ms) => sum + ms, 0) > MAX_FOOTAGE_SECONDS * 1000) throw tooLongVideoError();
  const fps = Math.min(
    FOOTAGE_FRAME_RATE_RANGE.most,
    Math.max(FOOTAGE_FRAME_RATE_RANGE.least, Math.round(1000 / Math.min(...delays))),
  );
  const framesPerDecoding = Math.max(1, Math.floor(PIXELS_AT_ONCE / (width * height)));
  const repetitions = frameRepetitions(delays, fps);
  async function* frames(): AsyncGenerator<Uint8Array> {
    for (let page = 0; page < pages; page += framesPerDecoding) {
      const count = Math.min(framesPerDecoding, pages - page);
      const pixels = await sharp(bytes, { page, pages: count, limitInputPixels: false, failOn: 'error' })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .raw()
        .toBuffer();
      const length = width * height * 3;
      for (let i = 0; i < count; i++)
        for (let repetition = 0; repetition < (repetitions[page + i] ?? 0); repetition++)
          yield pixels.subarray(i * length, (i + 1) * length);
    }
  }
  return { width, height, fps, frames };
}
