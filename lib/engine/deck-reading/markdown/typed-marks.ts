import type { ElementContent, Nodes } from 'hast';

const HIGHLIGHT_MARK = /(?<!=)==(?!=)/u;
/** `H~2~O` and `x^2^`, as Pandoc has them: without spaces. */
const SCRIPT_MARKS = /(?<!~)~(?<sub>[^\s~^/[\]]+)~(?!~)|\^(?<sup>[^\s~^/[\]]+)\^/gu;

/** A mark `==`, and whether it may open or close a highlighted text. */
interface TypedMark {
  mayOpen: boolean;
  mayClose: boolean;
}

/** A part of a row of nodes: a node, or a mark between texts. */
type Token = { node: Nodes } | TypedMark;

const createTextNode = (value: string): ElementContent => ({ type: 'text', value });
const createElement = (tagName: string, properties: { typed?: true }, children: ElementContent[]): ElementContent => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** A text with elements for its subscripts and superscripts. */
function splitAtScripts(value: string): ElementContent[] {
  const nodes: ElementContent[] = [];
  let textStart = 0;
  for (const match of value.matchAll(SCRIPT_MARKS)) {
    const { sub, sup } = match.groups ?? {};
    if (match.index > textStart) nodes.push(createTextNode(value.slice(textStart, match.index)));
    nodes.push(createElement(sub === undefined ? 'sup' : 'sub', { typed: true }, [createTextNode(sub ?? sup ?? '')]));
    textStart = match.index + match[0].length;
  }
  if (textStart < value.length) nodes.push(createTextNode(value.slice(textStart)));
  return nodes;
}

function tokenize(node: Nodes): Token[] {
  if (node.type !== 'text') return [{ node }];
  const parts = node.value.split(HIGHLIGHT_MARK);
  return parts.flatMap((part, i): Token[] => {
    const contentTokens = splitAtScripts(part).map((child) => ({ node: child }));
    if (i === 0) return contentTokens;
    return [{ mayOpen: !/^\s/u.test(part), mayClose: !/\s$/u.test(parts[i - 1] ?? '') }, ...contentTokens];
  });
}

const isMark = (token: Token): token is TypedMark => 'mayOpen' in token;
const nodeOf = (token: Token): Nodes => (isMark(token) ? createTextNode('==') : token.node);
const isContent = (node: Nodes): node is ElementContent =>
  node.type === 'text' || node.type === 'element' || node.type === 'comment';

/**
 * A row of nodes with elements `mark`, `sub` and `sup` for `==highlighted==`, `H~2~O` and `x^2^`, which Markdown itself does not know.
 * Code stays as it is; a mark without a partner stays text.
 */
export function convertTypedMarksToElements(nodes: readonly Nodes[]): Nodes[] {
  if (!nodes.some((node) => node.type === 'text' && /==|~|\^/u.test(node.value))) return [...nodes];
  const tokens = nodes.flatMap(tokenize);
  const closingIndexes = findClosingIndexes(tokens);
  const result: Nodes[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const closingIndex = isMark(token) && token.mayOpen ? (closingIndexes[index + 1] ?? -1) : -1;
    if (closingIndex > index + 1) {
      const contentNodes = tokens
        .slice(index + 1, closingIndex)
        .map(nodeOf)
        .filter(isContent);
      result.push(createElement('mark', {}, contentNodes));
      index = closingIndex;
    } else result.push(nodeOf(token));
  }
  return result;
}

/** For each token, the position of the first token from there that may close a highlighted text; -1 if there is none. */
function findClosingIndexes(tokens: readonly Token[]): number[] {
  const closingIndexes: number[] = new Array(tokens.length).fill(-1);
  let nextIndex = -1;
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index];
    if (token && isMark(token) && token.mayClose) nextIndex = index;
    closingIndexes[index] = nextIndex;
  }
  return closingIndexes;
}
