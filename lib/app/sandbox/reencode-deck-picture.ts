import sharp from 'sharp';
import type { PictureCrop } from '#engine/deck-reading/deck.ts';
import { isSvg } from '#engine/deck-reading/svg-bytes.ts';
import { isSvgTooCostly } from '#engine/deck-reading/svg-work.ts';
import { MAX_IMAGE_PIXELS } from '#features/images/image-rules.ts';
import type { ReencodedImage } from '#features/images/ports.ts';
import { reencodeImage } from '#features/images/reencode.ts';
import { ServiceError } from '#kernel/shared/errors.ts';

// Pictures of decks may be SVG. This function, which decodes files and can do nothing else, parses it.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Pixels of the longer side of a drawn SVG. */
const SVG_LONG_SIDE = 1920;
/** Dots per inch at which sharp draws an SVG with one pixel for each of its units. */
const UNIT_DENSITY = 72;
/** Dots per inch, at most: a higher density of a small SVG costs memory, and adds nothing. */
const MAX_DENSITY = 2400;

/** Draws an SVG at about the size of a slide. @throws ServiceError `image_invalid` */
async function drawSvg(bytes: Uint8Array): Promise<Buffer> {
  if (isSvgTooCostly(bytes))
    throw new ServiceError('image_invalid', 'The SVG takes too much work to draw. Export it as a PNG.', {
      param: 'image',
    });
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS }).metadata();
    const density = Math.min(MAX_DENSITY, Math.max(1, (UNIT_DENSITY * SVG_LONG_SIDE) / Math.max(width, height)));
    return await sharp(bytes, { density, limitInputPixels: MAX_IMAGE_PIXELS })
      .resize({ width: SVG_LONG_SIDE, height: SVG_LONG_SIDE, fit: 'inside' })
      .png()
      .toBuffer();
  } catch (cause) {
    throw new ServiceError('image_invalid', 'The SVG cannot be drawn.', { param: 'image', cause });
  }
}

/** A drawn page with more bytes as PNG consists mostly of photographs: it becomes a JPEG. */
const MAX_PNG_BYTES = 2 ** 21;
/** Quality of that JPEG, from 1 to 100. */
const JPEG_QUALITY = 92;

/**
 * Encodes a page that the reader of a deck drew, so that its letters stay sharp: as PNG, or as JPEG without chroma subsampling.
 * @throws ServiceError `image_invalid`
 */
export async function encodeDrawnPage(bytes: Uint8Array): Promise<ReencodedImage> {
  try {
    const openPage = () =>
      sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).removeAlpha().toColourspace('srgb');
    const { data: png, info } = await openPage().png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true });
    const facts = { width: info.width, height: info.height };
    if (png.length <= MAX_PNG_BYTES) return { bytes: png, ...facts, content_type: 'image/png' };
    const jpeg = await openPage().jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
    return { bytes: jpeg, ...facts, content_type: 'image/jpeg' };
  } catch (cause) {
    throw new ServiceError('image_invalid', 'The page cannot be decoded.', { param: 'image', cause });
  }
}

/**
 * Decodes a picture of a deck within limits, and encodes it again.
 * @param crop the shares of its sides that the author cut off, and the outline of a shape to which it is cut
 * @throws ServiceError `image_invalid`
 */
export const reencodeDeckPicture = async (bytes: Uint8Array, crop?: PictureCrop): Promise<ReencodedImage> =>
  reencodeImage(isSvg(bytes) ? await drawSvg(bytes) : bytes, crop);
