import { type FittedTextBlock, paragraphTypeSize } from '../text/text-block.ts';

/** The fit of one part of a slide's text: whether it is cut, or much smaller than usual. */
export interface TextFit {
  /** The title, the points, or the content instead of them: code, a table or a chart. */
  part: 'title' | 'points' | 'content';
  /** True if text was left out. */
  cut: boolean;
  /** True if it is small, and much smaller than in the template. */
  shrunk: boolean;
}

/** Text is shrunk below this part of the largest size of its style, unless it is larger than a part of the unit. */
const SHRUNK = { ofLargest: 0.62, ofUnit: 0.05 };

/** Reports whether text in this size (pixels) is shrunk. `largest`: the largest size of its style, a fraction of the unit. */
export const isTextShrunk = (size: number, largest: number, unit: number): boolean =>
  size < SHRUNK.ofLargest * largest * unit && size < SHRUNK.ofUnit * unit;

/** The size of the largest letters of a block, in pixels. It is less than the size of the block if all points are deeper ones. */
const largestLetters = ({ block, size }: FittedTextBlock): number =>
  Math.max(...block.paragraphs.map((_, index) => paragraphTypeSize(block, index, size)));

/** Fit of the title; none if there is no title. */
export const textFitsOfTitle = (title: FittedTextBlock | undefined, unit: number): TextFit[] =>
  title ? [fitOf('title', [title], unit)] : [];

/** Fits of the text below the title, in one column or two. */
export function textFitsOfBody(columns: readonly FittedTextBlock[], unit: number): TextFit[] {
  const [first] = columns;
  return first ? [fitOf(first.block.role === 'code' ? 'content' : 'points', columns, unit)] : [];
}

function fitOf(part: TextFit['part'], blocks: readonly FittedTextBlock[], unit: number): TextFit {
  const largest = blocks[0]?.block.paragraphs[0]?.style.largest ?? 0;
  const size = Math.max(...blocks.map(largestLetters));
  return { part, cut: blocks.some(({ cut }) => cut), shrunk: isTextShrunk(size, largest, unit) };
}
