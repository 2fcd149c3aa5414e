import type { MeasuredNode, Node } from '@takumi-rs/core';

/** Lays out nodes one above the other in the given width (pixels) and tells the size of each. */
export type Measure = (nodes: Node[], width: number) => Promise<MeasuredNode[]>;
