/**
 * The value of a header, checked to be ASCII. `fetch` refuses some other characters, with a message about byte strings that does not
 * name the header, and sends the rest.
 * @param name the subject of the message, such as `The API key`
 * @throws TypeError for a value with another character
 */
export function requireAsciiHeaderValue(name: string, value: string): string {
  const at = value.search(/\P{ASCII}/u);
  if (at < 0) return value;
  const code = (value.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new TypeError(`${name} must have ASCII characters only; character ${at + 1} is U+${code}.`);
}
