import { type Piece, splitGraphemes } from './emoji.ts';
import type { Paragraph } from './typesetting.ts';

const ELLIPSIS = '…';
/** How far a cut may move back to fall between two words, in letters. */
const WORD_SEARCH = 18;

/** The paragraph as what a reader sees as single signs: letters with their marks, and emoji. */
export const paragraphUnits = ({ pieces }: Paragraph): Piece[] =>
  pieces.flatMap((piece): Piece[] =>
    'text' in piece ? splitGraphemes(piece.text).map((text) => ({ text })) : [piece],
  );

const isSpace = (unit: Piece | undefined): boolean =>
  unit !== undefined && 'text' in unit && /^[\s\u200b]$/u.test(unit.text);

function joined(units: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const unit of units) {
    const last = pieces.at(-1);
    if (last && 'text' in last && 'text' in unit) last.text += unit.text;
    else pieces.push({ ...unit });
  }
  return pieces;
}

function cutAt(paragraph: Paragraph, units: readonly Piece[], count: number): Paragraph {
  let end = count;
  for (let back = count; back > 0 && back > count - WORD_SEARCH; back--) {
    if (!isSpace(units[back])) continue;
    end = back;
    break;
  }
  while (end > 0 && isSpace(units[end - 1])) end--;
  return { ...paragraph, pieces: joined([...units.slice(0, end), { text: ELLIPSIS }]) };
}

/** The longest beginning that `fits`, with an ellipsis; between two words if one ends near the cut. */
export async function cutParagraph(
  paragraph: Paragraph,
  units: readonly Piece[],
  fits: (shorter: Paragraph) => Promise<boolean>,
): Promise<Paragraph> {
  let low = 0;
  let high = units.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (await fits(cutAt(paragraph, units, middle))) low = middle;
    else high = middle - 1;
  }
  return cutAt(paragraph, units, low);
}
