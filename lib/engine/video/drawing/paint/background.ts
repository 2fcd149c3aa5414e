import type { Node, Renderer } from '@takumi-rs/core';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';
import type { PictureDimensions } from '../../format.ts';
import type { RawPicture } from '../../picture.ts';
import type { Ornament, SceneDesign } from '../design.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { slideTextMarginsOf } from '../layout/slide-text-margins.ts';
import { ornamentBlockBox, ornamentDiscBox, ornamentsInDirection } from '../ornament-places.ts';
import type { TextDirection } from '../text/writing-system.ts';
import { singleColorPicture } from './raster.ts';

/** Bytes that are cached: one picture of 3840x2160, or four of 1920x1080. */
const MAX_BYTES = 40_000_000;

/** Reports whether the background of a scene is one colour. */
export const isPlainBackground = ({ palette, ornaments }: SceneDesign): boolean =>
  !palette.backdrop && ornaments.length === 0;

/** Draws the background of slides, and caches those with a backdrop or ornaments, which many slides share. */
export class BackgroundCache {
  readonly #renderer: Renderer;
  readonly #pixels = new ByteLimitedLruCache<Uint8Array>(MAX_BYTES, (rgba) => rgba.length);

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** An opaque picture that the caller may change. */
  async picture(scene: SceneDesign, size: PictureDimensions, direction: TextDirection): Promise<RawPicture> {
    const { palette, ornaments } = scene;
    const { background, backdrop } = palette;
    if (isPlainBackground(scene)) return singleColorPicture(size, background);
    const key = JSON.stringify([size.width, size.height, direction, background, backdrop, ornaments]);
    const draw = async (): Promise<Uint8Array> => {
      const style = { backgroundColor: background, ...(backdrop ? { backgroundImage: backdrop } : {}) };
      const root = boxNode({ x: 0, y: 0, ...size }, style, ornamentNodes(ornaments, size, direction));
      // Without dithering, a soft gradient becomes visible bands of 150–220 pixels.
      return this.#renderer.render(root, { ...size, format: 'raw', dithering: 'ordered-bayer' });
    };
    return { ...size, rgba: new Uint8Array(await this.#pixels.get(key, draw)) };
  }
}

type Of<Shape extends Ornament['shape']> = Extract<Ornament, { shape: Shape }>;

const filledBox = (box: LayoutBox, color: string, style: Record<string, string | number> = {}): Node =>
  boxNode(box, { backgroundColor: color, ...style });

function bandBox({ edge, size }: Of<'band'>, { width, height }: PictureDimensions, short: number): LayoutBox {
  const thick = Math.round(size * short);
  if (edge === 'top') return { x: 0, y: 0, width, height: thick };
  if (edge === 'bottom') return { x: 0, y: height - thick, width, height: thick };
  return { x: edge === 'start' ? 0 : width - thick, y: 0, width: thick, height };
}

function lineBox({ edge, at, inset, thickness }: Of<'line'>, size: PictureDimensions, short: number): LayoutBox {
  const margins = slideTextMarginsOf(size);
  const x = Math.round(inset * margins.x);
  const height = Math.max(1, Math.round(thickness * short));
  const middle = edge === 'top' ? at * margins.top : size.height - at * margins.bottom;
  return { x, y: Math.round(middle - height / 2), width: size.width - 2 * x, height };
}

function gridNodes(
  { step, thickness, color }: Of<'grid'>,
  { width, height }: PictureDimensions,
  short: number,
): Node[] {
  const between = step * short;
  const thick = Math.max(1, Math.round(thickness * short));
  const places = (length: number): number[] =>
    Array.from({ length: Math.ceil(length / between) }, (_, i) => Math.round((i + 0.5) * between));
  return [
    ...places(width).map((x) => filledBox({ x, y: 0, width: thick, height }, color)),
    ...places(height).map((y) => filledBox({ x: 0, y, width, height: thick }, color)),
  ];
}

function cornerNodes(mark: Of<'corners'>, { width, height }: PictureDimensions, short: number): Node[] {
  const [from, long, thick] = [mark.inset, mark.length, mark.thickness].map((part) => Math.round(part * short));
  const inset = from ?? 0;
  const length = long ?? 0;
  const thickness = Math.max(1, thick ?? 0);
  return [inset, width - inset].flatMap((x) =>
    [inset, height - inset].flatMap((y) => {
      const left = x === inset ? x : x - length;
      const top = y === inset ? y : y - length;
      const outward = x === inset ? x : x - thickness;
      const above = y === inset ? y : y - thickness;
      return [
        filledBox({ x: left, y: above, width: length, height: thickness }, mark.color),
        filledBox({ x: outward, y: top, width: thickness, height: length }, mark.color),
      ];
    }),
  );
}

function discNode({ ring, color }: Of<'disc'>, box: LayoutBox, short: number): Node {
  const r = box.width / 2;
  if (ring === undefined) return filledBox(box, color, { borderRadius: r });
  const border = { borderWidth: Math.round(ring * short), borderStyle: 'solid', borderColor: color };
  return boxNode(box, { ...border, borderRadius: r });
}

function blockNode(ornament: Of<'block'>, size: PictureDimensions, short: number): Node {
  const { radius, turned, color } = ornament;
  const box = ornamentBlockBox(ornament, size);
  return filledBox(box, color, { borderRadius: radius * short, transform: `rotate(${turned}deg)` });
}

function nodesOf(ornament: Ornament, size: PictureDimensions, short: number, direction: TextDirection): Node[] {
  switch (ornament.shape) {
    case 'band':
      return [filledBox(bandBox(ornament, size, short), ornament.color)];
    case 'line':
      return [filledBox(lineBox(ornament, size, short), ornament.color)];
    case 'disc':
      return [discNode(ornament, ornamentDiscBox(ornament, size, short, direction), short)];
    case 'block':
      return [blockNode(ornament, size, short)];
    case 'grid':
      return gridNodes(ornament, size, short);
    case 'corners':
      return cornerNodes(ornament, size, short);
  }
}

/** The layout nodes of the ornaments behind a slide, in the order given. */
export function ornamentNodes(
  ornaments: readonly Ornament[],
  size: PictureDimensions,
  direction: TextDirection,
): Node[] {
  const short = Math.min(size.width, size.height);
  return ornamentsInDirection(ornaments, direction).flatMap((ornament) => nodesOf(ornament, size, short, direction));
}
