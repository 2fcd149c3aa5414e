import type { SvgElement } from './parse-svg-tree.ts';
import { svgLengthInUnits } from './svg-shape-measures.ts';

/** Upper bound of the factor by which a transform (SVG 2, 8.5) enlarges lengths; 1 for none. */
export function scaleBoundOfSvgTransform(transform: string | undefined): number {
  let scale = 1;
  for (const [, name = '', argumentText = ''] of (transform ?? '').matchAll(/([a-z]+)\s*\(([^()]*)\)/gi)) {
    const numbers = argumentText.split(/[\s,]+/).map(Number);
    const [a = 1, b = a, c = 0, d = 1] = numbers.filter(Number.isFinite);
    if (/^scale/i.test(name)) scale *= Math.max(Math.abs(a), Math.abs(b));
    else if (/^matrix/i.test(name)) scale *= Math.max(Math.hypot(a, b), Math.hypot(c, d));
    else if (/^skew/i.test(name)) scale *= 1 + Math.abs(Math.tan((a * Math.PI) / 180));
  }
  return scale;
}

/** The numbers of a list with spaces or commas. */
export const parseSvgNumberList = (text: string | undefined): number[] =>
  (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
    .filter(Number.isFinite);

/** Width and height of a drawing, in its units. */
export interface SvgViewSize {
  width: number;
  height: number;
}

/**
 * Sides of the part of the drawing that an element with a view box shows (SVG 2, 8.2).
 * @param outerSize the size of the element around it
 * @returns `scale`: the largest factor from its units to those of the element around it
 */
export function svgViewAndScaleOf(
  { attributes }: SvgElement,
  outerSize: SvgViewSize,
): { view: SvgViewSize; scale: number } {
  const [, , boxWidth = 0, boxHeight = 0] = parseSvgNumberList(attributes.viewBox);
  const width = svgLengthInUnits(attributes.width ?? '100%', outerSize.width);
  const height = svgLengthInUnits(attributes.height ?? '100%', outerSize.height);
  if (!(boxWidth > 0 && boxHeight > 0)) return { view: { width, height }, scale: 1 };
  const [x, y] = [width / boxWidth, height / boxHeight];
  const scale = Math.max(x, y);
  if (attributes.preserveAspectRatio?.includes('slice') && scale > 0)
    return { view: { width: width / scale, height: height / scale }, scale };
  return { view: { width: boxWidth, height: boxHeight }, scale };
}

/** The sides of a view box; `fallback` without one. */
export function parseSvgViewBoxSize(viewBox: string | undefined, fallback: SvgViewSize): SvgViewSize {
  const [, , width = 0, height = 0] = parseSvgNumberList(viewBox);
  return width > 0 && height > 0 ? { width, height } : fallback;
}
