import type { ShrinkPicture } from '#features/imports/before-pictures.ts';

const QUALITY = 72;

/** Makes a small WebP. Call it with pictures that this service encoded: it decodes them where clients' bytes are not decoded. */
export const shrinkPicture: ShrinkPicture = async (bytes, longSide) => {
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
};
