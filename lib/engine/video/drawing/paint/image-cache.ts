import type { Sharp } from 'sharp';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { PhotographTreatment } from '../design.ts';
import { type DrawableImage, DrawingError } from '../drawable-slide.ts';
import { cropAroundFocus, type ScaledImageCrop } from '../layout/image-placement.ts';
import { treatPhotograph } from './treat-photograph.ts';

/** Bytes that are cached: eighteen full pictures of 1280x720, or two of 3840x2160. */
const MAX_CACHED_BYTES = 64 * 2 ** 20;

/**
 * Loads images, and caches those with a hash in the size to which they were scaled. Decoding and scaling a photograph of two megapixels
 * takes 25–30 of the 37–45 ms of processor time of its slide at 1280x720, and an editor shows the same image again and again.
 */
export class ImageCache {
  readonly #fitted = new ByteLimitedLruCache<RawPicture>(MAX_CACHED_BYTES, ({ rgba }) => rgba.length);

  /** Loads an image as `decodeAndScaleImage` does. The caller must not change the picture. @throws DrawingError if it cannot be decoded */
  async load(
    image: DrawableImage,
    target: PictureDimensions,
    panel: string,
    treatment?: PhotographTreatment,
  ): Promise<RawPicture> {
    const { sha256, fit, focus } = image;
    const load = (): Promise<RawPicture> => decodeAndScaleImage(image, target, panel, treatment);
    if (sha256 === undefined) return load();
    const key = JSON.stringify([sha256, fit, focus.x, focus.y, target.width, target.height, panel, treatment]);
    return this.#fitted.get(key, load);
  }
}

/** The largest number of pixels of an image that is decoded. */
const MAX_INPUT_PIXELS = 50_000_000;

/** Scales and crops an image. Scaling comes first: the decoder then reads a large JPEG at a half or a quarter of its size. */
const scaleAndCrop = (image: Sharp, { scaled, left, top }: ScaledImageCrop, target: PictureDimensions): Sharp =>
  image.resize({ ...scaled, fit: 'fill' }).extract({ left, top, ...target });

/** The pixels of an image over the colour of a panel. */
const flattenOnPanel = (image: Sharp, panel: string): Promise<Uint8Array> =>
  image.flatten({ background: panel }).ensureAlpha().raw().toBuffer();

/**
 * Decodes an image and scales it to exactly this size (pixels): with `cover` it is cropped around its focus; with `contain` the size must
 * have its aspect ratio. Transparent parts get the colour of the panel.
 * @param panel `#rrggbb`
 * @param treatment changes the colours of the image, not that of the panel; absent: they stay
 * @throws DrawingError if the image cannot be decoded
 */
export async function decodeAndScaleImage(
  image: DrawableImage,
  target: PictureDimensions,
  panel: string,
  treatment?: PhotographTreatment,
): Promise<RawPicture> {
  const { width, height } = target;
  // Loading the library takes longer than drawing a slide, and most slides have no image.
  const { default: sharp } = await import('sharp');
  try {
    const decoded = sharp(image.bytes, { limitInputPixels: MAX_INPUT_PIXELS }).toColourspace('srgb');
    const resized =
      image.fit === 'cover'
        ? scaleAndCrop(decoded, cropAroundFocus(image.focus, await decoded.metadata(), { width, height }), {
            width,
            height,
          })
        : decoded.resize({ width, height, fit: 'fill' });
    if (treatment) {
      const treated = { width, height, rgba: await resized.ensureAlpha().raw().toBuffer() };
      treatPhotograph(treated, treatment);
      const { hasAlpha } = await decoded.metadata();
      return hasAlpha
        ? {
            width,
            height,
            rgba: await flattenOnPanel(sharp(treated.rgba, { raw: { width, height, channels: 4 } }), panel),
          }
        : treated;
    }
    return { width, height, rgba: await flattenOnPanel(resized, panel) };
  } catch (error) {
    throw new DrawingError('the image of the slide cannot be decoded', { cause: error });
  }
}
