import type { Node } from '@takumi-rs/core';
import type { Palette, Template } from '../../templates/template.ts';
import type { Size } from '../../timelines/format.ts';
import { type Box, boxNode, paragraphNode } from './node-tree.ts';
import type { Direction } from './script.ts';
import type { Paragraph } from './typesetting.ts';

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
export function accentRule(
  { rule }: Template,
  text: Box,
  y: number,
  short: number,
  side: Direction,
  color: string,
): Node {
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
