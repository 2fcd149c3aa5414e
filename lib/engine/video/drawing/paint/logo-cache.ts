import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import type { Logo } from '../design.ts';
import { DrawingError } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { ReadCustomFile } from '../text/font-library.ts';

/** Bytes that are cached: all slides of a video show the same logo. */
const MAX_CACHED_BYTES = 4 * 2 ** 20;

/** The name of a logo of this size in the layout engine. */
export const srcOfLogoImage = ({ sha256 }: Logo, { width, height }: LayoutBox): string =>
  `logo:${sha256}:${width}x${height}`;

/** Logos as PNG files for the layout engine, in the size in which they are drawn. */
export class LogoCache {
  readonly #kept = new ByteLimitedLruCache<Uint8Array>(MAX_CACHED_BYTES, (png) => png.length);
  readonly #readCustomFile: ReadCustomFile;

  constructor(readCustomFile: ReadCustomFile) {
    this.#readCustomFile = readCustomFile;
  }

  /** Returns the logo as a PNG of exactly the size of the box. @throws DrawingError for a file that cannot be decoded */
  get(logo: Logo, box: LayoutBox): Promise<Uint8Array> {
    return this.#kept.get(srcOfLogoImage(logo, box), async () => {
      const bytes = await this.#readCustomFile(logo.file);
      const { default: sharp } = await import('sharp');
      try {
        return await sharp(bytes)
          .toColourspace('srgb')
          .resize({ width: box.width, height: box.height, fit: 'fill' })
          .png({ compressionLevel: 1 })
          .toBuffer();
      } catch (error) {
        throw new DrawingError('the logo cannot be decoded', { cause: error });
      }
    });
  }
}
