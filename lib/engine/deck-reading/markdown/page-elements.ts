import type { Element, ElementContent, Nodes, RootContent } from 'hast';
import { htmlClassesOf, textOfNode } from './marked-text.ts';

/** Parts of class names and styles of boxes that have columns, in the common frameworks. */
const COLUMN_CLASS = /col|grid|flex|split|two|multi|side|half|row/i;
const COLUMN_STYLE = /grid|flex|column|float/i;
/** Phrasing elements of HTML, which are part of a line of text. */
const INLINE_ELEMENTS = new Set(
  'a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark nobr output q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Elements that group others and show nothing by themselves. */
const BOX_ELEMENTS = new Set(
  'root div section center main article header footer p template figure figcaption details summary dl dt dd li nav aside hgroup address fieldset legend picture source body html'.split(
    ' ',
  ),
);
const CLICK_TAG = /^v-?clicks?$/;

/** Reports whether an element is Slidev's `v-click` or `v-clicks`. */
export const isSlidevClickElement = ({ tagName }: Element): boolean => CLICK_TAG.test(tagName);

/** Reports whether an element groups others, or is part of a line of text. */
export const isGroupOrInlineElement = ({ tagName }: Element): boolean =>
  BOX_ELEMENTS.has(tagName) || INLINE_ELEMENTS.has(tagName);

/** Reports whether a node is white space. */
export const isWhiteSpaceNode = (node: Nodes): boolean => node.type === 'text' && node.value.trim() === '';

/** Reports whether an element contains blocks, which inline elements may in HTML that is written by hand (`<span><div>…`). */
export function containsBlockElements({ children }: Element): boolean {
  return children.some(
    (child) =>
      child.type === 'element' &&
      (!INLINE_ELEMENTS.has(child.tagName)
        ? !['v-click', 'v-mark'].includes(child.tagName)
        : containsBlockElements(child)),
  );
}

/** Reports whether a node is part of a line of text. */
export const isInlineNode = (node: RootContent | ElementContent): boolean =>
  node.type === 'text' ||
  (node.type === 'element' && INLINE_ELEMENTS.has(node.tagName) && !containsBlockElements(node));

const isFormula = (node: Nodes | undefined): boolean =>
  node?.type === 'element' &&
  node.tagName === 'code' &&
  htmlClassesOf(node.properties).includes('language-math') &&
  textOfNode(node).trim() !== '';

/** Reports whether the node at `index` is a formula with nothing else in its line. */
export function isFormulaAloneInLine(nodes: readonly Nodes[], index: number): boolean {
  const isLineEnd = (node: Nodes | undefined, lineBoundary: RegExp): boolean =>
    node === undefined ||
    (node.type === 'text' && (lineBoundary.test(node.value) || node.value.trim() === '')) ||
    (node.type === 'element' && node.tagName === 'br');
  return isFormula(nodes[index]) && isLineEnd(nodes[index - 1], /\n\s*$/) && isLineEnd(nodes[index + 1], /^\s*\n/);
}

/** Separates the first text of a list item from the blocks and texts that follow it. */
export function splitHeadOfListItem({ children }: Element): [head: ElementContent[], rest: ElementContent[]] {
  const firstIndex = children.findIndex((child) => !isWhiteSpaceNode(child) && child.type !== 'comment');
  const node = children[firstIndex];
  if (node?.type === 'element' && node.tagName === 'p' && !containsBlockElements(node))
    return [[...children.slice(0, firstIndex), ...node.children], children.slice(firstIndex + 1)];
  const blockIndex = children.findIndex(
    (child) => child.type === 'element' && (!INLINE_ELEMENTS.has(child.tagName) || containsBlockElements(child)),
  );
  return blockIndex < 0 ? [children, []] : [children.slice(0, blockIndex), children.slice(blockIndex)];
}

/** The state of the check box among nodes; undefined if there is none. */
export function findCheckboxState(nodes: readonly ElementContent[]): boolean | undefined {
  const checkbox = nodes.find((node) => node.type === 'element' && node.tagName === 'input');
  return checkbox?.type === 'element'
    ? checkbox.properties.checked === true || checkbox.properties.checked === ''
    : undefined;
}

/**
 * The columns of a box whose class or style names columns. These are its children, if there are at least two, if each is a box, a list or
 * an image, and if there is no text between them.
 * @returns undefined for a box without columns
 */
export function findColumnsOfHtmlBox({ properties, children }: Element): Element[] | undefined {
  const classes = htmlClassesOf(properties).join(' ');
  if (!COLUMN_CLASS.test(classes) && !COLUMN_STYLE.test(String(properties.style ?? ''))) return undefined;
  const columns = children.filter((child) => child.type === 'element');
  const hasText = children.some((child) => child.type === 'text' && child.value.trim() !== '');
  const haveColumnElements = columns.every(
    (child) =>
      BOX_ELEMENTS.has(child.tagName) ||
      isSlidevClickElement(child) ||
      child.tagName === 'ul' ||
      child.tagName === 'img',
  );
  return columns.length >= 2 && haveColumnElements && !hasText ? columns : undefined;
}
