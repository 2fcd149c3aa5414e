import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from '../images/image-rules.ts';
import type { ReencodedImage } from '../images/ports.ts';
import { reencodeImage } from '../images/reencode.ts';
import { ServiceError } from '../shared/errors.ts';

// Pictures of decks may be SVG. It is parsed in the process that reads one deck and has nothing, and nowhere else.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

const SAMPLE_BYTES = 2048;
const SVG = /^\uFEFF?\s*<(?:\?xml|!--|!doctype svg|svg)[\s\S]*/i;
/** Pixels of the longer side of a drawn SVG, and the dots per inch at which its own size holds. */
const LONG_SIDE = 1920;
const USUAL_DENSITY = 72;
const MAX_DENSITY = 2400;

/** Whether bytes are an SVG, by their beginning. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString('utf8');
  return SVG.test(head) && /<svg[\s>]/i.test(head);
}

/** Whether an SVG has letters in it: they are set in the fonts that this machine has. */
export const hasLetters = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('<text');

/** Draws an SVG at about the size of a slide. @throws ServiceError `image_invalid` */
async function drawSvg(bytes: Uint8Array): Promise<Buffer> {
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

/** A picture of a deck, decoded within limits and encoded again. @throws ServiceError `image_invalid` */
export const takePicture = async (bytes: Uint8Array): Promise<ReencodedImage> =>
  reencodeImage(isSvg(bytes) ? await drawSvg(bytes) : bytes);
