import type { Node } from '@takumi-rs/core';
import type { PictureDimensions } from '../../format.ts';
import { relativeLuminance } from '../contrast.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { DrawableCallout } from './callout.ts';
import { intersectionOfBoxes } from './callout-area-in-pixels.ts';

/** Lengths as parts of the short side of the slide: of lines, the line around them, corners, and arrows. */
const PARTS = {
  line: 0.0065,
  halo: 0.0022,
  corner: 0.011,
  gap: 0.012,
  arrow: 0.17,
  head: 0.034,
  shortest: 0.05,
} as const;

/** A line that is seen on any ground has another around it. */
const haloOf = (color: string): string => (relativeLuminance(color) < 0.4 ? '#ffffffcc' : '#000000a6');

const larger = ({ x, y, width, height }: LayoutBox, by: number): LayoutBox => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Shapes of SVG over the whole slide, as a node. */
function drawingNode(shapes: string, { width, height }: PictureDimensions): Node {
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}`;
  return { type: 'image', src, width, height, style: { position: 'absolute', left: 0, top: 0, width, height } };
}

/** Attributes of SVG for a colour, `#rrggbb` or `#rrggbbaa`. */
const paintOf = (name: 'stroke' | 'fill', color: string): string => {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return `${name}="${color.slice(0, 7)}" ${name}-opacity="${alpha.toFixed(3)}"`;
};

const shortSide = ({ width, height }: PictureDimensions): number => Math.min(width, height);

const lineOf = (short: number): { line: number; halo: number } => ({
  line: Math.max(2, Math.round(PARTS.line * short)),
  halo: Math.max(1, Math.round(PARTS.halo * short)),
});

/** The box of the line around an area, a little outside of it, within the slide. */
function outlineOf(area: LayoutBox, slide: PictureDimensions): LayoutBox {
  const { line, halo } = lineOf(shortSide(slide));
  return intersectionOfBoxes(larger(area, line + halo), { x: 0, y: 0, ...slide }) ?? area;
}

/** A line with round corners around an area. At an edge of the slide it is within the area. */
function boxNodes(area: LayoutBox, color: string, slide: PictureDimensions): Node[] {
  const short = shortSide(slide);
  const { line, halo } = lineOf(short);
  const outline = outlineOf(area, slide);
  const ring = (by: number, width: number, shade: string): Node => {
    const borderRadius = PARTS.corner * short + line + halo - by;
    return boxNode(larger(outline, -by), {
      borderWidth: width,
      borderStyle: 'solid',
      borderColor: shade,
      borderRadius,
    });
  };
  return [ring(0, line + 2 * halo, haloOf(color)), ring(halo, line, color)];
}

/** The factor by which an ellipse is larger than its area, so that the corners of a text are not far outside it. */
const ELLIPSE = 1.14;

