import type { MeasuredNode } from '@takumi-rs/core';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide, SlidePaintState } from '#engine/video/drawing/drawable-slide.ts';
import { boxNode, type LayoutBox } from '#engine/video/drawing/layout/boxes.ts';
import { composeSlide } from '#engine/video/drawing/paint/compose-slide.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import { inkExtentsOfRuns } from '#engine/video/drawing/text/run-extent.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import { nodeText } from './node-text.ts';

export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** One of the blocks that text is placed in: a heading, a point, a line of code, the page number. */
export interface Written {
  text: string;
  /** Where its letters are, line by line. */
  ink: Extent;
  /** The box that was kept for it. */
  box: Extent;
  /** Whether it is turned; then its box is the one before it was, and its place is in the corners. */
  isTurned: boolean;
  /** The corners of the box, in order around it. */
  corners: readonly (readonly [x: number, y: number])[];
}

const deps = createDrawingDeps();

type Corner = readonly [x: number, y: number];

/** The corners of a box of a node, in pixels of the slide. */
function cornersOf(
  { transform: [a, b, c, d, e, f] }: MeasuredNode,
  x: number,
  y: number,
  width: number,
  height: number,
) {
  const at = (px: number, py: number): Corner => [a * px + c * py + e, b * px + d * py + f];
  return [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)];
}

const around = (corners: readonly Corner[]): Extent => ({
  left: Math.min(...corners.map(([x]) => x)),
  top: Math.min(...corners.map(([, y]) => y)),
  right: Math.max(...corners.map(([x]) => x)),
  bottom: Math.max(...corners.map(([, y]) => y)),
});

/** Where the text of a node ends up; blank runs reach over the end of a line and show nothing. */
function inkOf(node: MeasuredNode): Extent[] {
  const extents = inkExtentsOfRuns(node.runs);
  const own = node.runs.flatMap(({ text, y, height }, i) => {
    const { x, width } = extents[i] ?? { x: 0, width: 0 };
    return text.trim() === '' ? [] : [around(cornersOf(node, x, y, width, height))];
  });
  return [...own, ...node.children.flatMap(inkOf)];
}

const joined = (extents: Extent[]): Extent => ({
  left: Math.min(...extents.map(({ left }) => left)),
  top: Math.min(...extents.map(({ top }) => top)),
  right: Math.max(...extents.map(({ right }) => right)),
  bottom: Math.max(...extents.map(({ bottom }) => bottom)),
});

/** Composes a slide and lets the layout engine tell where its text is, in pixels of the slide. */
export async function measureSlide(
  slide: DrawableSlide,
  size: PictureDimensions,
  template: SlideTemplate,
  options?: SlidePaintState,
): Promise<{ written: Written[]; panel?: LayoutBox | undefined }> {
  const { nodes, families, image } = await composeSlide(slide, size, template, deps, options);
  const root = boxNode({ x: 0, y: 0, ...size }, {}, nodes);
  const { children } = await deps.renderer.measure(root, { ...size, fontFamilies: families });
  const written = children.flatMap((child) => {
    const ink = inkOf(child);
    if (ink.length === 0) return [];
    const [, , , , left, top] = child.transform;
    const box = { left, top, right: left + child.width, bottom: top + child.height };
    const isTurned = Math.abs(child.transform[1]) > 1e-6;
    const corners = cornersOf(child, 0, 0, child.width, child.height);
    return [{ text: nodeText(child), ink: joined(ink), box, isTurned, corners }];
  });
  return { written, panel: image?.panel };
}
