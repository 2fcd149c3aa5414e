import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import { relativeLuminance } from '../contrast.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { DrawableCallout } from './callout.ts';
import { intersectionOfBoxes } from './callout-area-in-pixels.ts';

/** Lengths as parts of the short side of the slide. */
const LENGTHS = {
  /** Width of a line, and of the halo on each side of it. */
  line: 0.0065,
  halo: 0.0022,
  /** Radius of the corners of a box. */
  corner: 0.011,
  /** Space between an arrow and its area, and to the edges of the slide. */
  gap: 0.012,
  /** Length of an arrow where there is room, of its head, and of the shortest arrow. */
  arrow: 0.17,
  head: 0.034,
  shortest: 0.05,
} as const;

/** The colour of the halo around a line, with which the line is visible on any background. */
const haloColorOf = (color: string): string => (relativeLuminance(color) < 0.4 ? '#ffffffcc' : '#000000a6');

const enlargeBox = ({ x, y, width, height }: LayoutBox, margin: number): LayoutBox => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/** Shapes of SVG over the whole slide, as a node. */
function svgOverlayNode(shapes: string, { width, height }: PictureDimensions): Node {
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}`;
  return { type: 'image', src, width, height, style: { position: 'absolute', left: 0, top: 0, width, height } };
}

/** Attributes of SVG for a colour, `#rrggbb` or `#rrggbbaa`. */
const svgPaint = (name: 'stroke' | 'fill', color: string): string => {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return `${name}="${color.slice(0, 7)}" ${name}-opacity="${alpha.toFixed(3)}"`;
};

const shortSideOf = ({ width, height }: PictureDimensions): number => Math.min(width, height);

/** The widths of a line and of the halo on each side of it, in pixels. */
const lineWidths = (shortSide: number): { line: number; halo: number } => ({
  line: Math.max(2, Math.round(LENGTHS.line * shortSide)),
  halo: Math.max(1, Math.round(LENGTHS.halo * shortSide)),
});

/** The box of the line around an area, a little outside of it, within the slide. */
function outlineOf(area: LayoutBox, slide: PictureDimensions): LayoutBox {
  const { line, halo } = lineWidths(shortSideOf(slide));
  return intersectionOfBoxes(enlargeBox(area, line + halo), { x: 0, y: 0, ...slide }) ?? area;
}

/** A line with round corners around an area. At an edge of the slide it is within the area. */
function boxNodes(area: LayoutBox, color: string, slide: PictureDimensions): Node[] {
  const shortSide = shortSideOf(slide);
  const { line, halo } = lineWidths(shortSide);
  const outline = outlineOf(area, slide);
  const ring = (inset: number, width: number, ringColor: string): Node => {
    const borderRadius = LENGTHS.corner * shortSide + line + halo - inset;
    return boxNode(enlargeBox(outline, -inset), {
      borderWidth: width,
      borderStyle: 'solid',
      borderColor: ringColor,
      borderRadius,
    });
  };
  return [ring(0, line + 2 * halo, haloColorOf(color)), ring(halo, line, color)];
}

/** The factor by which an ellipse is larger than its area, so that the corners of a text are not far outside it. */
const ELLIPSE_FACTOR = 1.14;

