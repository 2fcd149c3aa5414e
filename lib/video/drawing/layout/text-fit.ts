import type { FittedBlock } from '../text/text-block.ts';

/** How a part of a slide's text came out. */
export interface TextFit {
  /** The title, or what the slide shows below it: points, code, a table or a chart. */
  part: 'title' | 'content';
  /** Whether text was left out. */
  cut: boolean;
  /** Whether it is much smaller than the template sets it, and small. */
  shrunk: boolean;
}

/** Text is shrunk below this part of the largest size of its style, unless it is larger than a part of the short side. */
const SHRUNK = { ofLargest: 0.62, ofShort: 0.05 };

/** Whether text in this size (pixels) is shrunk, where its style would have it as large as `largest` (of the short side). */
export const isShrunk = (size: number, largest: number, short: number): boolean =>
  size < SHRUNK.ofLargest * largest * short && size < SHRUNK.ofShort * short;

/** How a block came out; none for a block that is not there. */
export function fitsOf(part: TextFit['part'], block: FittedBlock | undefined, short: number): TextFit[] {
  if (!block) return [];
  const largest = block.block.paragraphs[0]?.style.largest ?? 0;
  return [{ part, cut: block.cut, shrunk: isShrunk(block.size, largest, short) }];
}
