import { type MeasureNodes, paragraphNode } from './paragraph-node.ts';
import type { TypesetParagraph } from './typesetting.ts';

/** The size of type, in pixels, in which paragraphs are measured. */
const REFERENCE_SIZE = 100;
/** A width in which no paragraph wraps, in pixels. */
const MAX_WIDTH = REFERENCE_SIZE * 10_000;

/** Widths of paragraphs on one line, in ems (multiples of the size of type), measured by one call of the layout engine. */
export async function singleLineWidths(
  paragraphs: readonly TypesetParagraph[],
  measure: MeasureNodes,
): Promise<number[]> {
  const look = { size: REFERENCE_SIZE, side: 'left', color: '#000000', balanced: false } as const;
  const nodes = paragraphs.map((paragraph) => paragraphNode(paragraph, look));
  return (await measure(nodes, MAX_WIDTH)).map(({ width }) => width / REFERENCE_SIZE);
}

/** Letters next to which a line may break anywhere. */
const BREAKS_ANYWHERE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of a text that a line break may not divide; no-break spaces are within words. */
export const unbreakableWords = (text: string): string[] =>
  text.split(/[^\S\u00a0\u202f]+|\u200b|(?<=[-–—/])/u).filter((word) => word !== '' && !BREAKS_ANYWHERE.test(word));
