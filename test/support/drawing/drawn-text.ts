import type { MeasuredNode, Node } from '@takumi-rs/core';
import type { SlideTemplate } from '#engine/video/drawing/design.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { boxNode } from '#engine/video/drawing/layout/boxes.ts';
import type { DrawnLayout } from '#engine/video/drawing/layout/layout-facts.ts';
import { composeSlide } from '#engine/video/drawing/paint/compose-slide.ts';
import { createDrawingDeps } from '#engine/video/drawing/paint/drawing-deps.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import { nodeText } from './node-text.ts';

/** A paragraph as the picture has it. */
export interface DrawnParagraph {
  /** What the layout engine set, line after line; pictures of emoji are not in it. */
  text: string;
  /** Pixels. */
  size: number;
  /** Whether a letter of it is beyond the edge of the slide. */
  isOutside: boolean;
}

const deps = createDrawingDeps();

/** The corners of the lines of a node, in pixels of the slide; blank ones show nothing. */
function cornersOf(node: MeasuredNode): [x: number, y: number][] {
  const [a, b, c, d, e, f] = node.transform;
  const own = node.runs
    .filter(({ text }) => text.trim() !== '')
    .flatMap(({ x, y, width, height }) => [
      [x, y + height / 2],
      [x + width, y + height / 2],
    ])
    .map(([x = 0, y = 0]): [number, number] => [a * x + c * y + e, b * x + d * y + f]);
  return [...own, ...node.children.flatMap(cornersOf)];
}

/** The paragraphs below a node: those that say in which size they are. */
function paragraphsOf(node: Node, measured: MeasuredNode, { width, height }: PictureDimensions): DrawnParagraph[] {
  const style = 'style' in node ? (node.style as { fontSize?: number } | undefined) : undefined;
  if (style?.fontSize === undefined) {
    const children = 'children' in node ? (node.children ?? []) : [];
    return children.flatMap((child, i) => {
      const below = measured.children[i];
      return below ? paragraphsOf(child, below, { width, height }) : [];
    });
  }
  const isOutside = cornersOf(measured).some(([x, y]) => x < -1 || y < -1 || x > width + 1 || y > height + 1);
  return [{ text: nodeText(measured), size: style.fontSize, isOutside }];
}

/** All text of a slide's picture, from the nodes that are drawn and from where the layout engine puts their letters. */
export async function drawnText(
  slide: DrawableSlide,
  size: PictureDimensions,
  template: SlideTemplate,
): Promise<{ layout: DrawnLayout; paragraphs: DrawnParagraph[] }> {
  const { layout, nodes, families } = await composeSlide(slide, size, template, deps);
  const root = boxNode({ x: 0, y: 0, ...size }, {}, nodes);
  const measured = await deps.renderer.measure(root, { ...size, fontFamilies: families });
  return { layout, paragraphs: paragraphsOf(root, measured, size) };
}
