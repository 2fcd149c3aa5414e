/** The most common colour names, with their values in CSS. */
const CSS_COLORS: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['red', '#ff0000'],
  ['green', '#008000'],
  ['blue', '#0000ff'],
  ['yellow', '#ffff00'],
  ['orange', '#ffa500'],
  ['purple', '#800080'],
  ['pink', '#ffc0cb'],
  ['brown', '#a52a2a'],
  ['gray', '#808080'],
  ['grey', '#808080'],
  ['silver', '#c0c0c0'],
  ['gold', '#ffd700'],
  ['navy', '#000080'],
  ['teal', '#008080'],
  ['cyan', '#00ffff'],
  ['magenta', '#ff00ff'],
  ['maroon', '#800000'],
  ['olive', '#808000'],
  ['lime', '#00ff00'],
  ['indigo', '#4b0082'],
]);

const SHORT_HEX = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/;
const HEX_WITHOUT_HASH = /^[0-9a-f]{6}$/;
const HEX_WITH_ALPHA = /^(#[0-9a-f]{6})[0-9a-f]{2}$/;
const RGB_FUNCTION = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b/;

/** Returns a colour in another notation as `#rrggbb`; undefined for a text that is not a colour. @param text in lower case, trimmed */
function sixDigitHexOf(text: string): string | undefined {
  const namedColor = CSS_COLORS.get(text);
  if (namedColor !== undefined) return namedColor;
  const [, ...shortDigits] = SHORT_HEX.exec(text) ?? [];
  if (shortDigits.length > 0) return `#${shortDigits.map((digit) => digit + digit).join('')}`;
  if (HEX_WITHOUT_HASH.test(text)) return `#${text}`;
  const [, opaqueColor] = HEX_WITH_ALPHA.exec(text) ?? [];
  if (opaqueColor !== undefined) return opaqueColor;
  const [, ...channels] = RGB_FUNCTION.exec(text) ?? [];
  if (channels.length === 0 || channels.some((channel) => Number(channel) > 255)) return undefined;
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** The advice of a validation error for a value that is not `#rrggbb`. */
export function invalidColorAdvice(value: unknown): string {
  const color = typeof value === 'string' && value.length < 40 ? sixDigitHexOf(value.trim().toLowerCase()) : undefined;
  return color === undefined ? 'Send a colour as `#rrggbb`, such as `#1e7f5c`.' : `Use the colour "${color}".`;
}