/** The box of an ellipse around an area, at the middle of its line; the whole line is on the slide. */
function ellipseBox({ x, y, width, height }: LayoutBox, slide: PictureDimensions): LayoutBox {
  const short = shortSide(slide);
  const { line, halo } = lineOf(short);
  const edge = line / 2 + halo;
  const span = (start: number, length: number, most: number): { from: number; to: number } => {
    const [middle, reach] = [start + length / 2, (ELLIPSE * length) / 2 + PARTS.gap * 0.7 * short];
    return { from: Math.max(edge, middle - reach), to: Math.min(most - edge, middle + reach) };
  };
  const [across, down] = [span(x, width, slide.width), span(y, height, slide.height)];
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

/** An ellipse around an area. */
function circleNode(area: LayoutBox, color: string, slide: PictureDimensions): Node {
  const { line, halo } = lineOf(shortSide(slide));
  const { x, y, width, height } = ellipseBox(area, slide);
  const [rx, ry] = [width / 2, height / 2];
  const drawn = (thick: number, shade: string): string =>
    `<ellipse cx="${(x + rx).toFixed(2)}" cy="${(y + ry).toFixed(2)}" rx="${rx.toFixed(2)}" ry="${ry.toFixed(2)}" fill="none" ${paintOf('stroke', shade)} stroke-width="${thick}"/>`;
  return drawingNode(drawn(line + 2 * halo, haloOf(color)) + drawn(line, color), slide);
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

interface Point {
  x: number;
  y: number;
}

/** The ends of an arrow at an area, in pixels of the slide. Where there is no room next to the area, the arrow points into it. */
export function calloutArrowEnds(area: LayoutBox, slide: PictureDimensions): { tail: Point; tip: Point } {
  const short = shortSide(slide);
  const [gap, shortest] = [PARTS.gap * short, PARTS.shortest * short];
  const ends = (edge: number, away: -1 | 1, most: number): { tail: number; tip: number } => {
    const wanted = edge + away * (gap + PARTS.arrow * short);
    const tail = Math.min(Math.max(wanted, gap), most - gap);
    const tip = away * Math.min(away * (edge + away * gap), away * tail - shortest);
    return { tail, tip };
  };
  const { x, y, width, height } = area;
  const side = calloutArrowSide(area, slide);
  if (side === 'left' || side === 'right') {
    const { tail, tip } = side === 'left' ? ends(x, -1, slide.width) : ends(x + width, 1, slide.width);
    return { tail: { x: tail, y: y + height / 2 }, tip: { x: tip, y: y + height / 2 } };
  }
  const { tail, tip } = side === 'top' ? ends(y, -1, slide.height) : ends(y + height, 1, slide.height);
  return { tail: { x: x + width / 2, y: tail }, tip: { x: x + width / 2, y: tip } };
}

/** An arrow that points at an area. */
function arrowNode(area: LayoutBox, color: string, slide: PictureDimensions): Node {
  const short = shortSide(slide);
  const { tail, tip } = calloutArrowEnds(area, slide);
  const [line, halo, head] = [PARTS.line * 1.4 * short, PARTS.halo * short, PARTS.head * short];
  const angle = Math.atan2(tip.y - tail.y, tip.x - tail.x);
  const at = (along: number, across: number): string => {
    const x = tip.x - along * Math.cos(angle) - across * Math.sin(angle);
    const y = tip.y - along * Math.sin(angle) + across * Math.cos(angle);
    return `${x.toFixed(2)} ${y.toFixed(2)}`;
  };
  const shaft = `M${tail.x.toFixed(2)} ${tail.y.toFixed(2)}L${at(head * 0.8, 0)}`;
  const point = `M${at(0, 0)}L${at(head, head * 0.55)}L${at(head, -head * 0.55)}Z`;
  const drawn = (width: number, shade: string): string =>
    `<g ${paintOf('fill', shade)} ${paintOf('stroke', shade)} stroke-linecap="round" stroke-linejoin="round"><path d="${shaft}" fill="none" stroke-width="${(line + width).toFixed(2)}"/><path d="${point}" stroke-width="${Math.max(0.01, width).toFixed(2)}"/></g>`;
  return drawingNode(drawn(2 * halo, haloOf(color)) + drawn(0, color), slide);
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

/** The boxes on the slide that a callout takes with its area: its label is not there. The first one has the area. */
export function calloutBoxes(
  { kind }: DrawableCallout,
  area: LayoutBox,
  slide: PictureDimensions,
): [LayoutBox, ...LayoutBox[]] {
  const { line, halo } = lineOf(shortSide(slide));
  if (kind === 'box') return [outlineOf(area, slide)];
  if (kind === 'circle') return [larger(ellipseBox(area, slide), line / 2 + halo)];
  if (kind !== 'arrow') return [area];
  const { tail, tip } = calloutArrowEnds(area, slide);
  const [x, y] = [Math.min(tail.x, tip.x), Math.min(tail.y, tip.y)];
  const shaft = { x, y, width: Math.abs(tail.x - tip.x), height: Math.abs(tail.y - tip.y) };
  const half = PARTS.head * 0.55 * shortSide(slide);
  const isLevel = tail.y === tip.y;
  return [area, isLevel ? { ...shaft, y: y - half, height: 2 * half } : { ...shaft, x: x - half, width: 2 * half }];
}
