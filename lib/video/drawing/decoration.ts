import type { Node, RgbaImage } from '@takumi-rs/core';
import type { Size } from '../../timelines/format.ts';
import type { Palette, Template } from '../../templates/template.ts';
import { type Box, boxNode, paragraphNode } from './node-tree.ts';
import type { Direction } from './script.ts';
import type { Paragraph } from './typesetting.ts';

export function backdrop({ width, height }: Size, palette: Palette): Node[] {
  if (!palette.backdrop) return [];
  return [boxNode({ x: 0, y: 0, width, height }, { backgroundImage: palette.backdrop })];
}

/** The image in the middle of its box; what it leaves free is panel. */
export function imagePanel(box: Box, image: RgbaImage, palette: Palette, rounded: number): Node[] {
  const { width, height } = image;
  const full = width >= Math.round(box.width) && height >= Math.round(box.height);
  const style = {
    position: 'absolute',
    left: Math.round((box.width - width) / 2),
    top: Math.round((box.height - height) / 2),
    width,
    height,
    borderRadius: full ? 0 : rounded,
  } as const;
  return [boxNode(box, { backgroundColor: palette.panel }, [{ type: 'image', src: image, width, height, style }])];
}

/** Darkens an image from below, strongly behind the text and fading out above it; `textTop` in pixels. */
export function scrim({ width, height }: Size, textTop: number): Node {
  const fade = Math.round(Math.min(width, height) * 0.26);
  const top = Math.max(0, textTop - fade);
  const tall = height - top;
  const behindText = Math.max(0, Math.min(100, Math.round(((height - textTop) / tall) * 100)));
  const stops = `rgba(6,8,14,0.84) 0%, rgba(6,8,14,0.62) ${behindText}%, rgba(6,8,14,0) 100%`;
  return boxNode({ x: 0, y: top, width, height: tall }, { backgroundImage: `linear-gradient(to top, ${stops})` });
}

/** The accent band along the leading edge of a title slide. */
export function leadingBand(template: Template, size: Size, palette: Palette, direction: Direction): Node[] {
  const width = Math.round(template.band * Math.min(size.width, size.height));
  if (width === 0) return [];
  const x = direction === 'rtl' ? size.width - width : 0;
  return [boxNode({ x, y: 0, width, height: size.height }, { backgroundColor: palette.accent })];
}

/** The short accent rule over a heading, on the side where the text begins. */
export function accentRule({ rule }: Template, text: Box, y: number, short: number, side: Direction, color: string): Node {
  const width = Math.round(rule.length * short);
  const height = Math.max(2, Math.round(rule.thickness * short));
  const x = side === 'rtl' ? text.x + text.width - width : text.x;
  return boxNode({ x, y, width, height }, { backgroundColor: color, borderRadius: height / 2 });
}

/** The page number, at the end of the line that text would take. */
export function folio(paragraph: Paragraph, box: Box, short: number, color: string, direction: Direction): Node {
  const size = paragraph.style.largest * short;
  const side = direction === 'rtl' ? 'left' : 'right';
  return boxNode(box, {}, [paragraphNode(paragraph, { size, width: box.width, side, color, balanced: false })]);
}
