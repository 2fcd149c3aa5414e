import type { Node } from '@takumi-rs/core';
import { paragraphNode, type Side } from '../text/paragraph-node.ts';
import {
  type BlockMarker,
  blockNodes,
  blockTextWidth,
  type FittedBlock,
  MARKER_INDENT,
  paragraphSide,
} from '../text/text-block.ts';
import { boxNode } from './boxes.ts';

/** Width and height as multiples of the size. */
const SHAPES = {
  dot: { across: 0.27, down: 0.27 },
  ring: { across: 0.34, down: 0.34 },
  square: { across: 0.27, down: 0.27 },
  dash: { across: 0.56, down: 0.1 },
} as const;
const NUMBER_SIZE = 0.72;

/** The first line of a point, which its marker belongs to. */
export interface MarkedLine {
  /** Pixels. */
  size: number;
  lineHeight: number;
  /** Width of the row that holds the marker. */
  width: number;
  side: Side;
}

function numberNode({ numbers }: BlockMarker, index: number, line: MarkedLine, color: string): Node[] {
  const number = numbers[index];
  if (!number) return [];
  const { lineHeight, side } = line;
  const size = line.size * NUMBER_SIZE;
  const width = Math.round(MARKER_INDENT.number * line.size);
  const x = side === 'right' ? line.width - width : 0;
  // The smaller digits share the baseline of the text.
  const y = Math.round(line.size * 0.085);
  const look = { size, width, side: side === 'right' ? 'right' : 'left', color, balanced: false } as const;
  const text = paragraphNode({ ...number, leading: lineHeight / size }, look);
  return [boxNode({ x, y, width, height: Math.round(lineHeight) }, {}, [text])];
}

/** The marker before a point, within the row of its first line; `accent` where the template gives no colours. */
export function markerNode(marker: BlockMarker, index: number, line: MarkedLine, accent: string): Node[] {
  const { shape, colors } = marker;
  const color = colors[index % Math.max(1, colors.length)] ?? accent;
  if (shape === 'none') return [];
  if (shape === 'number') return numberNode(marker, index, line, color);
  const { size, lineHeight, width, side } = line;
  const across = Math.max(2, Math.round(size * SHAPES[shape].across));
  const down = Math.max(2, Math.round(size * SHAPES[shape].down));
  const x = side === 'right' ? width - across : 0;
  // The middle of a line box lies a little above the middle of its small letters.
  const y = Math.round(lineHeight / 2 + size * 0.035 - down / 2);
  const border = { borderWidth: Math.max(1, Math.round(size * 0.07)), borderStyle: 'solid', borderColor: color };
  const style = shape === 'ring' ? border : { backgroundColor: color };
  const borderRadius = shape === 'square' ? 0 : Math.min(across, down) / 2;
  return [boxNode({ x, y, width: across, height: down }, { ...style, borderRadius })];
}

/** Colours of text and of markers, `#rrggbb`. */
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
  const inner = blockTextWidth(block, size, inside);
  const step = Math.round(block.gap * size);
  const { marker, panel } = block;
  const style = panel && { backgroundColor: panel.color, borderRadius: panel.radius };
  const nodes: Node[] = style ? [boxNode({ x, y, width, height: whole }, style)] : [];
  let top = y + padding;
  for (const [i, paragraph] of block.paragraphs.entries()) {
    const height = heights[i] ?? 0;
    const text = texts[i];
    const side = paragraphSide(block, paragraph);
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
