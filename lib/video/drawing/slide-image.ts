import type { Sharp } from 'sharp';
import type { Size } from '../format.ts';
import type { RawPicture } from '../picture.ts';
import { type Crop, cropAround } from './crop.ts';
import { type DrawableImage, DrawingError } from './drawable-slide.ts';

const LARGEST_PIXELS = 50_000_000;

// Scaling comes before cutting: the decoder then reads a large JPEG at a half or a quarter of its size.
const fillWith = (image: Sharp, { scaled, left, top }: Crop, target: Size): Sharp =>
  image.resize({ ...scaled, fit: 'fill' }).extract({ left, top, ...target });

/**
 * Decodes an image and brings it to exactly this size (pixels): `cover` is cropped around its focus; for `contain` the
 * size has the image's shape. What is transparent takes the colour of the panel. @throws DrawingError
 */
export async function loadImage(image: DrawableImage, target: Size, panel: string): Promise<RawPicture> {
  const { width, height } = target;
  // Loading the library takes longer than drawing a slide, and most slides have no image.
  const { default: sharp } = await import('sharp');
  try {
    const decoded = sharp(image.bytes, { limitInputPixels: LARGEST_PIXELS }).toColourspace('srgb');
    const resized =
      image.fit === 'cover'
        ? fillWith(decoded, cropAround(image.focus, await decoded.metadata(), { width, height }), { width, height })
        : decoded.resize({ width, height, fit: 'fill' });
    const rgba = await resized.flatten({ background: panel }).ensureAlpha().raw().toBuffer();
    return { width, height, rgba };
  } catch (error) {
    throw new DrawingError('the image of the slide cannot be decoded', { cause: error });
  }
}
