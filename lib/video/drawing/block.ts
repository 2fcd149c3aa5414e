import type { Node } from '@takumi-rs/core';
import { boxNode, paragraphNode, type Side, sideOf } from './node-tree.ts';
import type { Direction } from './script.ts';
import type { Paragraph } from './typesetting.ts';

/** Paragraphs one above the other, all in one size. */
export interface Block {
  paragraphs: readonly Paragraph[];
  /** Between paragraphs, as a multiple of the size. */
  gap: number;
  marker?: 'dot' | 'dash' | undefined;
  direction: Direction;
  balanced: boolean;
}

/** A block with its size and its height, ready to be placed. */
export interface FittedBlock {
  block: Block;
  /** Pixels, as all that follows. */
  size: number;
  width: number;
  heights: readonly number[];
  height: number;
  /** Text was left out, and without that the block would be `uncutHeight` high. */
  cut: boolean;
  uncutHeight: number;
}

/** Space for a marker, as a multiple of the size. */
const INDENT = { dot: 0.92, dash: 1.18 };

export const textWidth = ({ marker }: Block, size: number, width: number): number =>
  marker ? width - INDENT[marker] * size : width;

export const gapHeight = ({ gap, paragraphs }: Block, size: number): number =>
  Math.round(gap * size) * Math.max(0, paragraphs.length - 1);

/** The paragraphs of a block as they stand in it, for measuring. */
export function blockNodes(block: Block, size: number, width: number, color: string): Node[] {
  const look = { size, width: textWidth(block, size, width), color, balanced: block.balanced };
  return block.paragraphs.map((paragraph) =>
    paragraphNode(paragraph, { ...look, side: sideOf(paragraph, block.direction) }),
  );
}

function markerNode(block: Block, size: number, width: number, lineHeight: number, side: Side, color: string): Node {
  const dash = block.marker === 'dash';
  const across = Math.max(2, Math.round(size * (dash ? 0.56 : 0.27)));
  const down = Math.max(2, Math.round(size * (dash ? 0.1 : 0.27)));
  const x = side === 'left' ? 0 : width - across;
  // The middle of a line box lies a little above the middle of its small letters.
  const y = Math.round(lineHeight / 2 + size * 0.035 - down / 2);
  const shape = { backgroundColor: color, borderRadius: dash ? down / 2 : across / 2 };
  return boxNode({ x, y, width: across, height: down }, shape);
}

/** A fitted block with its left top corner at x, y. */
export function placeBlock(fitted: FittedBlock, x: number, y: number, color: string, markerColor: string): Node[] {
  const { block, size, width, heights } = fitted;
  const texts = blockNodes(block, size, width, color);
  const inner = textWidth(block, size, width);
  const step = Math.round(block.gap * size);
  let top = y;
  return block.paragraphs.map((paragraph, i) => {
    const height = heights[i] ?? 0;
    const side = sideOf(paragraph, block.direction);
    const text = texts[i];
    const left = side === 'left' ? width - inner : 0;
    const placed: Node[] = text ? [boxNode({ x: left, y: 0, width: inner, height }, {}, [text])] : [];
    if (block.marker) placed.push(markerNode(block, size, width, paragraph.leading * size, side, markerColor));
    const row = boxNode({ x, y: top, width, height }, {}, placed);
    top += height + step;
    return row;
  });
}
