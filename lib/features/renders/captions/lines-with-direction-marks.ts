import {
  directionOfLanguage,
  findTextDirection,
  findTextDirectionInLanguage,
  type TextDirection,
} from '#engine/video/drawing/text/writing-system.ts';

const DIRECTION_MARKS: Readonly<Record<TextDirection, string>> = { ltr: '\u200e', rtl: '\u200f' };

/**
 * Adds direction marks to the lines of a sentence, so that players show all of them in the sentence's direction. Players take the direction
 * of each line from its first letter (WebVTT, "unicode-bidi: plaintext"). A line whose first letter has another direction gets an invisible
 * mark (U+200E or U+200F) before it, which is also the only way in SubRip and `tx3g`.
 */
export function linesWithDirectionMarks(lines: readonly string[], sentence: string, language: string): string[] {
  const direction = findTextDirectionInLanguage(sentence, language) ?? directionOfLanguage(language);
  return lines.map((line) =>
    (findTextDirection(line) ?? 'ltr') === direction ? line : `${DIRECTION_MARKS[direction]}${line}`,
  );
}
