import type { ElementContent, Nodes } from 'hast';

const HIGHLIGHT = /(?<!=)==(?!=)/u;
/** `H~2~O` and `x^2^`, as Pandoc has them: without spaces. */
const RAISED = /(?<!~)~(?<sub>[^\s~^/[\]]+)~(?!~)|\^(?<sup>[^\s~^/[\]]+)\^/gu;

/** A mark `==`, with the reasons for which it may open or close a highlighted text. */
interface TypedMark {
  mayOpen: boolean;
  mayClose: boolean;
}

/** A part of a row of nodes. */
type Token = { node: Nodes } | TypedMark;

const textNode = (value: string): ElementContent => ({ type: 'text', value });
const element = (tagName: string, properties: { typed?: true }, children: ElementContent[]): ElementContent => ({
  ...{ type: 'element', tagName, properties, children },
});

/** A text with elements for its subscripts and superscripts. */
function raisedIn(value: string): ElementContent[] {
  const nodes: ElementContent[] = [];
  let from = 0;
  for (const match of value.matchAll(RAISED)) {
    const { sub, sup } = match.groups ?? {};
    if (match.index > from) nodes.push(textNode(value.slice(from, match.index)));
    nodes.push(element(sub === undefined ? 'sup' : 'sub', { typed: true }, [textNode(sub ?? sup ?? '')]));
    from = match.index + match[0].length;
  }
  if (from < value.length) nodes.push(textNode(value.slice(from)));
  return nodes;
}

function tokensOf(node: Nodes): Token[] {
  if (node.type !== 'text') return [{ node }];
  const parts = node.value.split(HIGHLIGHT);
  return parts.flatMap((part, i): Token[] => {
    const within = raisedIn(part).map((each) => ({ node: each }));
    if (i === 0) return within;
    return [{ mayOpen: !/^\s/u.test(part), mayClose: !/\s$/u.test(parts[i - 1] ?? '') }, ...within];
  });
}

const isMark = (token: Token): token is TypedMark => 'mayOpen' in token;
const nodeOf = (token: Token): Nodes => (isMark(token) ? textNode('==') : token.node);
const isContent = (node: Nodes): node is ElementContent =>
  node.type === 'text' || node.type === 'element' || node.type === 'comment';

/**
 * A row of nodes with elements `mark`, `sub` and `sup` for `==highlighted==`, `H~2~O` and `x^2^`, which Markdown itself does not know.
 * Code stays as it is; a mark without a partner stays text.
 */
export function convertTypedMarksToElements(nodes: readonly Nodes[]): Nodes[] {
  if (!nodes.some((node) => node.type === 'text' && /==|~|\^/u.test(node.value))) return [...nodes];
  const tokens = nodes.flatMap(tokensOf);
  const closes = nextClosing(tokens);
  const result: Nodes[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const close = isMark(token) && token.mayOpen ? (closes[at + 1] ?? -1) : -1;
    if (close > at + 1) {
      const within = tokens
        .slice(at + 1, close)
        .map(nodeOf)
        .filter(isContent);
      result.push(element('mark', {}, within));
      at = close;
    } else result.push(nodeOf(token));
  }
  return result;
}

/** For each token, the position of the first token from there that may close a highlighted text; -1 if there is none. */
function nextClosing(tokens: readonly Token[]): number[] {
  const closes: number[] = new Array(tokens.length).fill(-1);
  let next = -1;
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token && isMark(token) && token.mayClose) next = at;
    closes[at] = next;
  }
  return closes;
}
