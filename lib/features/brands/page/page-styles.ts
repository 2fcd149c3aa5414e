import type { Element, Root } from 'hast';
import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import {
  type CssDeclaration,
  type CssRule,
  cssRules,
  parseCssDeclarations,
  splitOutsideCssStrings,
} from './css-rules.ts';
import {
  type CssSelector,
  cssRuleKeyOf,
  cssRuleKeysOfElement,
  doesSelectorMatch,
  type HtmlElementWithParent,
  parseCssSelector,
} from './selector.ts';

/** A style sheet of a page; an inline one has the address of the page. */
export interface StyleSheetText {
  url: string;
  css: string;
}

/** A declared value, and the place where it is declared. */
export interface CssDeclaredValue {
  value: string;
  /** The selector, or `style` for an attribute. */
  selector: string;
  /** Address of the style sheet, or of the page. */
  sheet: string;
}

/**
 * The declared values of an element, by their properties, in the order of the cascade. Only colours, fonts and `display` are read, and
 * custom properties of the outermost elements and their children. Inherited values are not among them.
 */
export type ElementStyle = ReadonlyMap<string, CssDeclaredValue>;

/** An element with its declared style. */
export interface StyledElement extends HtmlElementWithParent {
  style: ElementStyle;
  children: StyledElement[];
}

interface IndexedRule {
  selector: CssSelector;
  text: string;
  sheet: string;
  order: number;
  declarations: ReadDeclarations;
}

/** Declarations that are read. */
interface ReadDeclarations {
  shown: readonly CssDeclaration[];
  /** Those of custom properties. */
  custom: readonly CssDeclaration[];
}

/** Elements of a page that get styles; the rest is left out. */
const MAX_ELEMENTS = 6000;
/** Selectors of all style sheets; later ones are left out. Sheets of frameworks have some 20,000. */
const MAX_SELECTORS = 100_000;
/** Comparisons of an element with a rule, and of its ancestors with the rule, in all. */
const MAX_COMPARISONS = 4_000_000;
const MAX_ANCESTORS = 20_000_000;
/** Characters of a selector that are kept. */
const MAX_SELECTOR = 60;
/** Properties that are read. */
const SHOWN = new Set('color background background-color background-image font font-family display'.split(' '));

/** The declarations of a block that are read. The last one of a name and an importance counts. */
function readDeclarations(declarations: readonly CssDeclaration[]): ReadDeclarations {
  const last = new Map(declarations.map((each) => [`${each.isImportant} ${each.name}`, each]));
  const read = [...last.values()];
  return {
    shown: read.filter(({ name }) => SHOWN.has(name)),
    custom: read.filter(({ name }) => name.startsWith('--')),
  };
}

function indexRules(sheets: readonly StyleSheetText[]): Map<string, IndexedRule[]> {
  const index = new Map<string, IndexedRule[]>();
  let [order, count] = [0, 0];
  const add = ({ selectors, declarations }: CssRule, sheet: string): void => {
    order += 1;
    const read = readDeclarations(declarations);
    for (const text of splitOutsideCssStrings(selectors, ',')) {
      if (count >= MAX_SELECTORS) return;
      count += 1;
      const selector = parseCssSelector(text);
      if (!selector) continue;
      const key = cssRuleKeyOf(selector);
      const known = index.get(key) ?? [];
      index.set(key, known);
      known.push({
        selector,
        text: cutTextWithEllipsis(text.trim(), MAX_SELECTOR).text,
        sheet,
        order,
        declarations: read,
      });
    }
  };
  for (const { url, css } of sheets) for (const rule of cssRules(css)) add(rule, url);
  return index;
}

interface Ranked extends CssDeclaredValue {
  rank: readonly [isImportant: number, specificity: number, order: number];
}

const isHigher = (one: Ranked['rank'], other: Ranked['rank']): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 || (one[at] ?? 0) > (other[at] ?? 0);
};

const INLINE_SPECIFICITY = 1_000_000;

/** Makes the function that reads the style of an element. @param page address of the page */
function styleReader(index: ReadonlyMap<string, readonly IndexedRule[]>, page: string) {
  let comparisons = 0;
  const work = { ancestors: MAX_ANCESTORS };
  return (placed: HtmlElementWithParent): ElementStyle => {
    const winners = new Map<string, Ranked>();
    const offer = (
      { name, value, isImportant }: CssDeclaration,
      from: Omit<Ranked, 'rank' | 'value'>,
      rank: [number, number],
    ) => {
      const ranked: Ranked = { value, ...from, rank: [isImportant ? 1 : 0, ...rank] };
      const known = winners.get(name);
      if (!known || isHigher(ranked.rank, known.rank)) winners.set(name, ranked);
    };
    const isOuter = placed.parent?.parent === undefined;
    const readOf = ({ shown, custom }: ReadDeclarations): readonly CssDeclaration[] =>
      isOuter ? [...shown, ...custom] : shown;
    for (const key of cssRuleKeysOfElement(placed))
      for (const { selector, text, sheet, order, declarations } of index.get(key) ?? []) {
        comparisons += 1;
        if (comparisons > MAX_COMPARISONS) return winners;
        if (!doesSelectorMatch(selector, placed, work)) continue;
        for (const each of readOf(declarations)) offer(each, { selector: text, sheet }, [selector.specificity, order]);
      }
    const { style } = placed.element.properties;
    if (typeof style === 'string')
      for (const each of readOf(readDeclarations(parseCssDeclarations(style))))
        offer(each, { selector: 'style', sheet: page }, [INLINE_SPECIFICITY, 0]);
    return winners;
  };
}

/** Elements that show nothing. */
const UNSEEN = new Set('script style noscript template link meta base title head'.split(' '));

const classesOf = ({ properties: { className } }: Element): ReadonlySet<string> =>
  new Set(Array.isArray(className) ? className.map(String) : []);

/** The visible elements of a page with their declared styles, from the outermost. @param page address of the page */
export function styledElements(tree: Root, sheets: readonly StyleSheetText[], page: string): StyledElement[] {
  const styleOf = styleReader(indexRules(sheets), page);
  let count = 0;
  const placed = (nodes: readonly unknown[], parent: StyledElement | undefined): StyledElement[] =>
    (nodes as readonly Element[]).flatMap((element) => {
      if (element.type !== 'element' || UNSEEN.has(element.tagName) || count >= MAX_ELEMENTS) return [];
      count += 1;
      const base: HtmlElementWithParent = { element, parent, classes: classesOf(element) };
      const styled: StyledElement = { ...base, style: styleOf(base), children: [] };
      if (styled.style.get('display')?.value === 'none') return [];
      styled.children = placed(element.children, styled);
      return [styled];
    });
  return placed(tree.children, undefined);
}
