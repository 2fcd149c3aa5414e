import type { Node } from '@takumi-rs/core';
import { dimmedCodeColor } from '../code-focus.ts';
import type { SceneDesign, SlideTemplate } from '../design.ts';
import { type HorizontalAlign, paragraphNode } from '../text/paragraph-node.ts';
import {
  alignmentOfBlockParagraph,
  type FittedTextBlock,
  LIST_MARKER_INDENT_EM,
  type ListMarkersOfTextBlock,
  paragraphTextWidth,
  paragraphTypeSize,
  pixelIndentOfParagraph,
  textBlockNodes,
} from '../text/text-block.ts';
import type { TextDirection } from '../text/writing-system.ts';
import { boxNode, type LayoutBox } from './boxes.ts';
import { type FittedTextGroup, HEADING_RULE_SPACE } from './fit-text-group.ts';
import type { VerticalAlign } from './regions.ts';
import { pointSignNodes } from './sign-nodes.ts';
import { markNodesAsMorphPart } from './slide-parts.ts';

/** Width and height of markers, as multiples of the size of type. */
const MARKER_SIZES = {
  dot: { across: 0.27, down: 0.27 },
  ring: { across: 0.34, down: 0.34 },
  square: { across: 0.27, down: 0.27 },
  dash: { across: 0.56, down: 0.1 },
} as const;
/** Size of the numbers before points, as a multiple of the size of the point. */
const NUMBER_SIZE = 0.72;

/** The first line of a point, which its marker belongs to. */
interface MarkedLine {
  /** Size of type in pixels. */
  size: number;
  /** Pixels. */
  lineHeight: number;
  /** Height of all lines of the point. */
  height: number;
  /** Width of the row that has the marker. */
  width: number;
  side: HorizontalAlign;
}

/** The number before a point; empty without one. @param minSize of the number, in pixels, unless the size of its point is smaller */
function numberNode(
  { numbers }: ListMarkersOfTextBlock,
  index: number,
  line: MarkedLine,
  color: string,
  minSize: number,
): Node[] {
  const numberParagraph = numbers[index];
  if (!numberParagraph) return [];
  const { lineHeight, side } = line;
  const size = Math.max(line.size * NUMBER_SIZE, Math.min(line.size, minSize));
  const width = Math.round(LIST_MARKER_INDENT_EM.number * line.size);
  const x = side === 'right' ? line.width - width : 0;
  // The smaller digits share the baseline of the text.
  const y = Math.round(line.size * 0.085);
  const look = { size, width, side: side === 'right' ? 'right' : 'left', color, balanced: false } as const;
  const text = paragraphNode({ ...numberParagraph, leading: lineHeight / size }, look);
  return [boxNode({ x, y, width, height: Math.round(lineHeight) }, {}, [text])];
}

/** The marker before a point, within the row of its first line. It has the accent colour if the template names no colours of markers. */
function markerNode(marker: ListMarkersOfTextBlock, index: number, line: MarkedLine, look: BlockColors): Node[] {
  const { text, accent, minNumberSize = 0 } = look;
  const { shape, colors } = marker;
  const sign = marker.signs?.[index];
  if (sign) return pointSignNodes(sign, line, { text, accent: colors[index % Math.max(1, colors.length)] ?? accent });
  if (marker.hasSignsOnly) return [];
  const color = colors[index % Math.max(1, colors.length)] ?? accent;
  if (shape === 'none') return [];
  if (shape === 'number') return numberNode(marker, index, line, color, minNumberSize);
  const { size, lineHeight, width, side } = line;
  const markerWidth = Math.max(2, Math.round(size * MARKER_SIZES[shape].across));
  const markerHeight = Math.max(2, Math.round(size * MARKER_SIZES[shape].down));
  const x = side === 'right' ? width - markerWidth : 0;
  // The middle of a line box is a little above the middle of its small letters.
  const y = Math.round(lineHeight / 2 + size * 0.035 - markerHeight / 2);
  const border = { borderWidth: Math.max(1, Math.round(size * 0.07)), borderStyle: 'solid', borderColor: color };
  const style = shape === 'ring' ? border : { backgroundColor: color };
  const borderRadius = shape === 'square' ? 0 : Math.min(markerWidth, markerHeight) / 2;
  return [boxNode({ x, y, width: markerWidth, height: markerHeight }, { ...style, borderRadius })];
}

