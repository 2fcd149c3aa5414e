import { type Direction, directionOf, directionOfLanguage } from '#engine/video/drawing/text/writing-system.ts';

const MARKS: Readonly<Record<Direction, string>> = { ltr: '\u200e', rtl: '\u200f' };
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** An Arabic sentence may start with a foreign name, and is still written from the right. */
function directionOfSentence(text: string, language: string): Direction {
  const usual = directionOfLanguage(language);
  if (usual === 'rtl' && RIGHT_TO_LEFT_LETTER.test(text)) return 'rtl';
  return directionOf(text) ?? usual;
}

/**
 * The lines of a sentence as players show them in its direction. Players take the direction of each line from its own first
 * letter (WebVTT, "unicode-bidi: plaintext"): where that is not the sentence's, an invisible mark of the right one (U+200E
 * or U+200F) is put before it. SubRip and `tx3g` know no other way.
 */
export function directedLines(lines: readonly string[], sentence: string, language: string): string[] {
  const direction = directionOfSentence(sentence, language);
  return lines.map((line) => ((directionOf(line) ?? 'ltr') === direction ? line : `${MARKS[direction]}${line}`));
}
