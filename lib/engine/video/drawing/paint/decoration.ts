import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { Logo, SceneDesign, SlideTemplate } from '../design.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { SlideText } from '../layout/slide-text.ts';
import { hasRoomForTwoColumns, slideTextMarginsOf } from '../layout/slide-text-margins.ts';
import { slideUnitInPixels, smallestSlideFontSize } from '../layout/slide-unit-in-pixels.ts';
import { fitTextBlock } from '../text/fit-text-block.ts';
import { type HorizontalAlign, type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import type { TextBlock } from '../text/text-block.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import { logoImageSource } from './logo-cache.ts';

/** Darkens an image from below, strongly behind the text and fading out above it; `textTop` in pixels. */
export function scrimNode({ width, height }: PictureDimensions, textTop: number): Node {
  const fade = Math.round(Math.min(width, height) * 0.26);
  const top = Math.max(0, textTop - fade);
  const tall = height - top;
  const behindText = Math.max(0, Math.min(100, Math.round(((height - textTop) / tall) * 100)));
  const stops = `rgba(6,8,14,0.84) 0%, rgba(6,8,14,0.62) ${behindText}%, rgba(6,8,14,0) 100%`;
  return boxNode({ x: 0, y: top, width, height: tall }, { backgroundImage: `linear-gradient(to top, ${stops})` });
}

/** The box behind text on an image, as high as the text and its padding; pixels. */
export function imageTextBoxNode(
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
export function imageFrameNodes(image: LayoutBox, { frame, radius }: SlideTemplate['image'], unit: number): Node[] {
  if (!frame) return [];
  const thickness = Math.max(1, Math.round(frame.thickness * unit));
  const by = Math.round(frame.offset * unit) + thickness;
  const box = { x: image.x - by, y: image.y - by, width: image.width + 2 * by, height: image.height + 2 * by };
  const borderRadius = radius === 0 ? 0 : Math.round(radius * unit) + by;
  return [boxNode(box, { borderWidth: thickness, borderStyle: 'solid', borderColor: frame.color, borderRadius })];
}

/** The logo, its picture exactly as large as the box. */
export const logoNode = (logo: Logo, box: LayoutBox): Node =>
  boxNode(box, {}, [
    { type: 'image', src: logoImageSource(logo, box), style: { width: box.width, height: box.height } },
  ]);

const FOLIO_SIDES = {
  start: { ltr: 'left', rtl: 'right' },
  end: { ltr: 'right', rtl: 'left' },
  center: { ltr: 'center', rtl: 'center' },
} as const satisfies Record<SlideTemplate['folio']['align'], Record<TextDirection, HorizontalAlign>>;

/** The number of the slide in its box. */
function folioNode(
  paragraph: TypesetParagraph,
  box: LayoutBox,
  size: number,
  color: string,
  align: SlideTemplate['folio']['align'],
  direction: TextDirection,
): Node {
  const side = FOLIO_SIDES[align][direction];
  return boxNode(box, {}, [paragraphNode(paragraph, { size, width: box.width, side, color, balanced: false })]);
}

/** The part of the bottom line that is reserved for the number of the slide, and the least width, in its sizes of type. */
const FOLIO_PART = 0.12;
const FOLIO_LENGTH = 4.6;
/** A footer on a slide without room for two columns may have a second line if both lines take at most this fraction of the lower margin. */
const OF_MARGIN = 0.7;

/**
 * The bottom line of a slide: its number, and the footer at the other end. Next to a footer, a number that is usually in the middle is at
 * the end of the line. Both are large enough to be read on a phone. A footer that is too long for its lines is cut.
 * @param slide the size of the slide in pixels
 */
export async function footerNodes(
  { folio, footer, direction }: Pick<SlideText, 'folio' | 'footer' | 'direction'>,
  box: LayoutBox,
  slide: PictureDimensions,
  template: Pick<SlideTemplate, 'folio'>,
  { palette: { muted } }: SceneDesign,
  measure: MeasureNodes,
): Promise<{ nodes: Node[]; cut: boolean }> {
  const { align } = template.folio;
  const sizeOf = ({ style }: TypesetParagraph): number =>
    Math.max(style.largest * slideUnitInPixels(slide), smallestSlideFontSize(slide));
  if (!footer)
    return { nodes: folio ? [folioNode(folio, box, sizeOf(folio), muted, align, direction)] : [], cut: false };
  const atStart = align !== 'start';
  const kept = folio ? Math.round(Math.max(box.width * FOLIO_PART, sizeOf(folio) * FOLIO_LENGTH)) : 0;
  const isLeft = atStart === (direction === 'ltr');
  const room = { ...box, x: box.x + (isLeft ? 0 : kept), width: box.width - kept };
  const corner = { ...box, x: isLeft ? box.x + room.width : box.x, width: kept };
  const side = isLeft ? 'left' : 'right';
  const block: TextBlock = {
    paragraphs: [footer],
    gap: 0,
    direction: isLeft ? 'ltr' : 'rtl',
    balanced: false,
    role: 'lines',
  };
  const size = sizeOf(footer);
  const line = Math.ceil(size * footer.leading);
  const hasTwo = !hasRoomForTwoColumns(slide) && 2 * line <= OF_MARGIN * slideTextMarginsOf(slide).bottom;
  const height = Math.max(hasTwo ? 2 * line : line, box.height);
  const style = { ...footer.style, smallest: footer.style.largest };
  const whole = { ...block, paragraphs: [{ ...footer, style }] };
  const fitted = await fitTextBlock(whole, { width: room.width, height, unit: size / style.largest }, measure);
  const [text = footer] = fitted.block.paragraphs;
  const look = { size: fitted.size, width: room.width, side, color: muted, balanced: false } as const;
  const nodes = [
    boxNode({ ...room, y: room.y + Math.min(0, Math.round((box.height - fitted.height) / 2)) }, {}, [
      paragraphNode(text, look),
    ]),
    ...(folio ? [folioNode(folio, corner, sizeOf(folio), muted, atStart ? 'end' : 'start', direction)] : []),
  ];
  return { nodes, cut: fitted.cut };
}