/** Colours of text and of markers, `#rrggbb`. */
interface BlockColors {
  text: string;
  accent: string;
  /** The smallest size of numbers before points, in pixels; absent: 0. */
  minNumberSize?: number | undefined;
  /** Reports whether the paragraphs of a point are dimmed, by the index of the point; absent: none are. */
  isDimmed?: ((owner: number) => boolean) | undefined;
}

/** A hairline in the middle of the gap above a paragraph. @param gap in pixels */
function separatorNode(color: string, width: number, gap: number, size: number): Node {
  const height = Math.max(1, Math.round(size * 0.035));
  return boxNode({ x: 0, y: -Math.round((gap + height) / 2), width, height }, { backgroundColor: color });
}

/** The nodes of a fitted block with its left top corner at x, y (pixels); only paragraphs of the first `revealed` points are drawn. */
export function placeTextBlock(
  fitted: FittedTextBlock,
  x: number,
  y: number,
  colors: BlockColors,
  revealed = Number.POSITIVE_INFINITY,
): Node[] {
  const { block, size, width, heights, height: blockHeight, padding } = fitted;
  const innerWidth = width - 2 * padding;
  const { marker, panel } = block;
  const { isDimmed } = colors;
  const dimming = isDimmed && panel && { isDimmed, color: dimmedCodeColor(colors.text, panel.color) };
  const texts = textBlockNodes(block, size, innerWidth, colors.text, dimming);
  const gapHeight = Math.round(block.gap * size);
  const style = panel && { backgroundColor: panel.color, borderRadius: panel.radius };
  const nodes: Node[] = style ? [boxNode({ x, y, width, height: blockHeight }, style)] : [];
  let top = y + padding;
  for (const [i, paragraph] of block.paragraphs.entries()) {
    const height = heights[i] ?? 0;
    const text = texts[i];
    const side = alignmentOfBlockParagraph(block, paragraph);
    if (text && (block.owners?.[i] ?? i) < revealed) {
      const indent = pixelIndentOfParagraph(block, i, size);
      const paragraphSize = paragraphTypeSize(block, i, size);
      const rowWidth = innerWidth - indent;
      const textWidth = paragraphTextWidth(block, size, innerWidth, i);
      const textX = side === 'right' ? 0 : rowWidth - textWidth;
      const rowNodes: Node[] = [boxNode({ x: textX, y: 0, width: textWidth, height }, {}, [text])];
      const line = {
        size: paragraphSize,
        lineHeight: paragraph.leading * paragraphSize,
        height,
        width: rowWidth,
        side,
      };
      if (marker) rowNodes.push(...markerNode(marker, i, line, colors));
      if (marker?.separator && i > 0) rowNodes.push(separatorNode(marker.separator, rowWidth, gapHeight, size));
      const rowX = x + padding + (side === 'right' ? 0 : indent);
      nodes.push(boxNode({ x: rowX, y: top, width: rowWidth, height }, {}, rowNodes));
    }
    top += height + gapHeight;
  }
  return nodes;
}

/** Inputs to the placement of text, other than the text. */
export interface TextPlacingContext {
  /** The unit of the slide, in pixels. */
  unit: number;
  /** The smallest type size of text that is not cut, in pixels. */
  leastSize: number;
  template: SlideTemplate;
  scene: SceneDesign;
  direction: TextDirection;
  /** Number of bullet points that are drawn, from the first. */
  revealed: number;
  /** The number of parts, from the first, whose texts (of marks, and figures) are drawn; absent: those of all drawn parts. */
  labelled?: number | undefined;
  /** `hidden`: without figures that count; absent: with them. */
  figures?: 'hidden' | undefined;
  /** `hidden`: without the marks of a chart and their texts; absent: with them. */
  marks?: 'hidden' | undefined;
  /** Reports whether a line of code, counted from 0, is dimmed; absent: none is. */
  isDimmed?: ((line: number) => boolean) | undefined;
}

