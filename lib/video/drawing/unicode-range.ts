/** First and last code point, both included. */
export type UnicodeRange = readonly [number, number];

/** Reads a CSS `unicode-range` without wildcards: `U+25ee8,U+27614-27615`. */
export function parseUnicodeRanges(css: string): UnicodeRange[] {
  return css.split(',').map((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
