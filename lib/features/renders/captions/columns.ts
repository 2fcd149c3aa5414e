const WIDE =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}/u;
const INVISIBLE = /^[\p{Cf}\p{Cc}\p{Mn}]+$/u;

/** Printable ASCII, and precomposed Latin letters: each code unit is a character of one column. */
const PLAIN = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u024f]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into grapheme clusters: letters with their marks, and emoji. */
const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Does the same as `graphemesOf`, but ten times as fast for plain text, of which most captions consist. */
const signsOf = (text: string): string[] => (PLAIN.test(text) ? text.split('') : graphemesOf(text));

function columnsOfSign(sign: string): number {
  if (WIDE.test(sign)) return 2;
  return INVISIBLE.test(sign) ? 0 : 1;
}

/** The width of a text in columns: a full-width character (CJK, emoji) has two, any other letter with its marks one. */
export const captionWidthInColumns = (text: string): number =>
  PLAIN.test(text) ? text.length : graphemesOf(text).reduce((sum, sign) => sum + columnsOfSign(sign), 0);

/** Cuts a text that has no break opportunity into parts of about the same width. @param limit the most columns of a part */
export function cutByColumns(text: string, limit: number): string[] {
  const total = captionWidthInColumns(text);
  const wanted = total / Math.ceil(total / limit);
  const parts: string[] = [];
  let part = '';
  let columns = 0;
  for (const sign of signsOf(text)) {
    const more = columnsOfSign(sign);
    if (part !== '' && (columns + more > limit || (columns >= wanted && more > 0))) {
      parts.push(part);
      part = '';
      columns = 0;
    }
    part += sign;
    columns += more;
  }
  return part === '' ? parts : [...parts, part];
}
