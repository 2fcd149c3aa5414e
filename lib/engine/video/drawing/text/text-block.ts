import type { Node } from '@takumi-rs/core';
import type { PointMarkerShape, SlideTemplate } from '../design.ts';
import { type HorizontalAlign, paragraphAlignmentSideOf, paragraphNode } from './paragraph-node.ts';
import type { PointSign } from './point-signs.ts';
import type { TypesetParagraph } from './typesetting.ts';
import type { TextDirection } from './writing-system.ts';

/** Paragraphs one above the other, all in one size. */
export interface TextBlock {
  paragraphs: readonly TypesetParagraph[];
  /** For each paragraph, the index of the bullet point that it is a part of. */
  owners?: readonly number[] | undefined;
  /** For each paragraph, its level (0–2): deeper ones are indented and smaller. Absent: all 0. */
  levels?: readonly number[] | undefined;
  /** Space between paragraphs, as a multiple of the size. */
  gap: number;
  /** The markers before the paragraphs; absent: none. */
  marker?: ListMarkersOfTextBlock | undefined;
  direction: TextDirection;
  /** True: lines have about the same length. */
  balanced: boolean;
  centered?: boolean | undefined;
  /** True if the text, such as a number with its unit, is set smaller instead of on two lines. */
  oneLine?: boolean | undefined;
  /** Kind of its paragraphs: points of a list, lines under a title (headings too), or lines of code. */
  role: 'list' | 'lines' | 'code';
  /**
   * The panel behind code: its colour, the radius of its corners (pixels), and the colour of the mark before continued lines. Also the size
   * of type (pixels) below which lines are wrapped instead of set smaller.
   */
  panel?: { color: string; radius: number; mark: string; least: number } | undefined;
}

/** A block with its size and its height, ready to be placed. */
export interface FittedTextBlock {
  block: TextBlock;
  /** Size of type in pixels, as are all lengths that follow. */
  size: number;
  width: number;
  heights: readonly number[];
  height: number;
  /** Space between the edges of a panel and the text on it; 0 without a panel. */
  padding: number;
  /** True if text was left out; the whole text is `uncutHeight` high. */
  cut: boolean;
  uncutHeight: number;
}

/** Sizes and indents of deeper paragraphs, as multiples of the size of the block. */
const LEVEL_STYLES = [
  { scale: 1, indent: 0 },
  { scale: 0.88, indent: 1.05 },
  { scale: 0.8, indent: 1.95 },
] as const;

/** The size and the indent of the level of a paragraph. */
const levelStyleOf = ({ levels }: TextBlock, index: number) => LEVEL_STYLES[levels?.[index] ?? 0] ?? LEVEL_STYLES[0];

/** The size of one paragraph of a block, in pixels. @param size of the block, in pixels */
export const paragraphTypeSize = (block: TextBlock, index: number, size: number): number =>
  size * levelStyleOf(block, index).scale;

/** Indentation of one paragraph of a block, in pixels. */
export const pixelIndentOfParagraph = (block: TextBlock, index: number, size: number): number =>
  Math.round(levelStyleOf(block, index).indent * size);

/** The width of the text of one paragraph of a block, in pixels: without its indent and the space for markers. @param width of the block */
export function paragraphTextWidth(block: TextBlock, size: number, width: number, index = 0): number {
  const { marker } = block;
  const indentedWidth = width - pixelIndentOfParagraph(block, index, size);
  return marker
    ? indentedWidth - LIST_MARKER_INDENT_EM[marker.shape] * paragraphTypeSize(block, index, size)
    : indentedWidth;
}

/** The height of all gaps between the paragraphs of a block, in pixels. */
export const paragraphGapsHeight = ({ gap, paragraphs }: TextBlock, size: number): number =>
  Math.round(gap * size) * Math.max(0, paragraphs.length - 1);

/** The side on which a paragraph of a block is set. */
export const alignmentOfBlockParagraph = (block: TextBlock, paragraph: TypesetParagraph): HorizontalAlign =>
  block.centered ? 'center' : paragraphAlignmentSideOf(paragraph, block.direction);

/** The dimming of paragraphs: whether those of a point are dimmed, by the index of the point, and their colour, `#rrggbb`. */
interface Dimming {
  isDimmed(owner: number): boolean;
  color: string;
}

/** A paragraph without the colours of its runs. */
const withoutRunColors = (paragraph: TypesetParagraph): TypesetParagraph => ({
  ...paragraph,
  runs: paragraph.runs.map((run) => ('text' in run ? { ...run, color: undefined } : run)),
});

/** The paragraphs of a block as nodes of their final width. @param size of the block, in pixels as `width` @param usualColor `#rrggbb` */
export function textBlockNodes(
  block: TextBlock,
  size: number,
  width: number,
  usualColor: string,
  dimming?: Dimming,
): Node[] {
  return block.paragraphs.map((typesetParagraph, index) => {
    const isParagraphDimmed = dimming?.isDimmed(block.owners?.[index] ?? index) === true;
    const [paragraph, color] =
      isParagraphDimmed && dimming
        ? [withoutRunColors(typesetParagraph), dimming.color]
        : [typesetParagraph, usualColor];
    return paragraphNode(paragraph, {
      size: paragraphTypeSize(block, index, size),
      width: paragraphTextWidth(block, size, width, index),
      color,
      balanced: block.balanced,
      side: alignmentOfBlockParagraph(block, paragraph),
    });
  });
}

/** The space that each shape of list marker takes, as a multiple of the size of the text. */
export const LIST_MARKER_INDENT_EM: Record<PointMarkerShape, number> = {
  dot: 0.92,
  ring: 1,
  square: 0.96,
  dash: 1.18,
  number: 1.72,
  none: 0,
};

/** The markers of a list. */
export type ListMarkersOfTextBlock = SlideTemplate['marker'] & {
  /** The numbers that `number` draws: one for each paragraph, undefined for a paragraph without one. */
  numbers: readonly (TypesetParagraph | undefined)[];
  /** Boxes of tasks and bars of admonitions instead of markers, one for each paragraph; absent: none. */
  signs?: readonly (PointSign | undefined)[] | undefined;
  /** True: only the signs are drawn. */
  hasSignsOnly?: true | undefined;
};
