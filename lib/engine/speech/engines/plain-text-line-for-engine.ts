/**
 * A text as one line that engines read as plain words. Synthesizers that read lines (espeak-ng, Piper) obey commands within a
 * text even without SSML: `[[phonemes]]`, control characters (^A and a number: voice parameters of espeak-ng) and
 * private-use characters. Noncharacters (U+FFFE) are invalid in XML, so Polly would refuse the whole text. Emoji are
 * removed, because their names would be spoken ("grinning face"); a keycap keeps its digit.
 */
export function plainTextLineForEngine(text: string): string {
  return text
    .toWellFormed()
    .replace(/([0-9#*])\uFE0F?\u20E3/gu, '$1')
    .replace(/\p{RGI_Emoji}/gv, ' ')
    .replace(/\p{Emoji_Presentation}|\p{Emoji_Modifier}|\uFE0E|\uFE0F/gu, ' ')
    .replace(/[\p{Cc}\p{Co}\p{NChar}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\[(?=\[)/g, '[ ')
    .replace(/\s+/gu, ' ')
    .trim();
}
