import type { ShrinkPicture } from '#features/imports/original-slide-pictures.ts';

/** Quality of the WebP, from 1 to 100. */
const WEBP_QUALITY = 72;

/**
 * Makes a WebP whose longer side has at most `longSide` pixels. Only for pictures that this service encoded: it decodes them in this
 * process, not in the isolated decoder.
 */
export const shrinkPicture: ShrinkPicture = async (bytes, longSide) => {
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
};
