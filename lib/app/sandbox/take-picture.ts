import sharp from 'sharp';
import type { PictureCrop } from '#engine/deck-reading/deck.ts';
import { isSvg } from '#engine/deck-reading/svg-bytes.ts';
import { isTooMuchWork } from '#engine/deck-reading/svg-work.ts';
import { MAX_IMAGE_PIXELS } from '#features/images/image-rules.ts';
import type { ReencodedImage } from '#features/images/ports.ts';
import { reencodeImage } from '#features/images/reencode.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

// Pictures of decks may be SVG. It is parsed in the function that decodes files and can do nothing else.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Pixels of the longer side of a drawn SVG, and the dots per inch at which its own size applies. */
const LONG_SIDE = 1920;
const USUAL_DENSITY = 72;
const MAX_DENSITY = 2400;

/** Draws an SVG at about the size of a slide. @throws ServiceError `image_invalid` */
async function drawSvg(bytes: Uint8Array): Promise<Buffer> {
  if (isTooMuchWork(bytes))
    throw new ServiceError('image_invalid', 'The SVG takes too much work to draw. Export it as a PNG.', {
      param: 'image',
    });
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS }).metadata();
    const density = Math.min(MAX_DENSITY, Math.max(1, (USUAL_DENSITY * LONG_SIDE) / Math.max(width, height)));
    return await sharp(bytes, { density, limitInputPixels: MAX_IMAGE_PIXELS })
      .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside' })
      .png()
      .toBuffer();
  } catch (cause) {
    throw new ServiceError('image_invalid', 'The SVG cannot be drawn.', { param: 'image', cause });
  }
}

/** A drawn page with more bytes as PNG is mostly photographs. */
const MAX_PNG_BYTES = 2 ** 21;
const QUALITY = 92;

/** A page that the reader of a deck drew, encoded again so that its letters stay sharp. @throws ServiceError `image_invalid` */
export async function takePage(bytes: Uint8Array): Promise<ReencodedImage> {
  try {
    const open = () =>
      sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).removeAlpha().toColourspace('srgb');
    const { data: png, info } = await open().png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true });
    const facts = { width: info.width, height: info.height };
    if (png.length <= MAX_PNG_BYTES) return { bytes: png, ...facts, content_type: 'image/png' };
    const jpeg = await open().jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
    return { bytes: jpeg, ...facts, content_type: 'image/jpeg' };
  } catch (cause) {
    throw new ServiceError('image_invalid', 'The page cannot be decoded.', { param: 'image', cause });
  }
}

/** A picture of a deck, decoded within limits, cropped as its author cut it, and encoded again. @throws ServiceError `image_invalid` */
export const takePicture = async (bytes: Uint8Array, crop?: PictureCrop): Promise<ReencodedImage> =>
  reencodeImage(isSvg(bytes) ? await drawSvg(bytes) : bytes, crop);
