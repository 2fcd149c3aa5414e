import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import type { Logo, SceneDesign, SlideTemplate } from '../design.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import { hasRoomForTwoColumns, slideTextMarginsOf } from '../layout/slide-text-margins.ts';
import { slideUnitInPixels, smallestSlideFontSize } from '../layout/slide-unit-in-pixels.ts';
import type { TypesetSlideText } from '../layout/typeset-slide-text.ts';
import { fitTextBlock } from '../text/fit-text-block.ts';
import { type HorizontalAlign, type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import type { TextBlock } from '../text/text-block.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { TextDirection } from '../text/writing-system.ts';
import { srcOfLogoImage } from './logo-cache.ts';

/** The shade that darkens an image from below, strongly behind the text and fading out above it. @param textTop in pixels */
export function scrimNode({ width, height }: PictureDimensions, textTop: number): Node {
  const fadeHeight = Math.round(Math.min(width, height) * 0.26);
  const top = Math.max(0, textTop - fadeHeight);
  const scrimHeight = height - top;
  const textPercent = Math.max(0, Math.min(100, Math.round(((height - textTop) / scrimHeight) * 100)));
  const stops = `rgba(6,8,14,0.84) 0%, rgba(6,8,14,0.62) ${textPercent}%, rgba(6,8,14,0) 100%`;
  return boxNode(
    { x: 0, y: top, width, height: scrimHeight },
    { backgroundImage: `linear-gradient(to top, ${stops})` },
  );
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

/** The line around an image, at the distance of the template; empty without a frame. @param unit of the slide, in pixels */
export function imageFrameNodes(image: LayoutBox, { frame, radius }: SlideTemplate['image'], unit: number): Node[] {
  if (!frame) return [];
  const thickness = Math.max(1, Math.round(frame.thickness * unit));
  const distance = Math.round(frame.offset * unit) + thickness;
  const box = {
    x: image.x - distance,
    y: image.y - distance,
    width: image.width + 2 * distance,
    height: image.height + 2 * distance,
  };
  const borderRadius = radius === 0 ? 0 : Math.round(radius * unit) + distance;
  return [boxNode(box, { borderWidth: thickness, borderStyle: 'solid', borderColor: frame.color, borderRadius })];
}

/** The logo, its picture exactly as large as the box. */
export const logoNode = (logo: Logo, box: LayoutBox): Node =>
  boxNode(box, {}, [
    { type: 'image', src: srcOfLogoImage(logo, box), style: { width: box.width, height: box.height } },
  ]);

/** The sides at which the number of a slide is set, by its alignment and the direction of the slide. */
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

/** The fraction of the bottom line's width that is reserved for the number of the slide next to a footer. */
const FOLIO_WIDTH_SHARE = 0.12;
/** The smallest width that is reserved for the number, as a multiple of its size of type. */
const MIN_FOLIO_WIDTH_IN_FONT_SIZES = 4.6;
/** A footer on a slide without room for two columns may have a second line if both lines take at most this fraction of the lower margin. */
const MAX_FOOTER_SHARE_OF_MARGIN = 0.7;

/**
 * The bottom line of a slide: its number, and the footer at the other end. Next to a footer, a number that is usually in the middle is at
 * the end of the line. Both are large enough to be read on a phone. A footer that is too long for its lines is cut.
 * @param slide the size of the slide in pixels
 * @returns `cut`: true if the footer was cut
 */
export async function footerNodes(
  { folio, footer, direction }: Pick<TypesetSlideText, 'folio' | 'footer' | 'direction'>,
  box: LayoutBox,
  slide: PictureDimensions,
  template: Pick<SlideTemplate, 'folio'>,
  { palette: { muted } }: SceneDesign,
  measure: MeasureNodes,
): Promise<{ nodes: Node[]; cut: boolean }> {
  const { align } = template.folio;
  const typeSizeOf = ({ style }: TypesetParagraph): number =>
    Math.max(style.largest * slideUnitInPixels(slide), smallestSlideFontSize(slide));
  if (!footer)
    return { nodes: folio ? [folioNode(folio, box, typeSizeOf(folio), muted, align, direction)] : [], cut: false };
  const isFooterAtStart = align !== 'start';
  const folioWidth = folio
    ? Math.round(Math.max(box.width * FOLIO_WIDTH_SHARE, typeSizeOf(folio) * MIN_FOLIO_WIDTH_IN_FONT_SIZES))
    : 0;
  const isLeft = isFooterAtStart === (direction === 'ltr');
  const footerBox = { ...box, x: box.x + (isLeft ? 0 : folioWidth), width: box.width - folioWidth };
  const folioBox = { ...box, x: isLeft ? box.x + footerBox.width : box.x, width: folioWidth };
  const side = isLeft ? 'left' : 'right';
  const size = typeSizeOf(footer);
  const lineHeight = Math.ceil(size * footer.leading);
  const hasRoomForTwoLines =
    !hasRoomForTwoColumns(slide) && 2 * lineHeight <= MAX_FOOTER_SHARE_OF_MARGIN * slideTextMarginsOf(slide).bottom;
  const height = Math.max(hasRoomForTwoLines ? 2 * lineHeight : lineHeight, box.height);
  const style = { ...footer.style, smallest: footer.style.largest };
  const block: TextBlock = {
    // One size only: it is not shrunk to fit.
    paragraphs: [{ ...footer, style }],
    gap: 0,
    // The direction here only sets the side; the paragraph has its own.
    direction: isLeft ? 'ltr' : 'rtl',
    balanced: false,
    role: 'lines',
  };
  const fitted = await fitTextBlock(block, { width: footerBox.width, height, unit: size / style.largest }, measure);
  const [fittedParagraph = footer] = fitted.block.paragraphs;
  const look = { size: fitted.size, width: footerBox.width, side, color: muted, balanced: false } as const;
  const nodes = [
    boxNode({ ...footerBox, y: footerBox.y + Math.min(0, Math.round((box.height - fitted.height) / 2)) }, {}, [
      paragraphNode(fittedParagraph, look),
    ]),
    ...(folio
      ? [folioNode(folio, folioBox, typeSizeOf(folio), muted, isFooterAtStart ? 'end' : 'start', direction)]
      : []),
  ];
  return { nodes, cut: fitted.cut };
}
