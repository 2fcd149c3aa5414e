import { SLIDE_TEXT_LIMITS } from './deck-limits.ts';

/** The length of the shortest piece of a long sentence, as a share of the longest point (0–1). */
const MIN_PIECE_SHARE = 0.5;

/**
 * Splits a sentence into pieces that fit into a point: after the last comma or similar mark that leaves a long enough piece, else after a
 * word.
 */
function splitSentence(sentence: string): string[] {
  const pieces: string[] = [];
  const characters = [...sentence];
  let start = 0;
  while (characters.length - start > SLIDE_TEXT_LIMITS.point) {
    const head = characters.slice(start, start + SLIDE_TEXT_LIMITS.point).join('');
    const breaks = [...head.matchAll(/[,;:，；：、]\s?|\s/g)].filter(
      ({ index }) => index > head.length * MIN_PIECE_SHARE,
    );
    const breakPoint = breaks.findLast(([match]) => match.trim() !== '') ?? breaks.at(-1);
    // A word that is longer than a point stays whole here; the caller cuts and reports it.
    if (breakPoint === undefined) break;
    const pieceLength = [...head.slice(0, breakPoint.index + breakPoint[0].length)].length;
    const piece = characters.slice(start, start + pieceLength).join('');
    pieces.push(piece.trim());
    start += pieceLength;
  }
  return [...pieces, characters.slice(start).join('').trim()].filter((piece) => piece !== '');
}

/**
 * Splits a text into pieces of whole sentences that are not longer than a point may be. A sentence that is longer is split, too.
 * @returns the text itself if it fits into a point
 */
export function splitTextToFitPoints(text: string): string[] {
  if ([...text].length <= SLIDE_TEXT_LIMITS.point) return [text];
  const pieces: string[] = [];
  // A full stop ends a sentence only before space, unlike that of "12.5" or "example.com". East Asian text has no space after it.
  for (const sentence of text.split(/(?<=[.!?])\s+(?=\S)|(?<=[。！？])\s*(?=\S)/u).flatMap(splitSentence)) {
    const lastPiece = pieces.at(-1);
    const separator = lastPiece !== undefined && /[。！？]$/u.test(lastPiece) ? '' : ' ';
    if (lastPiece !== undefined && [...lastPiece, ...sentence].length + separator.length <= SLIDE_TEXT_LIMITS.point)
      pieces[pieces.length - 1] = `${lastPiece}${separator}${sentence}`;
    else pieces.push(sentence);
  }
  return pieces;
}
