import type { Renderer } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { Scene } from '../design.ts';
import { boxNode } from '../layout/boxes.ts';
import type { Direction } from '../text/writing-system.ts';
import { ornamentNodes } from './ornaments.ts';
import { solidPicture } from './raster.ts';

const LARGEST_BYTES = 40_000_000;

/** Whether there is more behind a slide than one colour. */
export const isPlainBackground = ({ palette, ornaments }: Scene): boolean =>
  !palette.backdrop && ornaments.length === 0;

/** Draws what is behind slides, and keeps the last ones that were more than a colour: they are the same on slide after slide. */
export class BackgroundCache {
  readonly #renderer: Renderer;
  readonly #kept = new Map<string, Uint8Array>();

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** A picture for the caller to draw on. */
  async picture(scene: Scene, size: Size, direction: Direction): Promise<RawPicture> {
    const { palette, ornaments } = scene;
    const { background, backdrop } = palette;
    if (isPlainBackground(scene)) return solidPicture(size, background);
    const key = JSON.stringify([size.width, size.height, direction, background, backdrop, ornaments]);
    const kept = this.#kept.get(key);
    if (kept) return { ...size, rgba: new Uint8Array(kept) };
    const style = { backgroundColor: background, ...(backdrop ? { backgroundImage: backdrop } : {}) };
    const root = boxNode({ x: 0, y: 0, ...size }, style, ornamentNodes(ornaments, size, direction));
    const rgba = await this.#renderer.render(root, { ...size, format: 'raw' });
    this.#keep(key, new Uint8Array(rgba));
    return { ...size, rgba };
  }

  #keep(key: string, rgba: Uint8Array): void {
    if (rgba.length > LARGEST_BYTES) return;
    let bytes = rgba.length;
    for (const kept of this.#kept.values()) bytes += kept.length;
    for (const [oldest, kept] of this.#kept) {
      if (bytes <= LARGEST_BYTES) break;
      bytes -= kept.length;
      this.#kept.delete(oldest);
    }
    this.#kept.set(key, rgba);
  }
}
