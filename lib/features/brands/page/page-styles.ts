import type { Element, Root } from 'hast';
import { cutTextWithEllipsis } from '#engine/deck-reading/cut-text-with-ellipsis.ts';
import { type CssDeclaration, type CssRule, cssRules, parseCssDeclarations, splitCssAtTopLevel } from './css-rules.ts';
import {
  type CssSelector,
  cssRuleKeysOfElement,
  cssRuleLookupKeyOf,
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
export interface CssValueWithOrigin {
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
export type DeclaredElementStyle = ReadonlyMap<string, CssValueWithOrigin>;

/** An element with its declared style. */
export interface ElementWithDeclaredStyle extends HtmlElementWithParent {
  style: DeclaredElementStyle;
  children: ElementWithDeclaredStyle[];
}

/** A rule of one selector. */
interface IndexedRule {
  selector: CssSelector;
  /** The selector as it is written, shortened. */
  selectorText: string;
  /** Address of the style sheet, or of the page. */
  sheetUrl: string;
  /** The number of the rule among those of all sheets, from 1. */
  order: number;
  declarations: RelevantDeclarations;
}

/** The declarations of a block that are read. */
interface RelevantDeclarations {
  /** Those of colours, fonts and `display`. */
  lookDeclarations: readonly CssDeclaration[];
  /** Those of custom properties. */
  customProperties: readonly CssDeclaration[];
}

/** The maximum number of elements of a page that get styles; the others are left out. */
const MAX_ELEMENTS = 6000;
/** The maximum number of selectors of all style sheets; later ones are left out. Sheets of frameworks have some 20,000. */
const MAX_SELECTORS = 100_000;
/** The maximum number of comparisons of an element with a rule, for a page. After it, no further declarations apply. */
const MAX_COMPARISONS = 4_000_000;
/** The maximum number of comparisons of an ancestor of an element with a part of a selector, for a page. */
const MAX_ANCESTOR_COMPARISONS = 20_000_000;
/** The maximum length of the selector that is kept with a value, in characters. */
const MAX_SELECTOR_CHARACTERS = 60;
/** Properties that are read. */
const LOOK_PROPERTIES = new Set(
  'color background background-color background-image font font-family display'.split(' '),
);

/** Selects the declarations of a block that are read. The last one of a name and an importance counts. */
function relevantDeclarationsOf(declarations: readonly CssDeclaration[]): RelevantDeclarations {
  const lastByName = new Map(
    declarations.map((declaration) => [`${declaration.isImportant} ${declaration.name}`, declaration]),
  );
  const effective = [...lastByName.values()];
  return {
    lookDeclarations: effective.filter(({ name }) => LOOK_PROPERTIES.has(name)),
    customProperties: effective.filter(({ name }) => name.startsWith('--')),
  };
}

/** The rules of all sheets, by the keys that an element must have (`cssRuleKeysOfElement`). */
function indexRules(sheets: readonly StyleSheetText[]): Map<string, IndexedRule[]> {
  const index = new Map<string, IndexedRule[]>();
  let [order, selectorCount] = [0, 0];
  const addRule = ({ selectors, declarations }: CssRule, sheetUrl: string): void => {
    order += 1;
    const relevantDeclarations = relevantDeclarationsOf(declarations);
    for (const text of splitCssAtTopLevel(selectors, ',')) {
      if (selectorCount >= MAX_SELECTORS) return;
      selectorCount += 1;
      const selector = parseCssSelector(text);
      if (!selector) continue;
      const key = cssRuleLookupKeyOf(selector);
      const rulesOfKey = index.get(key) ?? [];
      index.set(key, rulesOfKey);
      rulesOfKey.push({
        selector,
        selectorText: cutTextWithEllipsis(text.trim(), MAX_SELECTOR_CHARACTERS).text,
        sheetUrl,
        order,
        declarations: relevantDeclarations,
      });
    }
  };
  for (const { url, css } of sheets) for (const rule of cssRules(css)) addRule(rule, url);
  return index;
}

/** A declared value with its rank in the cascade: the higher one of the first difference wins. */
interface RankedValue extends CssValueWithOrigin {
  rank: readonly [isImportant: number, specificity: number, order: number];
}

/** Reports whether a declaration replaces an earlier one. @param rank of the later declaration */
const doesReplace = (rank: RankedValue['rank'], earlierRank: RankedValue['rank']): boolean => {
  const difference = rank.findIndex((value, index) => value !== earlierRank[index]);
  return difference < 0 || (rank[difference] ?? 0) > (earlierRank[difference] ?? 0);
};

/** The specificity of an attribute `style`: higher than that of all selectors. */
const INLINE_SPECIFICITY = 1_000_000;

/** Makes the function that reads the style of an element. */
function createStyleReader(index: ReadonlyMap<string, readonly IndexedRule[]>, pageUrl: string) {
  const budget = { comparisons: MAX_COMPARISONS, ancestorComparisons: MAX_ANCESTOR_COMPARISONS };
  return (elementWithParent: HtmlElementWithParent): DeclaredElementStyle => {
    const winners = new Map<string, RankedValue>();
    const applyDeclaration = (
      { name, value, isImportant }: CssDeclaration,
      place: Omit<RankedValue, 'rank' | 'value'>,
      rank: [number, number],
    ) => {
      const ranked: RankedValue = { value, ...place, rank: [isImportant ? 1 : 0, ...rank] };
      const winner = winners.get(name);
      if (!winner || doesReplace(ranked.rank, winner.rank)) winners.set(name, ranked);
    };
    const isOuter = elementWithParent.parent?.parent === undefined;
    const applicable = ({ lookDeclarations, customProperties }: RelevantDeclarations): readonly CssDeclaration[] =>
      isOuter ? [...lookDeclarations, ...customProperties] : lookDeclarations;
    for (const key of cssRuleKeysOfElement(elementWithParent))
      for (const { selector, selectorText, sheetUrl, order, declarations } of index.get(key) ?? []) {
        if (budget.comparisons === 0) return winners;
        budget.comparisons -= 1;
        if (!doesSelectorMatch(selector, elementWithParent, budget)) continue;
        for (const declaration of applicable(declarations))
          applyDeclaration(declaration, { selector: selectorText, sheet: sheetUrl }, [selector.specificity, order]);
      }
    const { style } = elementWithParent.element.properties;
    if (typeof style === 'string')
      for (const declaration of applicable(relevantDeclarationsOf(parseCssDeclarations(style))))
        applyDeclaration(declaration, { selector: 'style', sheet: pageUrl }, [INLINE_SPECIFICITY, 0]);
    return winners;
  };
}

/** Names of elements that show nothing. */
const INVISIBLE_ELEMENTS = new Set('script style noscript template link meta base title head'.split(' '));

const classesOf = ({ properties: { className } }: Element): ReadonlySet<string> =>
  new Set(Array.isArray(className) ? className.map(String) : []);

/** The visible elements of a page with their declared styles, from the outermost. */
export function listVisibleElementsWithStyles(
  tree: Root,
  sheets: readonly StyleSheetText[],
  pageUrl: string,
): ElementWithDeclaredStyle[] {
  const styleOf = createStyleReader(indexRules(sheets), pageUrl);
  let elementCount = 0;
  const styleNodes = (
    nodes: readonly unknown[],
    parent: ElementWithDeclaredStyle | undefined,
  ): ElementWithDeclaredStyle[] =>
    (nodes as readonly Element[]).flatMap((element) => {
      if (element.type !== 'element' || INVISIBLE_ELEMENTS.has(element.tagName) || elementCount >= MAX_ELEMENTS)
        return [];
      elementCount += 1;
      const elementWithParent: HtmlElementWithParent = { element, parent, classes: classesOf(element) };
      const styled: ElementWithDeclaredStyle = {
        ...elementWithParent,
        style: styleOf(elementWithParent),
        children: [],
      };
      if (styled.style.get('display')?.value === 'none') return [];
      styled.children = styleNodes(element.children, styled);
      return [styled];
    });
  return styleNodes(tree.children, undefined);
}
