import { parseCssColor } from '../oklab.ts';
import { indexOutsideCssStrings, splitOutsideCssStrings } from './css-rules.ts';

/** The custom properties of a page by their names. */
export type CssCustomProperties = ReadonlyMap<string, { value: string }>;

/** Readers of the values of one page. */
export interface CssValueReaders {
  /** The colours in a value, in order, as `#rrggbb`: of a colour, of the shorthand `background`, and of the stops of gradients. At most 24. */
  colorsIn(value: string): readonly string[];
  /** Families of a list of fonts, without quotes, at most six. */
  familiesIn(value: string): readonly string[];
  /** The list of fonts in the shorthand `font`, which follows the size; empty for a value without a size. */
  familiesOfShorthand(value: string): readonly string[];
}

/** The most replacements of variables in one value, and the most characters of it: variables may name each other in circles. */
const MAX_REPLACEMENTS = 40;
const MAX_VALUE = 4000;
/** Characters of values that are read for one page, once for each replacement. Large pages have some 100,000 in different values. */
const MAX_READ = 4_000_000;
/** Colours of one value: gradients have some five. */
const MAX_COLORS = 24;
/** Functions within one another in which colours are searched: a `light-dark` may be the stop of a gradient. */
const MAX_FUNCTIONS = 2;

const COLOR_FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i;
const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\(/i;
const LIGHT_DARK = /^light-dark\(/i;

/** A reader that reads each value once: thousands of elements have the same. */
function once<Result>(read: (value: string) => Result): (value: string) => Result {
  const known = new Map<string, { result: Result }>();
  return (value) => {
    const { result } = known.get(value) ?? { result: read(value) };
    known.set(value, { result });
    return result;
  };
}

/** Makes the function that replaces the variables of a value. It gives undefined if one has no value, and when the page has been read too long. */
function valueResolver(properties: CssCustomProperties): (value: string) => string | undefined {
  let left = MAX_READ;
  return (value) => {
    let text = value;
    for (let count = 0; count < MAX_REPLACEMENTS && text.length < MAX_VALUE; count++) {
      left -= text.length;
      if (left < 0) return undefined;
      const at = text.search(/\bvar\(/i);
      if (at < 0) return text;
      const end = indexOutsideCssStrings(text, at + 4, ')');
      const [name = '', ...fallback] = splitOutsideCssStrings(text.slice(at + 4, end), ',');
      const found = properties.get(name.trim())?.value ?? (fallback.length > 0 ? fallback.join(',') : undefined);
      if (found === undefined) return undefined;
      text = `${text.slice(0, at)}${found.trim()}${text.slice(end + 1)}`;
    }
    return undefined;
  };
}

/** Words of a value: separated by blanks outside of parentheses. */
const wordsOf = (value: string): string[] => splitOutsideCssStrings(value.replace(/\s+/g, ' ').trim(), ' ');

function colorsOfWord(word: string, depth: number): string[] {
  const isGradient = GRADIENT.test(word);
  if (isGradient || LIGHT_DARK.test(word)) {
    if (depth >= MAX_FUNCTIONS) return [];
    const stops = colorsOf(word.slice(word.indexOf('(') + 1, -1), depth + 1);
    return isGradient ? stops : stops.slice(0, 1);
  }
  if (word.includes('(') && !COLOR_FUNCTION.test(word)) return [];
  const color = parseCssColor(word);
  return color === undefined ? [] : [color];
}

function colorsOf(value: string, depth = 0): string[] {
  const found: string[] = [];
  for (const layer of splitOutsideCssStrings(value, ','))
    for (const word of wordsOf(layer)) {
      found.push(...colorsOfWord(word, depth));
      if (found.length >= MAX_COLORS) return found.slice(0, MAX_COLORS);
    }
  return found;
}

const familiesOf = (list: string): string[] =>
  splitOutsideCssStrings(list, ',')
    .map((name) =>
      name
        .trim()
        .replace(/^(["'])(.*)\1$/s, '$2')
        .trim(),
    )
    .filter((name) => name !== '' && name.length <= 80 && !/^(?:inherit|initial|unset|revert)$/i.test(name))
    .slice(0, 6);

function listOfShorthand(value: string): string {
  const [, list = ''] = /(?:^|\s)[\d.]+(?:px|r?em|%|pt|vw|vh)(?:\/\S+)?\s+(.+)$/s.exec(value) ?? [];
  return list;
}

/** Makes the readers of the values of a page. A page whose values are too long in all is read in part. */
export function createCssValueReaders(properties: CssCustomProperties): CssValueReaders {
  const resolved = valueResolver(properties);
  return {
    colorsIn: once((value) => colorsOf(resolved(value) ?? '')),
    familiesIn: once((value) => familiesOf(resolved(value) ?? '')),
    familiesOfShorthand: once((value) => familiesOf(listOfShorthand(resolved(value) ?? ''))),
  };
}
