import {
  directionOfLanguage,
  findTextDirection,
  type TextDirection,
} from '#engine/video/drawing/text/writing-system.ts';

const DIRECTION_MARKS: Readonly<Record<TextDirection, string>> = { ltr: '\u200e', rtl: '\u200f' };
const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** The writing direction of a sentence. In a right-to-left language, a sentence that starts with a foreign name is still written from the right. */
function directionOfSentence(text: string, language: string): TextDirection {
  const languageDirection = directionOfLanguage(language);
  if (languageDirection === 'rtl' && RIGHT_TO_LEFT_LETTER.test(text)) return 'rtl';
  return findTextDirection(text) ?? languageDirection;
}

/**
 * Adds direction marks to the lines of a sentence, so that players show all of them in the sentence's direction. Players take the direction
 * of each line from its first letter (WebVTT, "unicode-bidi: plaintext"). A line whose first letter has another direction gets an invisible
 * mark (U+200E or U+200F) before it, which is also the only way in SubRip and `tx3g`.
 */
export function linesWithDirectionMarks(lines: readonly string[], sentence: string, language: string): string[] {
  const direction = directionOfSentence(sentence, language);
  return lines.map((line) =>
    (findTextDirection(line) ?? 'ltr') === direction ? line : `${DIRECTION_MARKS[direction]}${line}`,
  );
}
