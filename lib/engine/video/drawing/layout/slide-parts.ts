import type { Node } from '@takumi-rs/core';

/** A part of a slide that another slide may show as well: its heading, the rule next to it, or an item by its place in the list, from 0. */
export type SharableSlidePart = 'heading' | 'rule' | `item ${number}`;

/** The content that a node shows. */
interface NodeContent {
  part: SharableSlidePart;
  /**
   * The text or drawing of the part that it shows, by which it is recognized on another slide; absent if it cannot be recognized by itself.
   */
  detail?: string | undefined;
}

/** The content of the nodes that show a sharable part. */
const contentByNode = new WeakMap<Node, NodeContent>();

/** Records that nodes show a part of the slide. @param detail their text or drawing @returns the nodes */
export function markNodesAsMorphPart(part: SharableSlidePart, nodes: Node[], detail?: string): Node[] {
  for (const node of nodes) contentByNode.set(node, { part, detail });
  return nodes;
}

/** The part of the slide that a node shows; undefined if the node was not marked. */
export const sharablePartOfNode = (node: Node): SharableSlidePart | undefined => contentByNode.get(node)?.part;

/** The text or the drawing of its part that a node shows; undefined for a shape. */
export const sharablePartDetailOfNode = (node: Node): string | undefined => contentByNode.get(node)?.detail;
