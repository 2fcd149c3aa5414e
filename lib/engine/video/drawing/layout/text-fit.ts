import { type FittedBlock, paragraphSize } from '../text/text-block.ts';

/** Fit of a part of a slide's text. */
export interface TextFit {
  /** The title, the points, or what takes their place: code, a table or a chart. */
  part: 'title' | 'points' | 'content';
  /** True if text was left out. */
  cut: boolean;
  /** True if it is small, and much smaller than the template sets it. */
  shrunk: boolean;
}

/** Text is shrunk below this part of the largest size of its style, unless it is larger than a part of the short side. */
const SHRUNK = { ofLargest: 0.62, ofShort: 0.05 };

/** Reports whether text in this size (pixels) is shrunk, where its style would have it as large as `largest` (of the short side). */
export const isShrunk = (size: number, largest: number, short: number): boolean =>
  size < SHRUNK.ofLargest * largest * short && size < SHRUNK.ofShort * short;

/** The size of the largest letters of a block, in pixels: deeper points are smaller than it. */
const largestLetters = ({ block, size }: FittedBlock): number =>
  Math.max(...block.paragraphs.map((_, index) => paragraphSize(block, index, size)));

/** Fit of the title; none if there is no title. */
export const fitsOfTitle = (title: FittedBlock | undefined, short: number): TextFit[] =>
  title ? [fitOf('title', [title], short)] : [];

/** Fits of the text below the title, in one column or two. */
export function fitsOfBody(columns: readonly FittedBlock[], short: number): TextFit[] {
  const [first] = columns;
  return first ? [fitOf(first.block.role === 'code' ? 'content' : 'points', columns, short)] : [];
}

function fitOf(part: TextFit['part'], blocks: readonly FittedBlock[], short: number): TextFit {
  const largest = blocks[0]?.block.paragraphs[0]?.style.largest ?? 0;
  const size = Math.max(...blocks.map(largestLetters));
  return { part, cut: blocks.some(({ cut }) => cut), shrunk: isShrunk(size, largest, short) };
}
