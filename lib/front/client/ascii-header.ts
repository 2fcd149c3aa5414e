/**
 * The value of a header that has ASCII only. `fetch` refuses some other letters with a word about byte strings, and sends the rest.
 * @param name of what it is, as a sentence starts with it
 * @throws TypeError for another character
 */
export function asciiHeader(name: string, value: string): string {
  const at = value.search(/\P{ASCII}/u);
  if (at < 0) return value;
  const code = (value.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new TypeError(`${name} must have ASCII characters only; character ${at + 1} is U+${code}.`);
}
