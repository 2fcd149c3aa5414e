import type { Renderer } from '@takumi-rs/core';
import type { Palette } from '../../templates/template.ts';
import type { Size } from '../../timelines/format.ts';
import type { RawPicture } from '../picture.ts';
import { solid } from './layers.ts';
import { boxNode } from './node-tree.ts';

const LARGEST_BYTES = 40_000_000;

/** Draws the background of a palette, and keeps the last ones that had gradients: they are the same on slide after slide. */
export class BackgroundCache {
  readonly #renderer: Renderer;
  readonly #kept = new Map<string, Uint8Array>();

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** A picture for the caller to draw on. */
  async picture({ background, backdrop }: Palette, size: Size): Promise<RawPicture> {
    if (!backdrop) return solid(size, background);
    const key = `${size.width}x${size.height} ${background} ${backdrop}`;
    const kept = this.#kept.get(key);
    if (kept) return { ...size, rgba: new Uint8Array(kept) };
    const style = { backgroundColor: background, backgroundImage: backdrop };
    const rgba = await this.#renderer.render(boxNode({ x: 0, y: 0, ...size }, style), { ...size, format: 'raw' });
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
