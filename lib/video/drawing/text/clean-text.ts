/** Marks on one letter beyond this many are dropped: piled up, they would reach into the lines above and below. */
const MARKS_PER_LETTER = 5;

const WHITE_SPACE = /[\s\u0085\u2028\u2029]+/gu;
// Control characters, interlinear annotation, non-characters and lone surrogates: nothing that has a shape.
const SHAPELESS = /[\p{Cc}\p{Cs}\ufff9-\ufffb\ufdd0-\ufdef]|[\ufffe\uffff]/gu;
const PILED_MARKS = new RegExp(`(\\p{M}{${MARKS_PER_LETTER}})\\p{M}+`, 'gu');

/** Any string as one paragraph that can be drawn: composed (NFC), well formed, white space run together and trimmed. */
export function cleanText(text: string): string {
  return text.replace(WHITE_SPACE, ' ').replace(SHAPELESS, '').normalize('NFC').replace(PILED_MARKS, '$1').trim();
}

const UNSPACED_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/** Marks the word boundaries of scripts that write none, so that their lines break between words. */
export function markWordBoundaries(text: string): string {
  return text.replace(UNSPACED_SCRIPT, (run) =>
    Array.from(thaiWords.segment(run), ({ segment }) => segment).join('\u200b'),
  );
}
