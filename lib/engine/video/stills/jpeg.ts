import sharp from 'sharp';
import type { RawPicture } from '../picture.ts';

const rawInput = ({ width, height, rgba }: RawPicture) => sharp(rgba, { raw: { width, height, channels: 4 } });

/**
 * Encodes a picture as JPEG.
 * @param quality 1–100
 * @param sharpText true: chroma is not subsampled, so that coloured text keeps its edges, for a fifth more bytes
 */
export const encodeJpeg = (picture: RawPicture, quality: number, { sharpText = false } = {}): Promise<Uint8Array> =>
  rawInput(picture)
    .removeAlpha()
    .jpeg({ quality, ...(sharpText ? { chromaSubsampling: '4:4:4' } : {}) })
    .toBuffer();

/** A picture that is at most `side` pixels wide and high; a smaller one is copied unchanged. */
export async function shrinkPictureTo(picture: RawPicture, side: number): Promise<RawPicture> {
  const { data, info } = await rawInput(picture)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: data };
}
