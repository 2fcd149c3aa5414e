import type { Node } from '@takumi-rs/core';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { boxNode, type LayoutBox } from '#engine/video/drawing/layout/boxes.ts';
import { insetByMargins, slideTextMarginsOf } from '#engine/video/drawing/layout/slide-text-margins.ts';
import { composeSlide } from '#engine/video/drawing/paint/compose-slide.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { srcOfEmojiImage } from '#engine/video/drawing/text/paragraph-node.ts';
import type { PictureDimensions } from '#engine/video/format.ts';

const deps = createDrawingDeps();
/** Pixels with more than half of their colour are ink. */
const INK = 128;

/** The box around the ink of a picture in RGBA, in pixels; undefined: it has none. */
export function inkBox(rgba: Uint8Array, { width, height }: PictureDimensions): LayoutBox | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((rgba[(y * width + x) * 4 + 3] ?? 0) < INK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const areaOf = ({ width, height }: LayoutBox): number => Math.max(0, width) * Math.max(0, height);

/** The part of `a` that is in `b`. */
function common(a: LayoutBox, b: LayoutBox): LayoutBox {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const right = Math.min(a.x + a.width, b.x + b.width);
  return { x, y, width: right - x, height: Math.min(a.y + a.height, b.y + b.height) - y };
}

function around(boxes: readonly LayoutBox[]): LayoutBox {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  return { x, y, width: right - x, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
}

/** Reports whether a node is a band across the slide, which is an ornament. */
const isBand = (node: Node, { width }: PictureDimensions): boolean =>
  'style' in node && (node.style as { width?: unknown } | undefined)?.width === width;

/**
 * The part of a page's text area that its content covers, 0–1: the area of the box around all ink of text, markers, panels, tables, charts
 * and images, over the area of the page without the margins of its format. The line at the bottom, the logo, and the ornaments of the template are not content.
 */
export async function coverageOf(
  slide: DrawableSlide,
  size: PictureDimensions,
  template: SlideTemplate,
): Promise<number> {
  const plain: DrawableSlide = { ...slide, slide_number: undefined, footer: undefined };
  const { nodes, families, emoji, image, pictures } = await composeSlide(
    plain,
    size,
    { ...template, logo: undefined },
    deps,
  );
  const images = await Promise.all(
    emoji.map(async (name) => ({ src: srcOfEmojiImage(name), data: await deps.typesetter.emojiPicture(name) })),
  );
  const content = nodes.filter((node) => !isBand(node, size));
  const root = boxNode({ x: 0, y: 0, ...size }, {}, content);
  const rgba = await deps.renderer.render(root, { ...size, format: 'raw', images, fontFamilies: families });
  const ink = inkBox(rgba, size);
  const boxes = [...(ink ? [ink] : []), ...(image ? [image.panel] : []), ...pictures.map(({ box }) => box)];
  const room = insetByMargins({ x: 0, y: 0, ...size }, slideTextMarginsOf(size));
  return boxes.length === 0 ? 0 : areaOf(common(around(boxes), room)) / areaOf(room);
}
