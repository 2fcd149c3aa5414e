import type { Node } from '@takumi-rs/core';
import { dimmedCodeColor } from '../code-focus.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import { type HorizontalAlign, paragraphNode } from '../text/paragraph-node.ts';
import {
  alignmentOfBlockParagraph,
  type FittedTextBlock,
  LIST_MARKER_INDENT_EM,
  type ListMarkersOfTextBlock,
  paragraphIndent,
  paragraphTextWidth,
  paragraphTypeSize,
  textBlockNodes,
} from '../text/text-block.ts';
import type { TextDirection } from '../text/writing-system.ts';
import { boxNode, type LayoutBox } from './boxes.ts';
import { type FittedTextGroup, HEADING_RULE_SPACE } from './fit-text-group.ts';
import type { VerticalAlign } from './regions.ts';
import { pointSignNodes } from './sign-nodes.ts';
import { markNodesAsMorphPart } from './slide-parts.ts';

/** Width and height of markers, as multiples of the size of type. */
const SHAPES = {
  dot: { across: 0.27, down: 0.27 },
  ring: { across: 0.34, down: 0.34 },
  square: { across: 0.27, down: 0.27 },
  dash: { across: 0.56, down: 0.1 },
} as const;
const NUMBER_SIZE = 0.72;

/** The first line of a point, which its marker belongs to. */
interface MarkedLine {
  /** Pixels. */
  size: number;
  lineHeight: number;
  /** Height of all lines of the point. */
  height: number;
  /** Width of the row that has the marker. */
  width: number;
  side: HorizontalAlign;
}

/** @param least the smallest size of the number, in pixels, unless that of its point is smaller */
function numberNode(
  { numbers }: ListMarkersOfTextBlock,
  index: number,
  line: MarkedLine,
  color: string,
  least: number,
): Node[] {
  const number = numbers[index];
  if (!number) return [];
  const { lineHeight, side } = line;
  const size = Math.max(line.size * NUMBER_SIZE, Math.min(line.size, least));
  const width = Math.round(LIST_MARKER_INDENT_EM.number * line.size);
  const x = side === 'right' ? line.width - width : 0;
  // The smaller digits share the baseline of the text.
  const y = Math.round(line.size * 0.085);
  const look = { size, width, side: side === 'right' ? 'right' : 'left', color, balanced: false } as const;
  const text = paragraphNode({ ...number, leading: lineHeight / size }, look);
  return [boxNode({ x, y, width, height: Math.round(lineHeight) }, {}, [text])];
}

/** The marker before a point, within the row of its first line. It has the accent colour if the template names no colours of markers. */
function markerNode(marker: ListMarkersOfTextBlock, index: number, line: MarkedLine, look: BlockColors): Node[] {
  const { text, accent, least = 0 } = look;
  const { shape, colors } = marker;
  const sign = marker.signs?.[index];
  if (sign) return pointSignNodes(sign, line, { text, accent: colors[index % Math.max(1, colors.length)] ?? accent });
  if (marker.hasSignsOnly) return [];
  const color = colors[index % Math.max(1, colors.length)] ?? accent;
  if (shape === 'none') return [];
  if (shape === 'number') return numberNode(marker, index, line, color, least);
  const { size, lineHeight, width, side } = line;
  const across = Math.max(2, Math.round(size * SHAPES[shape].across));
  const down = Math.max(2, Math.round(size * SHAPES[shape].down));
  const x = side === 'right' ? width - across : 0;
  // The middle of a line box is a little above the middle of its small letters.
  const y = Math.round(lineHeight / 2 + size * 0.035 - down / 2);
  const border = { borderWidth: Math.max(1, Math.round(size * 0.07)), borderStyle: 'solid', borderColor: color };
  const style = shape === 'ring' ? border : { backgroundColor: color };
  const borderRadius = shape === 'square' ? 0 : Math.min(across, down) / 2;
  return [boxNode({ x, y, width: across, height: down }, { ...style, borderRadius })];
}

/** Colours of text and of markers, `#rrggbb`, and the smallest size of numbers before points, in pixels. */
interface BlockColors {
  text: string;
  accent: string;
  least?: number | undefined;
  /** The paragraphs that are dimmed, by the index of their point; absent: none. */
  isDimmed?: ((owner: number) => boolean) | undefined;
}

/** A hairline in the middle of the gap above a paragraph. */
function separatorNode(color: string, width: number, step: number, size: number): Node {
  const height = Math.max(1, Math.round(size * 0.035));
  return boxNode({ x: 0, y: -Math.round((step + height) / 2), width, height }, { backgroundColor: color });
}

/** The nodes of a fitted block with its left top corner at x, y (pixels); only paragraphs of the first `revealed` points are drawn. */
export function placeTextBlock(
  fitted: FittedTextBlock,
  x: number,
  y: number,
  colors: BlockColors,
  revealed = Number.POSITIVE_INFINITY,
): Node[] {
  const { block, size, width, heights, height: whole, padding } = fitted;
  const inside = width - 2 * padding;
  const { marker, panel } = block;
  const { isDimmed } = colors;
  const dimmed = isDimmed && panel && { isDimmed, color: dimmedCodeColor(colors.text, panel.color) };
  const texts = textBlockNodes(block, size, inside, colors.text, dimmed);
  const step = Math.round(block.gap * size);
  const style = panel && { backgroundColor: panel.color, borderRadius: panel.radius };
  const nodes: Node[] = style ? [boxNode({ x, y, width, height: whole }, style)] : [];
  let top = y + padding;
  for (const [i, paragraph] of block.paragraphs.entries()) {
    const height = heights[i] ?? 0;
    const text = texts[i];
    const side = alignmentOfBlockParagraph(block, paragraph);
    if (text && (block.owners?.[i] ?? i) < revealed) {
      const indent = paragraphIndent(block, i, size);
      const own = paragraphTypeSize(block, i, size);
      const row = inside - indent;
      const inner = paragraphTextWidth(block, size, inside, i);
      const left = side === 'right' ? 0 : row - inner;
      const placed: Node[] = [boxNode({ x: left, y: 0, width: inner, height }, {}, [text])];
      const line = { size: own, lineHeight: paragraph.leading * own, height, width: row, side };
      if (marker) placed.push(...markerNode(marker, i, line, colors));
      if (marker?.separator && i > 0) placed.push(separatorNode(marker.separator, row, step, size));
      const start = x + padding + (side === 'right' ? 0 : indent);
      nodes.push(boxNode({ x: start, y: top, width: row, height }, {}, placed));
    }
    top += height + step;
  }
  return nodes;
}

