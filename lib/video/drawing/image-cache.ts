import { ByteCache } from '../../shared/byte-cache.ts';
import type { Size } from '../format.ts';
import type { RawPicture } from '../picture.ts';
import type { DrawableImage } from './drawable-slide.ts';
import { loadImage } from './slide-image.ts';

/** Seventeen full pictures of 1280x720, or two of 3840x2160. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Loads images, and keeps those with a name as they were fitted. Decoding and scaling a photograph of two megapixels is
 * 25–30 of the 37–45 ms of processor time that its slide takes at 1280x720, and whoever edits a slide looks at the same
 * image again and again.
 */
export class ImageCache {
  readonly #fitted = new ByteCache<RawPicture>(MAX_BYTES, ({ rgba }) => rgba.length);

  /** As `loadImage`; the picture is not to be changed. @throws DrawingError */
  async load(image: DrawableImage, target: Size, panel: string): Promise<RawPicture> {
    const { sha256, fit, focus } = image;
    const load = (): Promise<RawPicture> => loadImage(image, target, panel);
    if (sha256 === undefined) return load();
    const key = JSON.stringify([sha256, fit, focus.x, focus.y, target.width, target.height, panel]);
    return this.#fitted.get(key, load);
  }
}
