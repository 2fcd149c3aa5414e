import type { Node } from '@takumi-rs/core';
import type { PointMarkerShape, SlideTemplate } from '../design.ts';
import { type HorizontalAlign, paragraphAlignment, paragraphNode } from './paragraph-node.ts';
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
  /** Between paragraphs, as a multiple of the size. */
  gap: number;
  marker?: ListMarkersOfTextBlock | undefined;
  direction: TextDirection;
  balanced: boolean;
  centered?: boolean | undefined;
  /** True if the text is set smaller rather than on two lines: a number and its unit. */
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
  /** Between the edges of a panel and the text on it. */
  padding: number;
  /** True if text was left out; the whole text is `uncutHeight` high. */
  cut: boolean;
  uncutHeight: number;
}

/** Sizes and indents of deeper paragraphs, as multiples of the size of the block. */
const LEVELS = [
  { scale: 1, indent: 0 },
  { scale: 0.88, indent: 1.05 },
  { scale: 0.8, indent: 1.95 },
] as const;

const levelOf = ({ levels }: TextBlock, index: number) => LEVELS[levels?.[index] ?? 0] ?? LEVELS[0];

/** The size of one paragraph of a block of this size, in pixels. */
export const paragraphTypeSize = (block: TextBlock, index: number, size: number): number =>
  size * levelOf(block, index).scale;

/** Indentation of one paragraph of a block, in pixels. */
export const paragraphIndent = (block: TextBlock, index: number, size: number): number =>
  Math.round(levelOf(block, index).indent * size);

/** The width of the text of one paragraph, in a block of this width, in pixels: without indent and the space for markers. */
export function paragraphTextWidth(block: TextBlock, size: number, width: number, index = 0): number {
  const { marker } = block;
  const inner = width - paragraphIndent(block, index, size);
  return marker ? inner - LIST_MARKER_INDENT_EM[marker.shape] * paragraphTypeSize(block, index, size) : inner;
}

/** The height of all gaps between the paragraphs of a block, in pixels. */
export const paragraphGapsHeight = ({ gap, paragraphs }: TextBlock, size: number): number =>
  Math.round(gap * size) * Math.max(0, paragraphs.length - 1);

/** The side on which a paragraph of a block is set. */
export const alignmentOfBlockParagraph = (block: TextBlock, paragraph: TypesetParagraph): HorizontalAlign =>
  block.centered ? 'center' : paragraphAlignment(paragraph, block.direction);

/** Paragraphs that are dimmed: which, by the index of their point, and their colour, `#rrggbb`. */
interface Dimmed {
  isDimmed(owner: number): boolean;
  color: string;
}

/** A paragraph all in the colour of its block. */
const inOneColor = (paragraph: TypesetParagraph): TypesetParagraph => ({
  ...paragraph,
  runs: paragraph.runs.map((run) => ('text' in run ? { ...run, color: undefined } : run)),
});

/** The paragraphs of a block as nodes of their final width, in pixels. */
export function textBlockNodes(block: TextBlock, size: number, width: number, usual: string, dimmed?: Dimmed): Node[] {
  return block.paragraphs.map((given, index) => {
    const standsBack = dimmed?.isDimmed(block.owners?.[index] ?? index) === true;
    const [paragraph, color] = standsBack && dimmed ? [inOneColor(given), dimmed.color] : [given, usual];
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
