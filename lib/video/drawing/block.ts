import type { Node } from '@takumi-rs/core';
import { type BlockMarker, MARKER_INDENT, markerNode } from './marker.ts';
import { boxNode, paragraphNode, type Side, sideOf } from './node-tree.ts';
import type { Paragraph } from './typesetting.ts';
import type { Direction } from './writing-system.ts';

/** Paragraphs one above the other, all in one size. */
export interface Block {
  paragraphs: readonly Paragraph[];
  /** For each paragraph, which bullet point it is (part) of. */
  owners?: readonly number[] | undefined;
  /** Between paragraphs, as a multiple of the size. */
  gap: number;
  marker?: BlockMarker | undefined;
  direction: Direction;
  balanced: boolean;
  centered?: boolean | undefined;
  /** Rather small than on two lines, as a number and its unit. */
  oneLine?: boolean | undefined;
  /** What its paragraphs are: points of a list, lines under a title, or lines of code. Headings are lines. */
  role: 'list' | 'lines' | 'code';
  /** What code stands on; the radius in pixels. */
  panel?: { color: string; radius: number } | undefined;
}

/** A block with its size and its height, ready to be placed. */
export interface FittedBlock {
  block: Block;
  /** Pixels, as all that follows. */
  size: number;
  width: number;
  heights: readonly number[];
  height: number;
  /** Between the edges of a panel and the text on it. */
  padding: number;
  /** Text was left out, and without that the block would be `uncutHeight` high. */
  cut: boolean;
  uncutHeight: number;
}

export const textWidth = ({ marker }: Block, size: number, width: number): number =>
  marker ? width - MARKER_INDENT[marker.shape] * size : width;

export const gapHeight = ({ gap, paragraphs }: Block, size: number): number =>
  Math.round(gap * size) * Math.max(0, paragraphs.length - 1);

const sideIn = (block: Block, paragraph: Paragraph): Side =>
  block.centered ? 'center' : sideOf(paragraph, block.direction);

/** The paragraphs of a block as they stand in it, for measuring. */
export function blockNodes(block: Block, size: number, width: number, color: string): Node[] {
  const look = { size, width: textWidth(block, size, width), color, balanced: block.balanced };
  return block.paragraphs.map((paragraph) => paragraphNode(paragraph, { ...look, side: sideIn(block, paragraph) }));
}

export interface BlockColors {
  text: string;
  accent: string;
}

/** A hairline in the middle of the gap above a paragraph. */
function separatorNode(color: string, width: number, step: number, size: number): Node {
  const height = Math.max(1, Math.round(size * 0.035));
  return boxNode({ x: 0, y: -Math.round((step + height) / 2), width, height }, { backgroundColor: color });
}

/** A fitted block with its left top corner at x, y; only paragraphs of the first `revealed` bullet points are drawn. */
export function placeBlock(
  fitted: FittedBlock,
  x: number,
  y: number,
  colors: BlockColors,
  revealed = Number.POSITIVE_INFINITY,
): Node[] {
  const { block, size, width, heights, height: whole, padding } = fitted;
  const inside = width - 2 * padding;
  const texts = blockNodes(block, size, inside, colors.text);
  const inner = textWidth(block, size, inside);
  const step = Math.round(block.gap * size);
  const { marker, panel } = block;
  const style = panel && { backgroundColor: panel.color, borderRadius: panel.radius };
  const nodes: Node[] = style ? [boxNode({ x, y, width, height: whole }, style)] : [];
  let top = y + padding;
  for (const [i, paragraph] of block.paragraphs.entries()) {
    const height = heights[i] ?? 0;
    const text = texts[i];
    const side = sideIn(block, paragraph);
    if (text && (block.owners?.[i] ?? i) < revealed) {
      const left = side === 'right' ? 0 : inside - inner;
      const placed: Node[] = [boxNode({ x: left, y: 0, width: inner, height }, {}, [text])];
      const line = { size, lineHeight: paragraph.leading * size, width: inside, side };
      if (marker) placed.push(...markerNode(marker, i, line, colors.accent));
      if (marker?.separator && i > 0) placed.push(separatorNode(marker.separator, inside, step, size));
      nodes.push(boxNode({ x: x + padding, y: top, width: inside, height }, {}, placed));
    }
    top += height + step;
  }
  return nodes;
}