/** The part of the free height that is above text in the optical middle: text in the exact middle seems too low. */
const OPTICAL_MIDDLE = 0.4;

/** Top of text in its box, in pixels. @param textHeight in pixels */
export function topOfAlignedText({ y, height }: LayoutBox, verticalAlign: VerticalAlign, textHeight: number): number {
  const freeHeight = Math.max(0, height - textHeight);
  if (verticalAlign === 'top') return y;
  if (verticalAlign === 'optical') return y + Math.round(freeHeight * OPTICAL_MIDDLE);
  return y + (verticalAlign === 'bottom' ? freeHeight : Math.round(freeHeight / 2));
}

/** The side of the rule next to a heading: centred, or where the text starts. */
function ruleSide(
  { scene, direction }: TextPlacingContext,
  heading: FittedTextBlock | undefined,
): TextDirection | 'center' {
  if (scene.align === 'center') return 'center';
  return direction === 'rtl' || heading?.block.paragraphs[0]?.direction === 'rtl' ? 'rtl' : 'ltr';
}

/** The nodes of a body with its left top corner at x, y, in pixels. */
export function placeFittedTextBlock(
  body: FittedTextBlock,
  x: number,
  y: number,
  { scene, revealed, template, leastSize: minNumberSize, isDimmed }: TextPlacingContext,
): Node[] {
  const { palette } = scene;
  const text = { code: template.code.text, list: palette.text, lines: palette.muted }[body.block.role];
  return placeTextBlock(body, x, y, { text, accent: palette.accent, minNumberSize, isDimmed }, revealed);
}

/** Pixels from the top of a group to its heading. */
export const headingTopInTextGroup = ({
  ruleAbove,
  markHeight,
}: Pick<FittedTextGroup, 'ruleAbove' | 'markHeight'>): number => ruleAbove + markHeight;

/** The nodes of heading, rule, quotation mark and body, one below the other. @param top of the first, in pixels */
export function placeTextGroup(
  fitted: FittedTextGroup,
  box: LayoutBox,
  top: number,
  context: TextPlacingContext,
  parts: 'whole' | 'without heading' = 'whole',
): Node[] {
  const { unit, template, scene } = context;
  const { palette } = scene;
  const { heading, body, mark } = fitted;
  const nodes: Node[] = [];
  const side = ruleSide(context, heading);
  const ruleNodes = (y: number): Node[] =>
    markNodesAsMorphPart('rule', [accentRuleNode(template, box, y, unit, side, palette.accent)]);
  const accent = palette.accent;
  if (fitted.ruleAbove > 0) nodes.push(...ruleNodes(top));
  const markOffset = scene.align === 'center' ? 0 : fitted.markBlank;
  if (mark) nodes.push(...placeTextBlock(mark, box.x - markOffset, top - fitted.markRise, { text: accent, accent }));
  let y = top + headingTopInTextGroup(fitted);
  if (heading && parts === 'whole')
    nodes.push(
      ...markNodesAsMorphPart(
        'heading',
        placeTextBlock(heading, box.x, y, { text: palette.heading ?? palette.text, accent }),
      ),
    );
  y += heading?.height ?? 0;
  if (fitted.ruleBelow > 0) nodes.push(...ruleNodes(y + Math.round(HEADING_RULE_SPACE * unit)));
  y += fitted.ruleBelow + fitted.gap;
  if (body) nodes.push(...placeFittedTextBlock(body, box.x, y, context));
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
  const offsetBySide = { ltr: 0, center: Math.round((text.width - width) / 2), rtl: text.width - width };
  const borderRadius = rule.length === 'full' ? 0 : height / 2;
  return boxNode({ x: text.x + offsetBySide[side], y, width, height }, { backgroundColor: color, borderRadius });
}
