import { cssColor } from '../oklab.ts';
import { indexOutside, splitOutside } from './css-rules.ts';

/** The custom properties of a page by their names. */
export type CustomProperties = ReadonlyMap<string, { value: string }>;

/** Replacements of variables in one value, and characters of it, at most: variables may name each other in circles. */
const MAX_REPLACEMENTS = 40;
const MAX_VALUE = 4000;

/** A value with its variables replaced; undefined if one has no value. */
export function resolvedValue(value: string, properties: CustomProperties): string | undefined {
  let text = value;
  for (let count = 0; count < MAX_REPLACEMENTS && text.length < MAX_VALUE; count++) {
    const at = text.search(/\bvar\(/i);
    if (at < 0) return text;
    const end = indexOutside(text, at + 4, ')');
    const [name = '', ...fallback] = splitOutside(text.slice(at + 4, end), ',');
    const found = properties.get(name.trim())?.value ?? (fallback.length > 0 ? fallback.join(',') : undefined);
    if (found === undefined) return undefined;
    text = `${text.slice(0, at)}${found.trim()}${text.slice(end + 1)}`;
  }
  return undefined;
}

const COLOR_FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i;
const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\(/i;

/** Words of a value: separated by blanks outside of parentheses. */
const wordsOf = (value: string): string[] => splitOutside(value.replace(/\s+/g, ' ').trim(), ' ');

/** The colours in a value, in order, as `#rrggbb`: of a colour, of the shorthand `background`, and of the stops of gradients. */
export function colorsIn(value: string, properties: CustomProperties): string[] {
  const resolved = resolvedValue(value, properties);
  if (resolved === undefined) return [];
  return splitOutside(resolved, ',').flatMap((layer) =>
    wordsOf(layer).flatMap((word) => {
      if (GRADIENT.test(word) || /^light-dark\(/i.test(word)) {
        const inner = word.slice(word.indexOf('(') + 1, -1);
        const stops = splitOutside(inner, ',').flatMap((stop) => colorsIn(stop, properties));
        return GRADIENT.test(word) ? stops : stops.slice(0, 1);
      }
      if (word.includes('(') && !COLOR_FUNCTION.test(word)) return [];
      const color = cssColor(word);
      return color === undefined ? [] : [color];
    }),
  );
}

/** Families of a list of fonts, without quotes, at most six. */
export const familiesIn = (value: string, properties: CustomProperties): string[] =>
  splitOutside(resolvedValue(value, properties) ?? '', ',')
    .map((name) =>
      name
        .trim()
        .replace(/^(["'])(.*)\1$/s, '$2')
        .trim(),
    )
    .filter((name) => name !== '' && name.length <= 80 && !/^(?:inherit|initial|unset|revert)$/i.test(name))
    .slice(0, 6);

/** The list of fonts in the shorthand `font`: what follows its size; empty for a value without one. */
export function familiesOfShorthand(value: string, properties: CustomProperties): string[] {
  const resolved = resolvedValue(value, properties) ?? '';
  const [, list = ''] = /(?:^|\s)[\d.]+(?:px|r?em|%|pt|vw|vh)(?:\/\S+)?\s+(.+)$/s.exec(resolved) ?? [];
  return familiesIn(list, properties);
}
