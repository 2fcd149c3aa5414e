import type { Element } from 'hast';
import { indexOutsideCssStrings } from './css-rules.ts';

/** An element of a page with its parent; undefined for the outermost one. */
export interface HtmlElementWithParent {
  element: Element;
  parent: HtmlElementWithParent | undefined;
  classes: ReadonlySet<string>;
}

/** The conditions of one element in a selector. */
interface Compound {
  type?: string;
  id?: string;
  classes: string[];
}

/** A selector of elements by type, id, classes, and their ancestors. */
export interface CssSelector {
  /** The element that is selected. */
  subject: Compound;
  /** Its ancestors, the nearest first. `isParent`: it must be the parent of the one before. */
  ancestors: readonly { compound: Compound; isParent: boolean }[];
  /** Specificity as one number, as the cascade compares it. */
  specificity: number;
}

/** Parts of a compound: a root or a host, a class, an id, a type. Escapes (`\:`) stand for their character. */
const PART = /:root|:host|([.#]?)((?:[\w\u0080-\u{10ffff}-]|\\[^\n])+)|\*/guy;
const ROOT = new Set([':root', ':host']);

const unescaped = (name: string): string => name.replace(/\\(.)/gu, '$1');

/** A compound; undefined for one with pseudo-classes, attributes or other conditions that are not read. */
function compoundOf(text: string): Compound | undefined {
  const compound: Compound = { classes: [] };
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const found = PART.exec(text);
    if (!found) return undefined;
    const [whole, sign, name = ''] = found;
    if (ROOT.has(whole)) compound.type = 'html';
    else if (sign === '.') compound.classes.push(unescaped(name));
    else if (sign === '#') compound.id = unescaped(name);
    else if (whole !== '*') compound.type = name.toLowerCase();
  }
  return compound;
}

const COMBINATOR = /\s*>\s*|\s+/;
const weightOf = ({ id, classes, type }: Compound): number =>
  (id === undefined ? 0 : 10_000) + 100 * classes.length + (type === undefined ? 0 : 1);

/** The most compounds of a selector; longer selectors are not read. */
const MAX_COMPOUNDS = 12;

/** Reads one selector; undefined for one with siblings, pseudo-classes, attributes or other parts that are not read. */
export function parseCssSelector(text: string): CssSelector | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || indexOutsideCssStrings(trimmed, 0, '+~|&') < trimmed.length || /[[(]/.test(trimmed))
    return undefined;
  const names = trimmed.split(COMBINATOR);
  if (names.length > MAX_COMPOUNDS) return undefined;
  const signs = [...trimmed.matchAll(/\s*>\s*|\s+/g)].map(([sign]) => sign.includes('>'));
  const compounds = names.map(compoundOf);
  const [subject, ...rest] = compounds.toReversed();
  if (!subject || rest.includes(undefined)) return undefined;
  const isParent = signs.toReversed();
  const ancestors = rest.flatMap((compound, index) =>
    compound ? [{ compound, isParent: isParent[index] ?? false }] : [],
  );
  const specificity = [subject, ...ancestors.map(({ compound }) => compound)].reduce(
    (sum, compound) => sum + weightOf(compound),
    0,
  );
  return { subject, ancestors, specificity };
}

/** The key under which a rule is stored: an id, a class or a type; `*` for any element. */
export const cssRuleKeyOf = ({ subject: { id, classes, type } }: CssSelector): string =>
  id !== undefined ? `#${id}` : classes[0] !== undefined ? `.${classes[0]}` : (type ?? '*');

/** The keys of the rules that may select an element. */
export const cssRuleKeysOfElement = ({ element, classes }: HtmlElementWithParent): string[] => {
  const { id } = element.properties;
  return [
    '*',
    element.tagName,
    ...(typeof id === 'string' ? [`#${id}`] : []),
    ...[...classes].map((name) => `.${name}`),
  ];
};

const fits = ({ type, id, classes }: Compound, { element, classes: has }: HtmlElementWithParent): boolean =>
  (type === undefined || type === element.tagName) &&
  (id === undefined || id === element.properties.id) &&
  classes.every((name) => has.has(name));

/**
 * Reports whether a selector selects an element. The nearest ancestor that fits counts; there is no backtracking to a farther one.
 * @param work the ancestors that may still be looked at; counts down, and at 0 no selector with ancestors fits
 */
export function doesSelectorMatch(
  { subject, ancestors }: CssSelector,
  placed: HtmlElementWithParent,
  work: { ancestors: number },
): boolean {
  if (!fits(subject, placed)) return false;
  let at = placed.parent;
  for (const { compound, isParent } of ancestors) {
    for (; at && !isParent && work.ancestors > 0 && !fits(compound, at); at = at.parent) work.ancestors -= 1;
    if (!at || work.ancestors <= 0 || !fits(compound, at)) return false;
    at = at.parent;
  }
  return true;
}
