import { cutParagraphs, paragraphWithEllipsis } from '../text/fit-text-block.ts';
import { type MeasureNodes, paragraphNode } from '../text/paragraph-node.ts';
import { singleLineWidths, unbreakableWords } from '../text/single-line-widths.ts';
import { textOfRuns } from '../text/text-runs.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ComparisonLineMark } from './item-model.ts';
import { drawnItemTitleSize, textSizeBelowItemTitle } from './title-sizes.ts';

/** A paragraph of a stack. Its role decides its size. */
export interface TextStackPart {
  role: 'title' | 'text' | 'figure' | 'date';
  paragraph: TypesetParagraph;
  /** The mark before it; absent: none. */
  mark?: ComparisonLineMark | undefined;
}

/** Paragraphs one above the other. */
export type TextStack = readonly TextStackPart[];

/** A part in its place below the top of its stack; pixels. */
export interface SizedTextStackPart extends TextStackPart {
  /** Size of type. */
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
  /** True if a part was cut or left out. */
  cut: boolean;
}

/** Sizes of the roles as multiples of the size of titles, and the space above each, as multiples of its own size. */
const SCALES_AND_SPACES = {
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
  /** Widest word of titles, texts and dates, or widest figure, in sizes of titles. A figure may be as small as a title, and is on one line. */
  word: number;
}

