/** A part of a paragraph: a stretch of text, in a colour of its own perhaps, or one emoji by the name of its picture. */
export type Piece = { text: string; color?: string | undefined } | { emoji: string };
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
export const splitGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);
/** Pieces as what a reader sees as single signs: letters with their marks, and emoji. */
export const unitsOf = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece): Piece[] =>
    'text' in piece ? splitGraphemes(piece.text).map((text) => ({ ...piece, text })) : [piece],
  );
/** The other way round: neighbours of one colour are one piece again. */
export function joinUnits(units: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (const unit of units) {
    const last = pieces.at(-1);
    if (last && 'text' in last && 'text' in unit && last.color === unit.color) last.text += unit.text;
    else pieces.push({ ...unit });
  }
  return pieces;
}
