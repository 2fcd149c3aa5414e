import type { Node } from '@takumi-rs/core';

/** A part of a slide that another slide may show as well: its heading, the rule next to it, or an item by its place in the list, from 0. */
export type SharableSlidePart = 'heading' | 'rule' | `item ${number}`;

/** The thing that a node shows. */
interface Shown {
  part: SharableSlidePart;
  /**
   * The text or drawing of the part that it shows, by which it is recognized on another slide; absent if it cannot be recognized by itself.
   */
  detail?: string | undefined;
}

const shown = new WeakMap<Node, Shown>();

/** Notes that nodes show a part of the slide; returns the nodes. */
export function markNodesAsMorphPart(part: SharableSlidePart, nodes: Node[], detail?: string): Node[] {
  for (const node of nodes) shown.set(node, { part, detail });
  return nodes;
}

/** The part of the slide that a node shows; undefined for all others. */
export const sharablePartOfNode = (node: Node): SharableSlidePart | undefined => shown.get(node)?.part;

/** The text or the drawing of its part that a node shows; undefined for a shape. */
export const partDetailOfNode = (node: Node): string | undefined => shown.get(node)?.detail;
