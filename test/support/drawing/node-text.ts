import type { MeasuredNode } from '@takumi-rs/core';

/** The text that the layout engine set in a node, line after line; spaces at which no line ends are spaces. */
export const nodeText = ({ runs, children }: MeasuredNode): string =>
  [...runs.map(({ text }) => text.replaceAll('\u00a0', ' ')), ...children.map(nodeText)].join('');
