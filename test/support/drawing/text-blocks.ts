import type { Node } from '@takumi-rs/core';

/** A style of the layout engine as far as the functions here read it. */
type Style = Readonly<Record<string, unknown>>;

const styleOf = (node: Node): Style => ('style' in node ? ((node.style ?? {}) as Style) : {});
const childrenOf = (node: Node): readonly Node[] => ('children' in node ? (node.children ?? []) : []);
/** The children of a changed node, if it has any. */
const withChildren = (
  node: Node,
  change: (child: Node) => Node,
): Pick<Node & { type: 'container' }, 'children'> | object =>
  'children' in node && node.children ? { children: node.children.map(change) } : {};

/** Reports whether a node is a block of text: a paragraph, which says in which size it is set. */
export const isTextBlock = (node: Node): boolean => styleOf(node).fontSize !== undefined && node.type === 'container';

/** The size of type of a block of text, in pixels. */
export const typeSizeOf = (node: Node): number => Number(styleOf(node).fontSize);

/** The blocks of text of a tree, in the order in which they are drawn. */
export const textBlocksOf = (node: Node): Node[] =>
  isTextBlock(node) ? [node] : childrenOf(node).flatMap(textBlocksOf);

/** The text of a block; pictures of emoji are not in it. */
export const textOfBlock = (node: Node): string =>
  node.type === 'text' ? node.text : childrenOf(node).map(textOfBlock).join('');

/** The tree with each block of text exchanged for what a function makes of it; the rest as it is. `index` counts the blocks. */
export function mapBlocks(root: Node, change: (block: Node, index: number) => Node): Node {
  let index = 0;
  const changed = (node: Node): Node =>
    isTextBlock(node) ? change(node, index++) : ({ ...node, ...withChildren(node, changed) } as Node);
  return changed(root);
}

/** The node with more style. */
export const styled = (node: Node, style: Style): Node => ({ ...node, style: { ...styleOf(node), ...style } }) as Node;

/** A block that takes its place and is not seen. */
export const hidden = (block: Node): Node => styled(block, { opacity: 0 });

/** A block in one colour: letters, runs of other colours, and without colours behind words. */
export function inColor(block: Node, color: string): Node {
  const recolored = (node: Node): Node => {
    const { color: _, backgroundColor: __, ...style } = styleOf(node);
    return { ...node, style, ...withChildren(node, recolored) } as Node;
  };
  return styled(recolored(block), { color });
}

/** What surrounds text as nothing that is seen: no colours, pictures and shadows. @param clips whether what it cuts off stays cut off */
export function withoutSurroundings(root: Node, { clips }: { clips: boolean }): Node {
  const bare = (node: Node): Node => {
    if (isTextBlock(node)) return node;
    const { overflow, clipPath, backgroundColor: _b, backgroundImage: _i, boxShadow: _s, ...rest } = styleOf(node);
    const style = clips ? { ...rest, ...(overflow ? { overflow } : {}), ...(clipPath ? { clipPath } : {}) } : rest;
    const clear = node.type === 'image' ? { opacity: 0 } : { borderColor: 'transparent' };
    return { ...node, style: { ...style, ...clear }, ...withChildren(node, bare) } as Node;
  };
  return bare(root);
}

/** The words of a block, each in the colour that a function gives it by its index; parts of words stay where they are. */
export function colorWords(block: Node, colorOf: (word: number) => string): { block: Node; words: string[] } {
  const words: string[] = [];
  let isInWord = false;
  const split = (node: Node): Node => {
    if (node.type !== 'text')
      return {
        ...node,
        ...('children' in node && node.children ? { children: node.children.flatMap(parts) } : {}),
      } as Node;
    return node;
  };
  const parts = (node: Node): Node[] => {
    if (node.type !== 'text') {
      isInWord = false;
      return [split(node)];
    }
    return (node.text.match(/[\s\u00a0]+|[^\s\u00a0]+/gu) ?? []).map((text): Node => {
      const isWord = /\S/u.test(text);
      if (isWord && isInWord) words.push(`${words.pop() ?? ''}${text}`);
      else if (isWord) words.push(text);
      isInWord = isWord;
      return { ...node, text, style: { ...styleOf(node), color: colorOf(words.length - 1) } } as Node;
    });
  };
  return { block: split(block), words };
}
