import { cutParagraphs } from '../text/fit-text-block.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import { singleLineWidths, unbrokenWords } from '../text/single-line-widths.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ItemLineMark } from './item-model.ts';
import { drawnItemTitleSize, itemTextSize } from './title-sizes.ts';

/** A paragraph of a stack, and its size relative to that of titles. */
export interface TextStackPart {
  role: 'title' | 'text' | 'figure' | 'date';
  paragraph: TypesetParagraph;
  mark?: ItemLineMark | undefined;
}

/** Paragraphs one above the other. */
export type TextStack = readonly TextStackPart[];

/** A part in its place below the top of its stack; pixels. */
export interface SizedTextStackPart extends TextStackPart {
  size: number;
  top: number;
  /** Space before the text, for its mark. */
  indent: number;
  height: number;
}

/** A stack with sizes; pixels. */
export interface SizedTextStack {
  parts: readonly SizedTextStackPart[];
  height: number;
  cut: boolean;
}

/** Sizes of the roles as multiples of the size of titles, and the space above each, as multiples of its own size. */
const ROLES = {
  title: { scale: 1, before: 0.3 },
  text: { scale: 0.8, before: 0.42 },
  figure: { scale: 3.1, before: 0 },
  date: { scale: 0.8, before: 0 },
} as const satisfies Record<TextStackPart['role'], object>;
/** Space for the mark before a line, in sizes of its text. */
const MARK_INDENT = 1.45;
/** Widths of texts, in sizes of their type. */
export interface TextStackWidths {
  /** Widest figure on one line. */
  figure: number;
  /** Widest word of titles and texts, or figure, in sizes of titles. A figure may be as small as a title, and is on one line. */
  word: number;
}

/** Measures the words and figures of stacks once, for all sizes. */
export async function measureTextStackWidths(
  stacks: readonly TextStack[],
  measure: MeasureNodes,
): Promise<TextStackWidths> {
  const parts = stacks.flat();
  const figures = parts.filter(({ role }) => role === 'figure').map(({ paragraph }) => paragraph);
  const words = parts
    .filter(({ role }) => role !== 'figure')
    .flatMap(({ paragraph, role }) => {
      const [longest = ''] = unbrokenWords(textOfRuns(paragraph.runs)).sort((a, b) => b.length - a.length);
      return longest === ''
        ? []
        : [{ scale: ROLES[role].scale, paragraph: { ...paragraph, runs: [{ text: longest }] } }];
    });
  const [figureWidths, wordWidths] = await Promise.all([
    figures.length > 0 ? singleLineWidths(figures, measure) : [],
    words.length > 0
      ? singleLineWidths(
          words.map(({ paragraph }) => paragraph),
          measure,
        )
      : [],
  ]);
  return {
    figure: Math.max(0, ...figureWidths),
    word: Math.max(0, ...figureWidths, ...wordWidths.map((width, i) => width * (words[i]?.scale ?? 1))),
  };
}

/** Inputs to the sizes of stacks, other than the size of titles. */
export interface TextStackFitting {
  widths: TextStackWidths;
  /** Height of the slide in pixels. */
  slideHeight: number;
  /** The size of figures as a part of the usual one, 0–1. */
  figureShare: number;
  measure: MeasureNodes;
}

/** Size of a part in pixels. A figure is on one line. */
function sizeOf(
  role: TextStackPart['role'],
  title: number,
  width: number,
  { widths, slideHeight, figureShare }: TextStackFitting,
): number {
  const usual = title * ROLES[role].scale;
  if (role === 'title') return drawnItemTitleSize(title, slideHeight);
  if (role === 'figure')
    return Math.max(title, Math.min(figureShare * usual, (width / Math.max(0.1, widths.figure)) * 0.985));
  return itemTextSize(title, slideHeight);
}

/**
 * Sets stacks with titles of a size.
 * @param widths of the stacks, in pixels
 */
export async function sizeTextStacks(
  stacks: readonly TextStack[],
  widths: readonly number[],
  title: number,
  fitting: TextStackFitting,
): Promise<SizedTextStack[]> {
  const narrowest = Math.min(...widths);
  const sized = stacks.map((stack, i) =>
    stack.map((part) => {
      const size = sizeOf(part.role, title, narrowest, fitting);
      const indent = part.mark ? Math.round(MARK_INDENT * size) : 0;
      return { ...part, size, indent, width: Math.max(1, (widths[i] ?? 1) - indent) };
    }),
  );
  const nodes = sized.flat().map(({ paragraph, size, width }) => textNode(paragraph, size, width));
  const measured = nodes.length === 0 ? [] : await fitting.measure(nodes, Math.max(1, ...widths));
  let next = 0;
  return sized.map((stack) => {
    let top = 0;
    const parts = stack.map(({ width: _, ...part }, i): SizedTextStackPart => {
      const height = Math.ceil(measured[next++]?.height ?? 0);
      if (i > 0) top += Math.round(ROLES[part.role].before * part.size);
      const placed = { ...part, top, height };
      top += height;
      return placed;
    });
    return { parts, height: top, cut: false };
  });
}

const textNode = (paragraph: TypesetParagraph, size: number, width: number) =>
  paragraphNode(paragraph, { size, width, side: 'left', color: '#000000', balanced: false });

/** Cuts a paragraph to a height; undefined if not even one line has room. */
async function cutTo(
  part: SizedTextStackPart,
  width: number,
  height: number,
  measure: MeasureNodes,
): Promise<SizedTextStackPart | undefined> {
  const line = part.paragraph.leading * part.size;
  const lines = Math.floor((height + 1) / line);
  if (lines < 1) return undefined;
  const allowed = Math.ceil(lines * line) + 1;
  const [paragraph = part.paragraph] = await cutParagraphs([part.paragraph], async (candidates) => {
    const measured = await measure(
      candidates.map((candidate) => textNode(candidate, part.size, width - part.indent)),
      width,
    );
    return measured.map((each) => Math.ceil(each.height) <= allowed);
  });
  return { ...part, paragraph, height: Math.min(part.height, allowed) };
}

/** A stack cut to a height: the part that does not fit ends in an ellipsis, and those below it are left out. */
export async function cutTextStack(
  stack: SizedTextStack,
  width: number,
  height: number,
  measure: MeasureNodes,
): Promise<SizedTextStack> {
  if (stack.height <= height) return stack;
  const fits = stack.parts.filter(({ top, height: own }) => top + own <= height);
  const over = stack.parts[fits.length];
  const last = over && (await cutTo(over, width, height - over.top, measure));
  const parts = last ? [...fits, last] : fits;
  return { parts, height: Math.max(0, ...parts.map((part) => part.top + part.height)), cut: true };
}

/** The height of a stack's first line in pixels; 0 without text. */
export function textStackFirstLineHeight({ parts: [first] }: SizedTextStack): number {
  return first ? Math.ceil(first.paragraph.leading * first.size) : 0;
}

/** Reports whether a cut stack has something of the text below its first part, if the whole one has that. */
export const keepsTextBelowTitle = (whole: SizedTextStack, cut: SizedTextStack): boolean =>
  cut.parts.length >= Math.min(2, whole.parts.length);
