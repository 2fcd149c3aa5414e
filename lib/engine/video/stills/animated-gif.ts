import sharp from 'sharp';
import type { RawPicture } from '../picture.ts';

/** Effort of the encoder (1–10). 30 drawn slides of 640 × 360 pixels took 0.4 s of CPU and 26 KB; with 1, 1.9 s and 35 KB; with 10, 0.9 s and 26 KB. */
const GIF_EFFORT = 4;

/** A picture of a GIF, and its duration. */
export interface GifFrame {
  picture: RawPicture;
  /** The duration, a multiple of 10. */
  milliseconds: number;
}

/**
 * Encodes pictures of one size as an animated GIF that repeats endlessly. Equal pictures give equal bytes.
 * @throws RangeError without pictures, or when their sizes differ
 */
export async function encodeAnimatedGif(frames: readonly GifFrame[]): Promise<Uint8Array> {
  const [firstFrame] = frames;
  if (!firstFrame) throw new RangeError('a GIF has at least one picture');
  const { width, height } = firstFrame.picture;
  if (frames.some(({ picture }) => picture.width !== width || picture.height !== height))
    throw new RangeError('the pictures of a GIF have one size');
  const pixels = Buffer.concat(frames.map(({ picture }) => picture.rgba));
  return sharp(pixels, { raw: { width, height: height * frames.length, channels: 4, pageHeight: height } })
    .removeAlpha()
    .gif({ delay: frames.map(({ milliseconds }) => milliseconds), loop: 0, effort: GIF_EFFORT })
    .toBuffer();
}
