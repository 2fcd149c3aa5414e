import type { Node } from '@takumi-rs/core';
import type { MarkerShape, Template } from './design.ts';
import { boxNode, paragraphNode, type Side } from './node-tree.ts';
import type { Paragraph } from './typesetting.ts';

/** The markers of a list: the template's choice, and the numbers that `number` draws, one for each paragraph. */
export type BlockMarker = Template['marker'] & { numbers: readonly Paragraph[] };

/** Space for a marker, as a multiple of the size of the text. */
export const MARKER_INDENT: Record<MarkerShape, number> = {
  dot: 0.92,
  ring: 1,
  square: 0.96,
  dash: 1.18,
  number: 1.72,
  none: 0,
};

/** Width and height as multiples of the size. */
const SHAPES = {
  dot: { across: 0.27, down: 0.27 },
  ring: { across: 0.34, down: 0.34 },
  square: { across: 0.27, down: 0.27 },
  dash: { across: 0.56, down: 0.1 },
} as const;
const NUMBER_SIZE = 0.72;

export interface MarkedLine {
  /** Pixels. */
  size: number;
  lineHeight: number;
  /** Of the row that the marker stands in. */
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
  // The smaller figures share the base line of the text.
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
