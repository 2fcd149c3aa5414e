import { paragraphGapsHeight, type TextBlock } from '../text/text-block.ts';

/** The height of a block with every paragraph cut to one line of the smallest size. */
function minHeight(block: TextBlock, unit: number): number {
  const size = (block.paragraphs[0]?.style.smallest ?? 0) * unit;
  const linesHeight = block.paragraphs.reduce((sum, { leading }) => sum + Math.ceil(leading * size), 0);
  return linesHeight + paragraphGapsHeight(block, size);
}

/**
 * The height that a heading may take, in pixels, at least a line: the height that the body needs in its smallest size is kept free. Code that
 * does not fit even below a heading of one line is cut, and its heading has the usual height.
 * @param usualShare the usual part of the room for the heading
 * @param room height for heading and body, in pixels
 */
export function maxHeadingHeight(
  heading: TextBlock,
  body: TextBlock | undefined,
  usualShare: number,
  room: number,
  unit: number,
): number {
  if (!body) return room;
  const usualHeight = room * usualShare;
  const heightLeftByBody = room - minHeight(body, unit);
  const headingLineHeight = minHeight(heading, unit);
  return body.role === 'code' && heightLeftByBody < headingLineHeight
    ? usualHeight
    : Math.min(usualHeight, Math.max(heightLeftByBody, headingLineHeight));
}
