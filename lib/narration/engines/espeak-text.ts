/**
 * A sentence as one line that espeak-ng reads as plain words. Its program has three ways to be commanded from within a
 * text even without SSML: `[[phonemes]]`, control characters (^A and a number: voice parameters) and private-use
 * characters. Emoji are left out, because it speaks their names ("grinning face"); a keycap keeps its digit.
 */
export function spokenLine(sentence: string): string {
  return sentence
    .toWellFormed()
    .replace(/([0-9#*])\uFE0F?\u20E3/gu, '$1')
    .replace(/\p{RGI_Emoji}/gv, ' ')
    .replace(/\p{Emoji_Presentation}|\p{Emoji_Modifier}|\uFE0E|\uFE0F/gu, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\[(?=\[)/g, '[ ')
    .replace(/\s+/gu, ' ')
    .trim();
}