/** Measures the longest words and the figures of stacks once, for all sizes. */
export async function measureTextStackWidths(
  stacks: readonly TextStack[],
  measure: MeasureNodes,
): Promise<TextStackWidths> {
  const parts = stacks.flat();
  const figures = parts.filter(({ role }) => role === 'figure').map(({ paragraph }) => paragraph);
  const words = parts
    .filter(({ role }) => role !== 'figure')
    .flatMap(({ paragraph, role }) => {
      const [longestWord = ''] = unbreakableWords(textOfRuns(paragraph.runs)).sort((a, b) => b.length - a.length);
      return longestWord === ''
        ? []
        : [{ scale: SCALES_AND_SPACES[role].scale, paragraph: { ...paragraph, runs: [{ text: longestWord }] } }];
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

/** The smallest size of a figure, as a multiple of the size of titles: one that does not fit on a line is smaller than them. */
const MIN_FIGURE_SCALE = 0.6;

/** Size of a part in pixels. A figure is made smaller until it fits on one line. */
function sizeOfPart(
  role: TextStackPart['role'],
  titleSize: number,
  width: number,
  { widths, slideHeight, figureShare }: TextStackFitting,
): number {
  const usualSize = titleSize * SCALES_AND_SPACES[role].scale;
  if (role === 'title') return drawnItemTitleSize(titleSize, slideHeight);
  if (role === 'figure') {
    const sizeOnOneLine = (width / Math.max(0.1, widths.figure)) * 0.985;
    const wantedSize = Math.max(titleSize, figureShare * usualSize);
    return Math.max(MIN_FIGURE_SCALE * titleSize, Math.min(wantedSize, sizeOnOneLine));
  }
  return textSizeBelowItemTitle(titleSize, slideHeight);
}

/**
 * Sets stacks with titles of a size.
 * @param widths of the stacks, in pixels
 * @param titleSize in pixels
 */
export async function sizeTextStacks(
  stacks: readonly TextStack[],
  widths: readonly number[],
  titleSize: number,
  fitting: TextStackFitting,
): Promise<SizedTextStack[]> {
  const narrowestWidth = Math.min(...widths);
  const sizedParts = stacks.map((stack, i) =>
    stack.map((part) => {
      const size = sizeOfPart(part.role, titleSize, narrowestWidth, fitting);
      const indent = part.mark ? Math.round(MARK_INDENT * size) : 0;
      return { ...part, size, indent, width: Math.max(1, (widths[i] ?? 1) - indent) };
    }),
  );
  const nodes = sizedParts.flat().map(({ paragraph, size, width }) => textNode(paragraph, size, width));
  const measured = nodes.length === 0 ? [] : await fitting.measure(nodes, Math.max(1, ...widths));
  let nodeIndex = 0;
  return sizedParts.map((stack) => {
    let top = 0;
    const parts = stack.map(({ width: _, ...part }, i): SizedTextStackPart => {
      const height = Math.ceil(measured[nodeIndex++]?.height ?? 0);
      if (i > 0) top += Math.round(SCALES_AND_SPACES[part.role].before * part.size);
      const placedPart = { ...part, top, height };
      top += height;
      return placedPart;
    });
    return { parts, height: top, cut: false };
  });
}

/** The node of a paragraph by which its height is measured. */
const textNode = (paragraph: TypesetParagraph, size: number, width: number) =>
  paragraphNode(paragraph, { size, width, side: 'left', color: '#000000', balanced: false });

/** The number of lines of a part that a height in pixels contains. A pixel more than it has is rounding. */
const linesIn = ({ paragraph, size }: SizedTextStackPart, height: number): number =>
  Math.floor((height + 1) / (paragraph.leading * size));

/** The largest height in pixels of a part with a number of lines. */
const heightOfLines = ({ paragraph, size }: SizedTextStackPart, lineCount: number): number =>
  Math.ceil(lineCount * paragraph.leading * size) + 1;

/** Reports for paragraphs in the size of a part whether they have at most a height, in pixels. */
async function areParagraphsWithin(
  candidates: readonly TypesetParagraph[],
  part: SizedTextStackPart,
  { width, height }: { width: number; height: number },
  measure: MeasureNodes,
): Promise<boolean[]> {
  const nodes = candidates.map((candidate) => textNode(candidate, part.size, width - part.indent));
  return (await measure(nodes, width)).map((node) => Math.ceil(node.height) <= height);
}

/** Cuts a paragraph to a height in pixels, which has room for at least a line. */
async function cutPartToHeight(
  part: SizedTextStackPart,
  width: number,
  height: number,
  measure: MeasureNodes,
): Promise<SizedTextStackPart> {
  const maxHeight = heightOfLines(part, linesIn(part, height));
  const [paragraph = part.paragraph] = await cutParagraphs([part.paragraph], (candidates) =>
    areParagraphsWithin(candidates, part, { width, height: maxHeight }, measure),
  );
  return { ...part, paragraph, height: Math.min(part.height, maxHeight) };
}

/** A whole part with an ellipsis at its end, or cut so that the ellipsis needs no further line: parts below it were left out. */
async function withEllipsis(
  part: SizedTextStackPart,
  width: number,
  measure: MeasureNodes,
): Promise<SizedTextStackPart> {
  const paragraph = paragraphWithEllipsis(part.paragraph);
  const [isWithin] = await areParagraphsWithin([paragraph], part, { width, height: part.height + 1 }, measure);
  return isWithin ? { ...part, paragraph } : cutPartToHeight(part, width, part.height, measure);
}

/** A stack cut to a height in pixels: the last part that is shown ends in an ellipsis, and those below it are left out. */
export async function cutTextStack(
  stack: SizedTextStack,
  width: number,
  height: number,
  measure: MeasureNodes,
): Promise<SizedTextStack> {
  const isWhole = (part: SizedTextStackPart): boolean => part.top + part.height <= height + 1;
  if (stack.parts.every(isWhole)) return stack;
  const wholeParts = stack.parts.slice(
    0,
    stack.parts.findIndex((part) => !isWhole(part)),
  );
  const overflowingPart = stack.parts[wholeParts.length];
  const lastWholePart = wholeParts.at(-1);
  const parts =
    overflowingPart && linesIn(overflowingPart, height - overflowingPart.top) >= 1
      ? [...wholeParts, await cutPartToHeight(overflowingPart, width, height - overflowingPart.top, measure)]
      : [...wholeParts.slice(0, -1), ...(lastWholePart ? [await withEllipsis(lastWholePart, width, measure)] : [])];
  return { parts, height: Math.max(0, ...parts.map((part) => part.top + part.height)), cut: true };
}

/** The height of a stack's first line in pixels; 0 without text. */
export function textStackFirstLineHeight({ parts: [first] }: SizedTextStack): number {
  return first ? Math.ceil(first.paragraph.leading * first.size) : 0;
}

/** Reports whether a cut stack has a line below its first part, or the whole one has none either. */
export const hasCutStackBodyLine = (whole: SizedTextStack, cut: SizedTextStack): boolean =>
  cut.parts.length >= Math.min(2, whole.parts.length);
