import sharp, { type Sharp } from 'sharp';

/** The pixels of an image in sRGB, row by row. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** Bytes of a pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. */
  channels: 1 | 2 | 3 | 4;
  pixels: Uint8Array;
}

/**
 * Decodes an image at its full size, because a JPEG that is scaled while it is decoded has no hard edges.
 * @param bytes an image that this service encoded
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedPicture> {
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: info.channels, pixels: data };
}

/** A decoded picture as input to sharp, over white. */
export const decodedPictureAsSharp = ({ pixels, width, height, channels }: DecodedPicture): Sharp =>
  sharp(pixels, { raw: { width, height, channels } }).flatten({ background: '#ffffff' });
