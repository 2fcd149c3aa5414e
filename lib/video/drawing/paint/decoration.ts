import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import type { Template } from '../design.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { type HorizontalAlign, paragraphNode } from '../text/paragraph-node.ts';
import type { Paragraph } from '../text/typesetting.ts';
import type { Direction } from '../text/writing-system.ts';

/** Darkens an image from below, strongly behind the text and fading out above it; `textTop` in pixels. */
export function scrimNode({ width, height }: Size, textTop: number): Node {
  const fade = Math.round(Math.min(width, height) * 0.26);
  const top = Math.max(0, textTop - fade);
  const tall = height - top;
  const behindText = Math.max(0, Math.min(100, Math.round(((height - textTop) / tall) * 100)));
  const stops = `rgba(6,8,14,0.84) 0%, rgba(6,8,14,0.62) ${behindText}%, rgba(6,8,14,0) 100%`;
  return boxNode({ x: 0, y: top, width, height: tall }, { backgroundImage: `linear-gradient(to top, ${stops})` });
}

/** The box behind a caption on an image, as high as its text. */
export function captionBoxNode(
  text: LayoutBox,
  top: number,
  height: number,
  padding: number,
  color: string,
  radius: number,
): Node {
  const box = { x: text.x - padding, y: top - padding, width: text.width + 2 * padding, height: height + 2 * padding };
  return boxNode(box, { backgroundColor: color, borderRadius: radius });
}

/** The line around an image, at a distance from it. */
export function imageFrameNodes(image: LayoutBox, { frame, radius }: Template['image'], short: number): Node[] {
  if (!frame) return [];
  const thickness = Math.max(1, Math.round(frame.thickness * short));
  const by = Math.round(frame.offset * short) + thickness;
  const box = { x: image.x - by, y: image.y - by, width: image.width + 2 * by, height: image.height + 2 * by };
  const borderRadius = radius === 0 ? 0 : Math.round(radius * short) + by;
  return [boxNode(box, { borderWidth: thickness, borderStyle: 'solid', borderColor: frame.color, borderRadius })];
}

const FOLIO_SIDES = {
  start: { ltr: 'left', rtl: 'right' },
  end: { ltr: 'right', rtl: 'left' },
  center: { ltr: 'center', rtl: 'center' },
} as const satisfies Record<Template['folio']['align'], Record<Direction, HorizontalAlign>>;

/** The number of the slide, in a line of its own. */
export function folioNode(
  paragraph: Paragraph,
  box: LayoutBox,
  short: number,
  color: string,
  align: Template['folio']['align'],
  direction: Direction,
): Node {
  const size = paragraph.style.largest * short;
  const side = FOLIO_SIDES[align][direction];
  return boxNode(box, {}, [paragraphNode(paragraph, { size, width: box.width, side, color, balanced: false })]);
}
