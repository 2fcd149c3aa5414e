import type { Node } from '@takumi-rs/core';
import type { Size } from '../../format.ts';
import { luminance } from '../contrast.ts';
import { boxNode, type LayoutBox } from '../layout/boxes.ts';
import type { DrawableCallout } from './callout.ts';

/** Lengths as parts of the short side of the slide: thickness of lines, of the line around them, and corners. */
const PARTS = { line: 0.0065, halo: 0.0022, corner: 0.011, gap: 0.012, arrow: 0.17, head: 0.034 } as const;

/** A line that is seen on any ground has another around it. */
const haloOf = (color: string): string => (luminance(color) < 0.4 ? '#ffffffcc' : '#000000a6');

const larger = ({ x, y, width, height }: LayoutBox, by: number): LayoutBox => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Shapes of SVG over the whole slide, as a node. */
function drawingNode(shapes: string, { width, height }: Size): Node {
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}`;
  return { type: 'image', src, width, height, style: { position: 'absolute', left: 0, top: 0, width, height } };
}

/** Attributes of SVG for a colour, `#rrggbb` or `#rrggbbaa`. */
const paintOf = (name: 'stroke' | 'fill', color: string): string => {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return `${name}="${color.slice(0, 7)}" ${name}-opacity="${alpha.toFixed(3)}"`;
};

const lineOf = (short: number): { line: number; halo: number } => ({
  line: Math.max(2, Math.round(PARTS.line * short)),
  halo: Math.max(1, Math.round(PARTS.halo * short)),
});

/** A line with round corners around an area, a little outside of it. */
function boxNodes(area: LayoutBox, color: string, short: number): Node[] {
  const { line, halo } = lineOf(short);
  const ring = (by: number, width: number, shade: string): Node => {
    const borderRadius = PARTS.corner * short + by;
    return boxNode(larger(area, by), { borderWidth: width, borderStyle: 'solid', borderColor: shade, borderRadius });
  };
  return [ring(line + halo, line + 2 * halo, haloOf(color)), ring(line, line, color)];
}

/** The factor by which an ellipse is larger than its area, so that the corners of a text are not far outside of it. */
const ELLIPSE = 1.14;

/** An ellipse around an area. */
function circleNode({ x, y, width, height }: LayoutBox, color: string, slide: Size): Node {
  const short = Math.min(slide.width, slide.height);
  const { line, halo } = lineOf(short);
  const [rx, ry] = [width, height].map((side) => (ELLIPSE * side) / 2 + PARTS.gap * 0.7 * short);
  const drawn = (thick: number, shade: string): string =>
    `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${rx?.toFixed(2)}" ry="${ry?.toFixed(2)}" fill="none" ${paintOf('stroke', shade)} stroke-width="${thick}"/>`;
  return drawingNode(drawn(line + 2 * halo, haloOf(color)) + drawn(line, color), slide);
}

/** The side of an area from which an arrow comes: the one with most room, rather from the left or the right. */
export function arrowSide(area: LayoutBox, { width, height }: Size): 'left' | 'right' | 'top' | 'bottom' {
  const room = {
    left: area.x,
    right: width - area.x - area.width,
    top: 0.8 * area.y,
    bottom: 0.8 * (height - area.y - area.height),
  };
  const sides = ['right', 'left', 'bottom', 'top'] as const;
  return sides.reduce((best, side) => (room[side] > room[best] ? side : best));
}

/** The ends of an arrow at an area, in pixels. */
export function arrowEnds(
  area: LayoutBox,
  slide: Size,
): { tail: { x: number; y: number }; tip: { x: number; y: number } } {
  const short = Math.min(slide.width, slide.height);
  const gap = PARTS.gap * short;
  const side = arrowSide(area, slide);
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const along = (from: number, most: number): number => Math.min(PARTS.arrow * short, Math.max(2 * gap, most - from));
  switch (side) {
    case 'left': {
      const x = Math.max(0, area.x - gap);
      return { tip: { x, y: middle.y }, tail: { x: x - along(0, x - gap), y: middle.y } };
    }
    case 'right': {
      const x = Math.min(slide.width, area.x + area.width + gap);
      return { tip: { x, y: middle.y }, tail: { x: x + along(x, slide.width - gap), y: middle.y } };
    }
    case 'top': {
      const y = Math.max(0, area.y - gap);
      return { tip: { x: middle.x, y }, tail: { x: middle.x, y: y - along(0, y - gap) } };
    }
    case 'bottom': {
      const y = Math.min(slide.height, area.y + area.height + gap);
      return { tip: { x: middle.x, y }, tail: { x: middle.x, y: y + along(y, slide.height - gap) } };
    }
  }
}

/** An arrow that points at an area. */
function arrowNode(area: LayoutBox, color: string, slide: Size): Node {
  const short = Math.min(slide.width, slide.height);
  const { tail, tip } = arrowEnds(area, slide);
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
export function calloutNodes({ kind }: DrawableCallout, area: LayoutBox, color: string, slide: Size): Node[] {
  const short = Math.min(slide.width, slide.height);
  switch (kind) {
    case 'box':
      return boxNodes(area, color, short);
    case 'circle':
      return [circleNode(area, color, slide)];
    case 'arrow':
      return [arrowNode(area, color, slide)];
    case 'spotlight':
    case 'blur':
      return [];
  }
}
