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
const MAX_CACHED_BYTES = 40_000_000;

/** Reports whether the background of a scene is one colour. */
export const isPlainBackground = ({ palette, ornaments }: SceneDesign): boolean =>
  !palette.backdrop && ornaments.length === 0;

/** Draws the background of slides, and caches those with a backdrop or ornaments, which many slides share. */
export class BackgroundCache {
  readonly #renderer: Renderer;
  readonly #pixels = new ByteLimitedLruCache<Uint8Array>(MAX_CACHED_BYTES, (rgba) => rgba.length);

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /** Draws the background of a scene, or takes it from the cache. @returns an opaque picture that the caller may change */
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

/** An ornament of one shape. */
type OrnamentOf<Shape extends Ornament['shape']> = Extract<Ornament, { shape: Shape }>;

/** A box filled with a colour. */
const filledBox = (box: LayoutBox, color: string, style: Record<string, string | number> = {}): Node =>
  boxNode(box, { backgroundColor: color, ...style });

/** The box of a band along an edge. */
function bandBox(
  { edge, size }: OrnamentOf<'band'>,
  { width, height }: PictureDimensions,
  shortSide: number,
): LayoutBox {
  const thicknessInPixels = Math.round(size * shortSide);
  if (edge === 'top') return { x: 0, y: 0, width, height: thicknessInPixels };
  if (edge === 'bottom') return { x: 0, y: height - thicknessInPixels, width, height: thicknessInPixels };
  return { x: edge === 'start' ? 0 : width - thicknessInPixels, y: 0, width: thicknessInPixels, height };
}

/** The box of a line in a margin. */
function lineBox(
  { edge, at, inset, thickness }: OrnamentOf<'line'>,
  size: PictureDimensions,
  shortSide: number,
): LayoutBox {
  const margins = slideTextMarginsOf(size);
  const x = Math.round(inset * margins.x);
  const height = Math.max(1, Math.round(thickness * shortSide));
  const middle = edge === 'top' ? at * margins.top : size.height - at * margins.bottom;
  return { x, y: Math.round(middle - height / 2), width: size.width - 2 * x, height };
}

/** The lines of a grid, the first ones half a step from the edges. */
function gridNodes(
  { step, thickness, color }: OrnamentOf<'grid'>,
  { width, height }: PictureDimensions,
  shortSide: number,
): Node[] {
  const stepInPixels = step * shortSide;
  const thicknessInPixels = Math.max(1, Math.round(thickness * shortSide));
  const linePlaces = (length: number): number[] =>
    Array.from({ length: Math.ceil(length / stepInPixels) }, (_, i) => Math.round((i + 0.5) * stepInPixels));
  return [
    ...linePlaces(width).map((x) => filledBox({ x, y: 0, width: thicknessInPixels, height }, color)),
    ...linePlaces(height).map((y) => filledBox({ x: 0, y, width, height: thicknessInPixels }, color)),
  ];
}

/** Two lines in each corner, which meet at `inset` from both edges. */
function cornerNodes(mark: OrnamentOf<'corners'>, { width, height }: PictureDimensions, shortSide: number): Node[] {
  const inset = Math.round(mark.inset * shortSide);
  const length = Math.round(mark.length * shortSide);
  const thickness = Math.max(1, Math.round(mark.thickness * shortSide));
  return [inset, width - inset].flatMap((x) =>
    [inset, height - inset].flatMap((y) => {
      const left = x === inset ? x : x - length;
      const top = y === inset ? y : y - length;
      const verticalLineX = x === inset ? x : x - thickness;
      const horizontalLineY = y === inset ? y : y - thickness;
      return [
        filledBox({ x: left, y: horizontalLineY, width: length, height: thickness }, mark.color),
        filledBox({ x: verticalLineX, y: top, width: thickness, height: length }, mark.color),
      ];
    }),
  );
}

/** A disc, or a ring. */
function discNode({ ring, color }: OrnamentOf<'disc'>, box: LayoutBox, shortSide: number): Node {
  const cornerRadius = box.width / 2;
  if (ring === undefined) return filledBox(box, color, { borderRadius: cornerRadius });
  const border = { borderWidth: Math.round(ring * shortSide), borderStyle: 'solid', borderColor: color };
  return boxNode(box, { ...border, borderRadius: cornerRadius });
}

/** A rectangle with round corners that is turned around its middle. */
function blockNode(ornament: OrnamentOf<'block'>, size: PictureDimensions, shortSide: number): Node {
  const { radius, turned, color } = ornament;
  const box = ornamentBlockBox(ornament, size);
  return filledBox(box, color, { borderRadius: radius * shortSide, transform: `rotate(${turned}deg)` });
}

/** The nodes of an ornament. @param shortSide of the slide, in pixels */
function nodesOf(ornament: Ornament, size: PictureDimensions, shortSide: number, direction: TextDirection): Node[] {
  switch (ornament.shape) {
    case 'band':
      return [filledBox(bandBox(ornament, size, shortSide), ornament.color)];
    case 'line':
      return [filledBox(lineBox(ornament, size, shortSide), ornament.color)];
    case 'disc':
      return [discNode(ornament, ornamentDiscBox(ornament, size, shortSide, direction), shortSide)];
    case 'block':
      return [blockNode(ornament, size, shortSide)];
    case 'grid':
      return gridNodes(ornament, size, shortSide);
    case 'corners':
      return cornerNodes(ornament, size, shortSide);
  }
}

/** The layout nodes of the ornaments behind a slide, in the order given. */
export function ornamentNodes(
  ornaments: readonly Ornament[],
  size: PictureDimensions,
  direction: TextDirection,
): Node[] {
  const shortSide = Math.min(size.width, size.height);
  return ornamentsInDirection(ornaments, direction).flatMap((ornament) =>
    nodesOf(ornament, size, shortSide, direction),
  );
}