/** The box of an ellipse around an area, at the middle of its line; the whole line is on the slide. */
function ellipseBox({ x, y, width, height }: LayoutBox, slide: PictureDimensions): LayoutBox {
  const shortSide = shortSideOf(slide);
  const { line, halo } = lineWidths(shortSide);
  const edge = line / 2 + halo;
  const spanOnSlide = (start: number, length: number, slideLength: number): { from: number; to: number } => {
    const [middle, reach] = [start + length / 2, (ELLIPSE_FACTOR * length) / 2 + LENGTHS.gap * 0.7 * shortSide];
    return { from: Math.max(edge, middle - reach), to: Math.min(slideLength - edge, middle + reach) };
  };
  const [across, down] = [spanOnSlide(x, width, slide.width), spanOnSlide(y, height, slide.height)];
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

/** An ellipse around an area. */
function circleNode(area: LayoutBox, color: string, slide: PictureDimensions): Node {
  const { line, halo } = lineWidths(shortSideOf(slide));
  const { x, y, width, height } = ellipseBox(area, slide);
  const [rx, ry] = [width / 2, height / 2];
  const ellipseSvg = (strokeWidth: number, strokeColor: string): string =>
    `<ellipse cx="${(x + rx).toFixed(2)}" cy="${(y + ry).toFixed(2)}" rx="${rx.toFixed(2)}" ry="${ry.toFixed(2)}" fill="none" ${svgPaint('stroke', strokeColor)} stroke-width="${strokeWidth}"/>`;
  return svgOverlayNode(ellipseSvg(line + 2 * halo, haloColorOf(color)) + ellipseSvg(line, color), slide);
}

/** The side of an area from which an arrow comes: the one with the most room; left and right are preferred. */
export function calloutArrowSide(
  area: LayoutBox,
  { width, height }: PictureDimensions,
): 'left' | 'right' | 'top' | 'bottom' {
  const room = {
    left: area.x,
    right: width - area.x - area.width,
    top: 0.8 * area.y,
    bottom: 0.8 * (height - area.y - area.height),
  };
  const sides = ['right', 'left', 'bottom', 'top'] as const;
  return sides.reduce((best, side) => (room[side] > room[best] ? side : best));
}

/** A point of the slide, in pixels. */
interface Point {
  x: number;
  y: number;
}

/** The ends of an arrow at an area, in pixels of the slide. Where there is no room next to the area, the arrow points into it. */
export function calloutArrowEnds(area: LayoutBox, slide: PictureDimensions): { tail: Point; tip: Point } {
  const shortSide = shortSideOf(slide);
  const [gap, shortest] = [LENGTHS.gap * shortSide, LENGTHS.shortest * shortSide];
  const arrowEnds = (edge: number, away: -1 | 1, slideLength: number): { tail: number; tip: number } => {
    const wantedTail = edge + away * (gap + LENGTHS.arrow * shortSide);
    const tail = Math.min(Math.max(wantedTail, gap), slideLength - gap);
    const tip = away * Math.min(away * (edge + away * gap), away * tail - shortest);
    return { tail, tip };
  };
  const { x, y, width, height } = area;
  const side = calloutArrowSide(area, slide);
  if (side === 'left' || side === 'right') {
    const { tail, tip } = side === 'left' ? arrowEnds(x, -1, slide.width) : arrowEnds(x + width, 1, slide.width);
    return { tail: { x: tail, y: y + height / 2 }, tip: { x: tip, y: y + height / 2 } };
  }
  const { tail, tip } = side === 'top' ? arrowEnds(y, -1, slide.height) : arrowEnds(y + height, 1, slide.height);
  return { tail: { x: x + width / 2, y: tail }, tip: { x: x + width / 2, y: tip } };
}

/** An arrow that points at an area. */
function arrowNode(area: LayoutBox, color: string, slide: PictureDimensions): Node {
  const shortSide = shortSideOf(slide);
  const { tail, tip } = calloutArrowEnds(area, slide);
  const [line, halo, head] = [LENGTHS.line * 1.4 * shortSide, LENGTHS.halo * shortSide, LENGTHS.head * shortSide];
  const angle = Math.atan2(tip.y - tail.y, tip.x - tail.x);
  const pointOnArrow = (along: number, across: number): string => {
    const x = tip.x - along * Math.cos(angle) - across * Math.sin(angle);
    const y = tip.y - along * Math.sin(angle) + across * Math.cos(angle);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  const shaftPath = `M${tail.x.toFixed(2)} ${tail.y.toFixed(2)}L${pointOnArrow(head * 0.8, 0)}`;
  const headPath = `M${pointOnArrow(0, 0)}L${pointOnArrow(head, head * 0.55)}L${pointOnArrow(head, -head * 0.55)}Z`;
  const arrowSvg = (addedWidth: number, arrowColor: string): string =>
    `<g ${svgPaint('fill', arrowColor)} ${svgPaint('stroke', arrowColor)} stroke-linecap="round" stroke-linejoin="round"><path d="${shaftPath}" fill="none" stroke-width="${(line + addedWidth).toFixed(2)}"/><path d="${headPath}" stroke-width="${Math.max(0.01, addedWidth).toFixed(2)}"/></g>`;
  return svgOverlayNode(arrowSvg(2 * halo, haloColorOf(color)) + arrowSvg(0, color), slide);
}

/** The lines of a callout around or at its area in pixels; none for a spotlight and a blur. */
export function calloutNodes(
  { kind }: DrawableCallout,
  area: LayoutBox,
  color: string,
  slide: PictureDimensions,
): Node[] {
  switch (kind) {
    case 'box':
      return boxNodes(area, color, slide);
    case 'circle':
      return [circleNode(area, color, slide)];
    case 'arrow':
      return [arrowNode(area, color, slide)];
    case 'spotlight':
    case 'blur':
      return [];
  }
}

/** The boxes on the slide that the area and the lines of a callout take, which its label avoids. The first one contains the area. */
export function boxesCoveredByCallout(
  { kind }: DrawableCallout,
  area: LayoutBox,
  slide: PictureDimensions,
): [LayoutBox, ...LayoutBox[]] {
  const { line, halo } = lineWidths(shortSideOf(slide));
  if (kind === 'box') return [outlineOf(area, slide)];
  if (kind === 'circle') return [enlargeBox(ellipseBox(area, slide), line / 2 + halo)];
  if (kind !== 'arrow') return [area];
  const { tail, tip } = calloutArrowEnds(area, slide);
  const [x, y] = [Math.min(tail.x, tip.x), Math.min(tail.y, tip.y)];
  const shaft = { x, y, width: Math.abs(tail.x - tip.x), height: Math.abs(tail.y - tip.y) };
  const halfHead = LENGTHS.head * 0.55 * shortSideOf(slide);
  const isLevel = tail.y === tip.y;
  return [
    area,
    isLevel ? { ...shaft, y: y - halfHead, height: 2 * halfHead } : { ...shaft, x: x - halfHead, width: 2 * halfHead },
  ];
}
