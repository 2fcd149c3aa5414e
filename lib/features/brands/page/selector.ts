import type { Element } from 'hast';
import { indexOrEndAtTopLevelOfCss } from './css-rules.ts';

/** An element of a page with its parent; undefined for the outermost one. */
export interface HtmlElementWithParent {
  element: Element;
  parent: HtmlElementWithParent | undefined;
  classes: ReadonlySet<string>;
}

/** The conditions on one element in a selector, such as `a.b#c`. */
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
const COMPOUND_PART = /:root|:host|([.#]?)((?:[\w\u0080-\u{10ffff}-]|\\[^\n])+)|\*/guy;
const ROOT_PSEUDO_CLASSES = new Set([':root', ':host']);

const unescapeName = (name: string): string => name.replace(/\\(.)/gu, '$1');

/** A compound; undefined for one with pseudo-classes, attributes or other conditions that are not read. */
function compoundOf(text: string): Compound | undefined {
  const compound: Compound = { classes: [] };
  COMPOUND_PART.lastIndex = 0;
  while (COMPOUND_PART.lastIndex < text.length) {
    const match = COMPOUND_PART.exec(text);
    if (!match) return undefined;
    const [partText, prefix, name = ''] = match;
    if (ROOT_PSEUDO_CLASSES.has(partText)) compound.type = 'html';
    else if (prefix === '.') compound.classes.push(unescapeName(name));
    else if (prefix === '#') compound.id = unescapeName(name);
    else if (partText !== '*') compound.type = name.toLowerCase();
  }
  return compound;
}

/** The sign between two compounds: the element is a child, or any descendant. */
const COMBINATOR = /\s*>\s*|\s+/;
const specificityOf = ({ id, classes, type }: Compound): number =>
  (id === undefined ? 0 : 10_000) + 100 * classes.length + (type === undefined ? 0 : 1);

/** The maximum number of compounds of a selector; longer selectors are not read. */
const MAX_COMPOUNDS = 12;

/** Reads one selector; undefined for one with siblings, pseudo-classes, attributes or other parts that are not read. */
export function parseCssSelector(text: string): CssSelector | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || indexOrEndAtTopLevelOfCss(trimmed, 0, '+~|&') < trimmed.length || /[[(]/.test(trimmed))
    return undefined;
  const compoundTexts = trimmed.split(COMBINATOR);
  if (compoundTexts.length > MAX_COMPOUNDS) return undefined;
  const areParentCombinators = [...trimmed.matchAll(/\s*>\s*|\s+/g)].map(([combinator]) => combinator.includes('>'));
  const compounds = compoundTexts.map(compoundOf);
  const [subject, ...ancestorCompounds] = compounds.toReversed();
  if (!subject || ancestorCompounds.includes(undefined)) return undefined;
  const areParents = areParentCombinators.toReversed();
  const ancestors = ancestorCompounds.flatMap((compound, index) =>
    compound ? [{ compound, isParent: areParents[index] ?? false }] : [],
  );
  const specificity = [subject, ...ancestors.map(({ compound }) => compound)].reduce(
    (sum, compound) => sum + specificityOf(compound),
    0,
  );
  return { subject, ancestors, specificity };
}

/** The key under which a rule is stored: an id, a class or a type; `*` for any element. */
export const cssRuleLookupKeyOf = ({ subject: { id, classes, type } }: CssSelector): string =>
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

const doesCompoundMatch = (
  { type, id, classes }: Compound,
  { element, classes: elementClasses }: HtmlElementWithParent,
): boolean =>
  (type === undefined || type === element.tagName) &&
  (id === undefined || id === element.properties.id) &&
  classes.every((name) => elementClasses.has(name));

/**
 * Reports whether a selector selects an element. The nearest ancestor that matches counts; there is no backtracking to a farther one.
 * @param budget the number of ancestors that may still be compared; it is counted down, and at 0 no selector with ancestors matches
 */
export function doesSelectorMatch(
  { subject, ancestors }: CssSelector,
  candidate: HtmlElementWithParent,
  budget: { ancestorComparisons: number },
): boolean {
  if (!doesCompoundMatch(subject, candidate)) return false;
  let ancestor = candidate.parent;
  for (const { compound, isParent } of ancestors) {
    for (
      ;
      ancestor && !isParent && budget.ancestorComparisons > 0 && !doesCompoundMatch(compound, ancestor);
      ancestor = ancestor.parent
    )
      budget.ancestorComparisons -= 1;
    if (!ancestor || budget.ancestorComparisons <= 0 || !doesCompoundMatch(compound, ancestor)) return false;
    ancestor = ancestor.parent;
  }
  return true;
}
