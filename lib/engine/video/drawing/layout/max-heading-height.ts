import { paragraphGapsHeight, type TextBlock } from '../text/text-block.ts';

/** The height of a block with every paragraph cut to one line of the smallest size. */
function minHeight(block: TextBlock, unit: number): number {
  const size = (block.paragraphs[0]?.style.smallest ?? 0) * unit;
  const lines = block.paragraphs.reduce((sum, { leading }) => sum + Math.ceil(leading * size), 0);
  return lines + paragraphGapsHeight(block, size);
}

/**
 * The height that a heading may take, at least a line: the height that the body needs in its smallest size is kept free. Code that does not
 * fit even then is cut, and its heading has the usual size.
 */
export function maxHeadingHeight(
  heading: TextBlock,
  body: TextBlock | undefined,
  usualShare: number,
  room: number,
  unit: number,
): number {
  if (!body) return room;
  const usual = room * usualShare;
  const spare = room - minHeight(body, unit);
  const line = minHeight(heading, unit);
  return body.role === 'code' && spare < line ? usual : Math.min(usual, Math.max(spare, line));
}
