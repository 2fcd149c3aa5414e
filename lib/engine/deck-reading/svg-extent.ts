import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { SvgElement } from './parse-svg-tree.ts';

/** Measures of an SVG shape, in the units of its coordinates: area, length of its outline, and points for markers. */
export interface SvgExtent {
  /** Area of the rectangle around it. */
  area: number;
  /** Length of the outline of a path or polygon, at most: that between its points and control points; 0 for other shapes. */
  length: number;
  /** The part of that length that goes up and down. */
  rise: number;
  /** Points at which a marker can stand. */
  vertices: number;
}

const NONE: SvgExtent = { area: 0, length: 0, rise: 0, vertices: 0 };
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const TOKEN = /[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** A length in units; a percentage of `whole`; 0 for none. */
export function svgLengthInUnits(value: string | undefined, whole: number): number {
  const number = Number.parseFloat(value ?? '');
  if (!Number.isFinite(number)) return 0;
  return value?.trim().endsWith('%') ? (number / 100) * whole : number;
}

/** Measures points in their order. */
function pointMeasure() {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  let [x, y, length, rise, vertices] = [0, 0, 0, 0, 0];
  return {
    add(nextX: number, nextY: number, isMove = false): void {
      if (!isMove) {
        length += Math.hypot(nextX - x, nextY - y);
        rise += Math.abs(nextY - y);
      }
      [x, y] = [nextX, nextY];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      vertices += 1;
    },
    extent: (around: number): SvgExtent =>
      vertices === 0
        ? NONE
        : { area: (right - left + 2 * around) * (bottom - top + 2 * around), length, rise, vertices },
  };
}

/** Arguments of the commands of a path; of an arc, its end is at the last two. */
const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, t: 2, h: 1, v: 1, q: 4, s: 4, c: 6, a: 7 };

/** The extent of path data (SVG 2, 9.3). @param around units by which a stroke makes it wider */
function pathExtent(data: string, around: number): SvgExtent {
  const measure = pointMeasure();
  let [x, y, command, arc] = [0, 0, '', 0];
  let numbers: number[] = [];
  for (const [token] of data.matchAll(TOKEN)) {
    if (/[a-z]/i.test(token)) {
      [command, numbers] = [token, []];
      continue;
    }
    numbers.push(Number(token));
    const kind = command.toLowerCase();
    if (numbers.length < (ownPropertyValue(ARGUMENTS, kind) ?? Infinity)) continue;
    const [ofX, ofY] = command === kind ? [x, y] : [0, 0];
    if (kind === 'h') [x] = [(numbers[0] ?? 0) + ofX];
    else if (kind === 'v') [y] = [(numbers[0] ?? 0) + ofY];
    else {
      if (kind === 'a') arc = Math.max(arc, ...numbers.slice(0, 2).map(Math.abs));
      for (let at = kind === 'a' ? 5 : 0; at < numbers.length; at += 2) {
        [x, y] = [(numbers[at] ?? 0) + ofX, (numbers[at + 1] ?? 0) + ofY];
        measure.add(x, y, kind === 'm');
      }
    }
    if (kind === 'h' || kind === 'v') measure.add(x, y);
    if (kind === 'm') command = command === 'm' ? 'l' : 'L';
    numbers = [];
  }
  return measure.extent(around + arc);
}

/**
 * The extent of a shape.
 * @param view sides of the drawing, to which percentages relate
 * @param around units by which its stroke extends it on each side
 * @returns nothing for an element that is not a shape
 */
export function svgExtentOf(
  { name, attributes: at }: SvgElement,
  view: { width: number; height: number },
  around: number,
): SvgExtent {
  const [x, y] = [
    (value?: string) => svgLengthInUnits(value, view.width),
    (value?: string) => svgLengthInUnits(value, view.height),
  ];
  const box = (width: number, height: number): SvgExtent => ({
    area: (Math.abs(width) + 2 * around) * (Math.abs(height) + 2 * around),
    length: 0,
    rise: 0,
    vertices: 1,
  });
  switch (name) {
    case 'path':
      return pathExtent(at.d ?? '', around);
    case 'polyline':
    case 'polygon': {
      const measure = pointMeasure();
      const numbers = (at.points?.match(NUMBER) ?? []).map(Number);
      for (let index = 0; index + 1 < numbers.length; index += 2)
        measure.add(numbers[index] ?? 0, numbers[index + 1] ?? 0, index === 0);
      return measure.extent(around);
    }
    case 'line':
      return box(x(at.x2) - x(at.x1), y(at.y2) - y(at.y1));
    case 'rect':
    case 'image':
      return box(
        at.width === undefined ? view.width : x(at.width),
        at.height === undefined ? view.height : y(at.height),
      );
    case 'circle':
      return box(2 * x(at.r), 2 * x(at.r));
    case 'ellipse':
      return box(2 * (x(at.rx) || y(at.ry)), 2 * (y(at.ry) || x(at.rx)));
    default:
      return NONE;
  }
}
