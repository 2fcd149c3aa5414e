import { parseCssColorToHex } from '../oklab.ts';
import { indexOrEndAtTopLevelOfCss, splitCssAtTopLevel } from './css-rules.ts';

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

/** The maximum number of replacements of variables in one value: variables may name each other in circles. */
const MAX_REPLACEMENTS = 40;
/** The maximum length of a value while its variables are replaced, in characters. */
const MAX_VALUE_CHARACTERS = 4000;
/**
 * The maximum number of characters of values that are read for one page; a value counts once for each replacement in it. Large pages have
 * some 100,000 in different values.
 */
const MAX_READ_CHARACTERS = 4_000_000;
/** The maximum number of colours of one value: gradients have some five. */
const MAX_COLORS = 24;
/** The maximum number of families of one list of fonts, and the maximum length of their names, in characters. */
const [MAX_FAMILIES, MAX_FAMILY_CHARACTERS] = [6, 80];
/** The depth of nested functions in which colours are searched: a `light-dark` may be the stop of a gradient. */
const MAX_NESTED_FUNCTIONS = 2;

const COLOR_FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i;
const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\(/i;
const LIGHT_DARK = /^light-dark\(/i;

/** Makes a reader that reads each value once: thousands of elements have the same. */
function memoize<Result>(read: (value: string) => Result): (value: string) => Result {
  const results = new Map<string, { result: Result }>();
  return (value) => {
    const { result } = results.get(value) ?? { result: read(value) };
    results.set(value, { result });
    return result;
  };
}

/**
 * Makes the function that replaces the variables of a value. It returns undefined if a variable has no value, if there are too many
 * replacements, and after the maximum number of characters of the page.
 */
function valueResolver(properties: CssCustomProperties): (value: string) => string | undefined {
  let remainingCharacters = MAX_READ_CHARACTERS;
  return (value) => {
    let text = value;
    for (let count = 0; count < MAX_REPLACEMENTS && text.length < MAX_VALUE_CHARACTERS; count++) {
      remainingCharacters -= text.length;
      if (remainingCharacters < 0) return undefined;
      const start = text.search(/\bvar\(/i);
      if (start < 0) return text;
      const end = indexOrEndAtTopLevelOfCss(text, start + 4, ')');
      const [name = '', ...fallback] = splitCssAtTopLevel(text.slice(start + 4, end), ',');
      const replacement = properties.get(name.trim())?.value ?? (fallback.length > 0 ? fallback.join(',') : undefined);
      if (replacement === undefined) return undefined;
      text = `${text.slice(0, start)}${replacement.trim()}${text.slice(end + 1)}`;
    }
    return undefined;
  };
}

/** Words of a value: separated by blanks outside of parentheses. */
const wordsOf = (value: string): string[] => splitCssAtTopLevel(value.replace(/\s+/g, ' ').trim(), ' ');

function colorsOfWord(word: string, depth: number): string[] {
  const isGradient = GRADIENT.test(word);
  if (isGradient || LIGHT_DARK.test(word)) {
    if (depth >= MAX_NESTED_FUNCTIONS) return [];
    const stops = colorsOf(word.slice(word.indexOf('(') + 1, -1), depth + 1);
    return isGradient ? stops : stops.slice(0, 1);
  }
  if (word.includes('(') && !COLOR_FUNCTION.test(word)) return [];
  const color = parseCssColorToHex(word);
  return color === undefined ? [] : [color];
}

function colorsOf(value: string, depth = 0): string[] {
  const colors: string[] = [];
  for (const layer of splitCssAtTopLevel(value, ','))
    for (const word of wordsOf(layer)) {
      colors.push(...colorsOfWord(word, depth));
      if (colors.length >= MAX_COLORS) return colors.slice(0, MAX_COLORS);
    }
  return colors;
}

const familiesOf = (familyList: string): string[] =>
  splitCssAtTopLevel(familyList, ',')
    .map((name) =>
      name
        .trim()
        .replace(/^(["'])(.*)\1$/s, '$2')
        .trim(),
    )
    .filter(
      (name) =>
        name !== '' && name.length <= MAX_FAMILY_CHARACTERS && !/^(?:inherit|initial|unset|revert)$/i.test(name),
    )
    .slice(0, MAX_FAMILIES);

function fontListOfShorthand(value: string): string {
  const [, familyList = ''] = /(?:^|\s)[\d.]+(?:px|r?em|%|pt|vw|vh)(?:\/\S+)?\s+(.+)$/s.exec(value) ?? [];
  return familyList;
}

/** Makes the readers of the values of a page. Once the values of a page are too long in total, the remaining ones read as empty. */
export function createCssValueReaders(properties: CssCustomProperties): CssValueReaders {
  const resolve = valueResolver(properties);
  return {
    colorsIn: memoize((value) => colorsOf(resolve(value) ?? '')),
    familiesIn: memoize((value) => familiesOf(resolve(value) ?? '')),
    familiesOfShorthand: memoize((value) => familiesOf(fontListOfShorthand(resolve(value) ?? ''))),
  };
}
