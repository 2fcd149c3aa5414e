import type { Sharp } from 'sharp';
import type { Size } from '../../timelines/format.ts';
import type { RawPicture } from '../picture.ts';
import { type Crop, cropAround } from './crop.ts';
import { type DrawableImage, DrawingError } from './drawable-slide.ts';

const LARGEST_PIXELS = 50_000_000;

// Scaling comes before cutting: the decoder then reads a large JPEG at a half or a quarter of its size.
const fillWith = (image: Sharp, { scaled, left, top }: Crop, target: Size): Sharp =>
  image.resize({ ...scaled, fit: 'fill' }).extract({ left, top, ...target });

/**
 * Decodes an image and brings it to the box (pixels): `cover` fills it, cropped around the focus; `contain` stays whole
 * and may be smaller. What is transparent takes the colour of the panel. @throws DrawingError
 */
export async function loadImage(image: DrawableImage, box: Size, panel: string): Promise<RawPicture> {
  // Loading the library takes longer than drawing a slide, and most slides have no image.
  const { default: sharp } = await import('sharp');
  try {
    const decoded = sharp(image.bytes, { limitInputPixels: LARGEST_PIXELS }).toColourspace('srgb');
    const { width, height } = await decoded.metadata();
    const resized =
      image.fit === 'cover'
        ? fillWith(decoded, cropAround(image.focus, { width, height }, box), box)
        : decoded.resize({ ...box, fit: 'inside' });
    const opaque = resized.flatten({ background: panel }).ensureAlpha();
    const { data, info } = await opaque.raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgba: data };
  } catch (error) {
    throw new DrawingError('the image of the slide cannot be decoded', { cause: error });
  }
}
