/** The largest number of combining marks on one letter: more would reach into the lines above and below, and are dropped. */
const MAX_MARKS_PER_LETTER = 5;

const WHITE_SPACE = /[\s\u0085\u2028\u2029]+/gu;
/** Characters without a shape: control characters, interlinear annotation, non-characters and lone surrogates. */
const SHAPELESS = /[\p{Cc}\p{Cs}\ufff9-\ufffb\ufdd0-\ufdef]|[\ufffe\uffff]/gu;
const PILED_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS_PER_LETTER}})\\p{M}+`, 'gu');

/** A string as one paragraph that can be drawn: well formed, composed (NFC), with white space collapsed and trimmed. */
export function normalizeDrawableText(text: string): string {
  return text.replace(WHITE_SPACE, ' ').replace(SHAPELESS, '').normalize('NFC').replace(PILED_MARKS, '$1').trim();
}

/** Text in scripts that have no spaces between words. */
const TEXT_WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}/gu;
/** Finds the words of text without spaces. ICU chooses the dictionary by the script, not by the locale: it also finds those of Lao and Khmer. */
const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** Marks the word boundaries of writing systems without spaces with U+200B (zero width space), so that their lines break between words. */
export function markWordBoundaries(text: string): string {
  return text.replace(TEXT_WITHOUT_SPACES, (run) =>
    Array.from(wordSegmenter.segment(run), ({ segment }) => segment).join('\u200b'),
  );
}
