import type { Renderer } from '@takumi-rs/core';
import { ByteCache } from '../../../shared/byte-cache.ts';
import type { Size } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { Scene } from '../design.ts';
import { boxNode } from '../layout/boxes.ts';
import type { Direction } from '../text/writing-system.ts';
import { ornamentNodes } from './ornaments.ts';
import { solidPicture } from './raster.ts';

/** One picture of 3840x2160, or four of 1920x1080. */
const MAX_BYTES = 40_000_000;

/** Whether the background of a scene is one colour. */
export const isPlainBackground = ({ palette, ornaments }: Scene): boolean =>
  !palette.backdrop && ornaments.length === 0;

/** Draws the background of slides. Those with a backdrop or ornaments are kept: many slides share them. */
export class BackgroundCache {
  readonly #renderer: Renderer;
  readonly #pixels = new ByteCache<Uint8Array>(MAX_BYTES, (rgba) => rgba.length);

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** An opaque picture that the caller may change. */
  async picture(scene: Scene, size: Size, direction: Direction): Promise<RawPicture> {
    const { palette, ornaments } = scene;
    const { background, backdrop } = palette;
    if (isPlainBackground(scene)) return solidPicture(size, background);
    const key = JSON.stringify([size.width, size.height, direction, background, backdrop, ornaments]);
    const draw = async (): Promise<Uint8Array> => {
      const style = { backgroundColor: background, ...(backdrop ? { backgroundImage: backdrop } : {}) };
      const root = boxNode({ x: 0, y: 0, ...size }, style, ornamentNodes(ornaments, size, direction));
      return this.#renderer.render(root, { ...size, format: 'raw' });
    };
    return { ...size, rgba: new Uint8Array(await this.#pixels.get(key, draw)) };
  }
}