/** Inputs to the placement of text, other than the text. */
export interface TextPlacingContext {
  /** The unit of the slide, in pixels. */
  unit: number;
  /** The smallest type size that is used while there is room, in pixels. */
  leastSize: number;
  template: SlideTemplate;
  scene: SceneDesign;
  direction: TextDirection;
  /** Number of bullet points that are drawn, from the first. */
  revealed: number;
  /** The number of parts, from the first, that are drawn with the texts that enter after them; absent: all drawn parts. */
  labelled?: number | undefined;
  /** `hidden`: without figures that count; absent: with them. */
  figures?: 'hidden' | undefined;
  /** `hidden`: without the marks of a chart and their texts; absent: with them. */
  marks?: 'hidden' | undefined;
  /** Reports whether a line of code, counted from 0, is dimmed; absent: none. */
  isDimmed?: ((line: number) => boolean) | undefined;
}

/** The part of the free room that is above text in the optical middle: text in the exact middle seems too low. */
const OPTICAL_MIDDLE = 0.4;

/** Top of text of this height in its box, in pixels. */
export function topOfAlignedText({ y, height }: LayoutBox, verticalAlign: VerticalAlign, needed: number): number {
  const free = Math.max(0, height - needed);
  if (verticalAlign === 'top') return y;
  if (verticalAlign === 'optical') return y + Math.round(free * OPTICAL_MIDDLE);
  return y + (verticalAlign === 'bottom' ? free : Math.round(free / 2));
}

function ruleSide(
  { scene, direction }: TextPlacingContext,
  heading: FittedTextBlock | undefined,
): TextDirection | 'center' {
  if (scene.align === 'center') return 'center';
  return direction === 'rtl' || heading?.block.paragraphs[0]?.direction === 'rtl' ? 'rtl' : 'ltr';
}

/** The nodes of a body with its left top corner at x, y, in pixels. */
export function placeTextBody(
  body: FittedTextBlock,
  x: number,
  y: number,
  { scene, revealed, template, leastSize: least, isDimmed }: TextPlacingContext,
): Node[] {
  const { palette } = scene;
  const text = { code: template.code.text, list: palette.text, lines: palette.muted }[body.block.role];
  return placeTextBlock(body, x, y, { text, accent: palette.accent, least, isDimmed }, revealed);
}

/** Pixels from the top of a group to its heading. */
export const headingTopInTextGroup = ({
  ruleAbove,
  markHeight,
}: Pick<FittedTextGroup, 'ruleAbove' | 'markHeight'>): number => ruleAbove + markHeight;

/** The nodes of heading, rule, quotation mark and body, one above the other from `top` (pixels) on. */
export function placeTextGroup(
  fitted: FittedTextGroup,
  box: LayoutBox,
  top: number,
  around: TextPlacingContext,
  parts: 'whole' | 'without heading' = 'whole',
): Node[] {
  const { unit, template, scene } = around;
  const { palette } = scene;
  const { heading, body, mark } = fitted;
  const nodes: Node[] = [];
  const side = ruleSide(around, heading);
  const rule = (y: number): Node[] =>
    markNodesAsMorphPart('rule', [accentRuleNode(template, box, y, unit, side, palette.accent)]);
  const accent = palette.accent;
  if (fitted.ruleAbove > 0) nodes.push(...rule(top));
  const blank = scene.align === 'center' ? 0 : fitted.markBlank;
  if (mark) nodes.push(...placeTextBlock(mark, box.x - blank, top - fitted.markRise, { text: accent, accent }));
  let y = top + headingTopInTextGroup(fitted);
  if (heading && parts === 'whole')
    nodes.push(
      ...markNodesAsMorphPart(
        'heading',
        placeTextBlock(heading, box.x, y, { text: palette.heading ?? palette.text, accent }),
      ),
    );
  y += heading?.height ?? 0;
  if (fitted.ruleBelow > 0) nodes.push(...rule(y + Math.round(HEADING_RULE_SPACE * unit)));
  y += fitted.ruleBelow + fitted.gap;
  if (body) nodes.push(...placeTextBody(body, box.x, y, around));
  return nodes;
}

/** The rule next to a heading, at the side where the text starts, or centred. */
function accentRuleNode(
  { rule }: Pick<SlideTemplate, 'rule'>,
  text: LayoutBox,
  y: number,
  unit: number,
  side: TextDirection | 'center',
  color: string,
): Node {
  const width = rule.length === 'full' ? text.width : Math.min(text.width, Math.round(rule.length * unit));
  const height = Math.max(2, Math.round(rule.thickness * unit));
  const free = { ltr: 0, center: Math.round((text.width - width) / 2), rtl: text.width - width };
  const borderRadius = rule.length === 'full' ? 0 : height / 2;
  return boxNode({ x: text.x + free[side], y, width, height }, { backgroundColor: color, borderRadius });
}
