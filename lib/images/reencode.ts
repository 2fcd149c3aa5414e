import sharp, { type Metadata } from 'sharp';
import { ServiceError } from '../shared/errors.ts';
import { MAX_IMAGE_PIXELS, MAX_STORED_SIDE } from './image-rules.ts';
import { isFigure } from './is-figure.ts';
import type { ReencodedImage } from './ports.ts';

// Only the loaders of the accepted formats are enabled; libvips could open others (SVG, PDF, …).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
// A worker processes one image at a time; a cache would only hold memory.
sharp.cache(false);

const QUALITY = 90;
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];

const invalid = (message: string, cause?: unknown) =>
  new ServiceError('image_invalid', message, { param: 'image', cause });

/**
 * Decodes an image within the limits, turns it upright by its EXIF, drops all metadata, and encodes it again: PNG with an
 * alpha channel, else JPEG. Looks whether it holds text or a chart.
 * @throws ServiceError `image_invalid`
 */
export async function reencodeImage(bytes: Uint8Array): Promise<ReencodedImage> {
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 });
  let info: Metadata;
  try {
    info = await open().metadata();
  } catch (error) {
    throw invalid('This is not an image of an accepted format (JPEG, PNG, WebP, GIF, AVIF).', error);
  }
  if (!FORMATS.includes(info.format) || (info.format === 'heif' && info.compression !== 'av1'))
    throw invalid('Images must be JPEG, PNG, WebP, GIF or AVIF.');
  if (info.width * info.height > MAX_IMAGE_PIXELS) throw invalid('The image has more than 50 megapixels.');
  try {
    const picture = open()
      .autoOrient()
      .resize({ width: MAX_STORED_SIDE, height: MAX_STORED_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoded = info.hasAlpha
      ? picture.png({ compressionLevel: 7 })
      : picture.jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' });
    const { data, info: made } = await encoded.toBuffer({ resolveWithObject: true });
    return {
      bytes: data,
      width: made.width,
      height: made.height,
      content_type: info.hasAlpha ? 'image/png' : 'image/jpeg',
      ...((await isFigure(data)) ? { is_figure: true } : {}),
    };
  } catch (error) {
    throw invalid('The image is damaged.', error);
  }
}
