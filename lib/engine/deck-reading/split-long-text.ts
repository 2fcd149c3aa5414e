import { TEXT_LIMITS } from './deck-limits.ts';

/** A piece of a long sentence is at least this share of what a point can be. */
const NEAR = 0.5;

/** A sentence in pieces of at most a point, each ended after a comma or the like where one is near, else after a word. */
function splitSentence(sentence: string): string[] {
  const pieces: string[] = [];
  const signs = [...sentence];
  let from = 0;
  while (signs.length - from > TEXT_LIMITS.point) {
    const head = signs.slice(from, from + TEXT_LIMITS.point).join('');
    const ends = [...head.matchAll(/[,;:，；：、]\s?|\s/g)].filter(({ index }) => index > head.length * NEAR);
    const end = ends.findLast(([sign]) => sign.trim() !== '') ?? ends.at(-1);
    // One word that long is cut, and reported.
    if (end === undefined) break;
    const length = [...head.slice(0, end.index + end[0].length)].length;
    pieces.push(
      signs
        .slice(from, from + length)
        .join('')
        .trim(),
    );
    from += length;
  }
  return [...pieces, signs.slice(from).join('').trim()].filter((piece) => piece !== '');
}

/** A text as pieces of whole sentences, none longer than a point may be where that can be. A short text is one piece. */
export function splitLongText(text: string): string[] {
  if ([...text].length <= TEXT_LIMITS.point) return [text];
  const pieces: string[] = [];
  // A full stop within "12.5" or "example.com" ends no sentence; that of East Asian text needs no space after it.
  for (const sentence of text.split(/(?<=[.!?])\s+(?=\S)|(?<=[。！？])\s*(?=\S)/u).flatMap(splitSentence)) {
    const last = pieces.at(-1);
    const between = last !== undefined && /[。！？]$/u.test(last) ? '' : ' ';
    if (last !== undefined && [...last, ...sentence].length + between.length <= TEXT_LIMITS.point)
      pieces[pieces.length - 1] = `${last}${between}${sentence}`;
    else pieces.push(sentence);
  }
  return pieces;
}
