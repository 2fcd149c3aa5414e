/** Text as it stands in HTML and SVG, in quoted attributes too. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with its attributes; numbers are rounded to a tenth, which is finer than a pixel. @param content markup */
export function element(name: string, attributes: Attributes = {}, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${escaped(typeof value === 'number' ? String(Math.round(value * 10) / 10) : (value ?? ''))}"`,
    )
    .join('');
  return `<${name}${written}>${content}</${name}>`;
}

/** A line of text in a drawing. */
export const label = (text: string, attributes: Attributes): string => element('text', attributes, escaped(text));
