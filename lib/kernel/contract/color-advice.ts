/** The most common colour names, with their values in CSS. */
const NAMED: ReadonlyMap<string, string> = new Map([
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

const SHORT = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/;
const WITHOUT_HASH = /^[0-9a-f]{6}$/;
const WITH_ALPHA = /^(#[0-9a-f]{6})[0-9a-f]{2}$/;
const RGB = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b/;

/** A colour in another notation as `#rrggbb`; undefined for a text that is not a colour. */
function sixDigits(given: string): string | undefined {
  const named = NAMED.get(given);
  if (named !== undefined) return named;
  const [, ...short] = SHORT.exec(given) ?? [];
  if (short.length > 0) return `#${short.map((digit) => digit + digit).join('')}`;
  if (WITHOUT_HASH.test(given)) return `#${given}`;
  const [, opaque] = WITH_ALPHA.exec(given) ?? [];
  if (opaque !== undefined) return opaque;
  const [, ...parts] = RGB.exec(given) ?? [];
  if (parts.length === 0 || parts.some((part) => Number(part) > 255)) return undefined;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/** The advice of a validation error for a value that is not `#rrggbb`. */
export function colorAdvice(given: unknown): string {
  const color = typeof given === 'string' && given.length < 40 ? sixDigits(given.trim().toLowerCase()) : undefined;
  return color === undefined ? 'Send a colour as `#rrggbb`, such as `#1e7f5c`.' : `Use the colour "${color}".`;
}
