import type { Nodes, PhrasingContent, Root } from 'mdast';
import type { InlineMath } from 'mdast-util-math';

/** A formula between single dollar signs: no space is inside either sign, and no digit follows. */
const FORMULA = /\$(?=[^\s$])([^$\n]*[^\s$])\$(?!\d)/g;

const isFormula = (node: PhrasingContent): node is InlineMath => node.type === 'inlineMath';

/** The source of a node; empty if it has no position. */
const sourceOf = ({ position }: PhrasingContent, document: string): string =>
  document.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);

/** Reports whether a formula is text between two prices, as in `$5 and $10`. */
function areDollarsPrices(node: PhrasingContent, document: string): boolean {
  if (!isFormula(node)) return false;
  const source = sourceOf(node, document);
  const next = document.charAt(node.position?.end.offset ?? document.length);
  return !source.startsWith('$$') && (/^\$\s|\s\$$/.test(source) || /\d/.test(next));
}

/** A formula as the parser makes it. */
const inlineMath = (value: string): InlineMath => ({
  type: 'inlineMath',
  value,
  data: {
    hName: 'code',
    hProperties: { className: ['language-math', 'math-inline'] },
    hChildren: [{ type: 'text', value }],
  },
});

/** The nodes of a text in which formulas between single dollar signs are found again. */
function* textsAndFormulas(text: string): Generator<PhrasingContent> {
  let end = 0;
  for (const match of text.matchAll(FORMULA)) {
    const [source, value = ''] = match;
    if (match.index > end) yield { type: 'text', value: text.slice(end, match.index) };
    yield inlineMath(value);
    end = match.index + source.length;
  }
  if (end < text.length) yield { type: 'text', value: text.slice(end) };
}

/** Neighbouring texts and formulas; read again if there are prices among them. */
const withPrices = (nodes: readonly PhrasingContent[], document: string): Iterable<PhrasingContent> =>
  nodes.some((node) => areDollarsPrices(node, document))
    ? textsAndFormulas(nodes.map((node) => (node.type === 'text' ? node.value : sourceOf(node, document))).join(''))
    : nodes;

/** The children of a node, with prices as text. */
function childrenWithPrices(children: readonly PhrasingContent[], document: string): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  let textsAndMath: PhrasingContent[] = [];
  for (const child of children) {
    if (child.type === 'text' || isFormula(child)) textsAndMath.push(child);
    else {
      result.push(...withPrices(textsAndMath, document), child);
      textsAndMath = [];
    }
  }
  return [...result, ...withPrices(textsAndMath, document)];
}

/**
 * Turns formulas that are text between two prices back into text. The parser takes all text between two dollar signs for a formula, if the
 * document has any between single ones. The rule is that of Pandoc (https://pandoc.org/MANUAL.html#math).
 * @param document the source of the nodes
 */
export function restorePrices(root: Root, document: string): void {
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!('children' in node)) continue;
    if (node.children.some((child) => child.type === 'inlineMath'))
      node.children = childrenWithPrices(node.children as PhrasingContent[], document) as typeof node.children;
    pending.push(...node.children);
  }
}
