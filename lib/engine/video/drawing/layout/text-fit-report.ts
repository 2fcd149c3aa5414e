import { type FittedTextBlock, paragraphTypeSize } from '../text/text-block.ts';

/** The fit of one part of a slide's text: whether it is cut, or much smaller than usual. */
export interface TextFitReport {
  /** The title, the points, or the content instead of them: code, a table, a chart or items. */
  part: 'title' | 'points' | 'content';
  /** True if text was left out. */
  cut: boolean;
  /** True if it is small, and much smaller than in the template. */
  shrunk: boolean;
}

/** Text is shrunk if it is smaller than these parts of the largest size of its style, and of the unit. */
const SHRUNK_BELOW = { ofLargest: 0.62, ofUnit: 0.05 };

/** Reports whether text is shrunk. @param size in pixels @param largest the largest size of its style, a fraction of the unit */
export const isTextShrunk = (size: number, largest: number, unit: number): boolean =>
  size < SHRUNK_BELOW.ofLargest * largest * unit && size < SHRUNK_BELOW.ofUnit * unit;

/** The size of the largest letters of a block, in pixels: smaller than the size of the block if all points are on deeper levels. */
const largestSizeIn = ({ block, size }: FittedTextBlock): number =>
  Math.max(...block.paragraphs.map((_, index) => paragraphTypeSize(block, index, size)));

/** The fit of the title: whether it is cut, or much smaller than usual; empty without a title. */
export const textFitsOfTitle = (title: FittedTextBlock | undefined, unit: number): TextFitReport[] =>
  title ? [fitOf('title', [title], unit)] : [];

/** The fit of the text below the title, in one column or two; empty without text. */
export function textFitsOfBody(columns: readonly FittedTextBlock[], unit: number): TextFitReport[] {
  const [first] = columns;
  return first ? [fitOf(first.block.role === 'code' ? 'content' : 'points', columns, unit)] : [];
}

/** The fit of a part that consists of some blocks. */
function fitOf(part: TextFitReport['part'], blocks: readonly FittedTextBlock[], unit: number): TextFitReport {
  const largest = blocks[0]?.block.paragraphs[0]?.style.largest ?? 0;
  const size = Math.max(...blocks.map(largestSizeIn));
  return { part, cut: blocks.some(({ cut }) => cut), shrunk: isTextShrunk(size, largest, unit) };
}
