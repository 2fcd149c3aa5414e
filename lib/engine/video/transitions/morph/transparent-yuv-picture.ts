import { blendPictureOver, singleColorPicture } from '../../drawing/paint/raster.ts';
import { alphaOfPixels, BACKGROUND_SHARE_BY_ALPHA, halveAlphaResolution } from '../../motion/overlay.ts';
import { rgbToYuv420 } from '../../motion/rgb-to-yuv420.ts';
import { allocateYuvPicture, planeLayoutsOfYuvPicture, type RawPicture, type YuvPicture } from '../../picture.ts';
import type { EvenBox } from '../changed-box.ts';
import { crossFadePictures } from '../cross-fade.ts';

/** A picture in 4:2:0 with transparency. */
export interface TransparentYuvPicture {
  /** The picture over black. */
  color: YuvPicture;
  /** Its alpha, 0–255, in each plane: those of chroma have half the columns and rows. */
  alpha: YuvPicture;
}

/** Black in luma and in chroma, in limited range. */
const BLACK = { luma: 16, chroma: 128 } as const;

/** A drawn picture with straight alpha, both sides even, in 4:2:0. */
export function toTransparentYuvPicture(drawn: RawPicture): TransparentYuvPicture {
  const blackGround = singleColorPicture(drawn, '#000000');
  blendPictureOver(blackGround, drawn.rgba);
  const alpha = allocateYuvPicture(drawn);
  const [luma, cb, cr] = planeLayoutsOfYuvPicture(drawn);
  const lumaAlphas = alphaOfPixels(drawn);
  const chromaAlphas = halveAlphaResolution(lumaAlphas, cb);
  alpha.data.set(lumaAlphas, luma.offset);
  alpha.data.set(chromaAlphas, cb.offset);
  alpha.data.set(chromaAlphas, cr.offset);
  return { color: rgbToYuv420(blackGround), alpha };
}

/** Mixes two pictures with transparency of one size: `weight` (0–256) of the second, the rest of the first. */
export function mixTransparentPictures(
  from: TransparentYuvPicture,
  to: TransparentYuvPicture,
  weight: number,
): TransparentYuvPicture {
  if (weight <= 0) return from;
  if (weight >= 256) return to;
  return {
    color: crossFadePictures(from.color, to.color, weight),
    alpha: crossFadePictures(from.alpha, to.alpha, weight),
  };
}

/** Blends a picture with transparency, of the size of a box, over that box of another picture, in place. The box is within the picture. */
export function blendTransparentPicture(
  picture: YuvPicture,
  { color, alpha }: TransparentYuvPicture,
  box: EvenBox,
): void {
  const parts = planeLayoutsOfYuvPicture(box);
  for (const [i, plane] of planeLayoutsOfYuvPicture(picture).entries()) {
    const part = parts[i];
    if (!part) continue;
    const { every } = plane;
    const black = every === 1 ? BLACK.luma : BLACK.chroma;
    const boxStart = plane.offset + (box.y / every) * plane.width + box.x / every;
    for (let y = 0; y < part.height; y++) {
      const partRow = part.offset + y * part.width;
      const pictureRow = boxStart + y * plane.width;
      for (let x = 0; x < part.width; x++) {
        const opacity = alpha.data[partRow + x] ?? 0;
        if (opacity === 0) continue;
        const partValue = color.data[partRow + x] ?? 0;
        const transparency = BACKGROUND_SHARE_BY_ALPHA[opacity] ?? 0;
        const value = ((((picture.data[pictureRow + x] ?? 0) - black) * transparency + 128) >> 8) + partValue;
        picture.data[pictureRow + x] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
}
