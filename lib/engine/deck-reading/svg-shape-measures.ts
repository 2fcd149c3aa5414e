import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { SvgElement } from './parse-svg-tree.ts';

/** Measures of an SVG shape, in the units of its coordinates: area, length of its outline, and points for markers. */
export interface SvgShapeMeasures {
  /** Area of the rectangle around it. */
  area: number;
  /** Upper bound of the length of the outline of a path or polygon: the distances between its points and control points; 0 for other shapes. */
  length: number;
  /** The vertical part of `length`. */
  rise: number;
  /** Points at which a marker can stand. */
  vertices: number;
}

const NO_EXTENT: SvgShapeMeasures = { area: 0, length: 0, rise: 0, vertices: 0 };
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const TOKEN = /[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** A length of SVG in units of its coordinates; 0 for none. @param whole the length in units that 100 % stands for */
export function svgLengthInUnits(value: string | undefined, whole: number): number {
  const parsedNumber = Number.parseFloat(value ?? '');
  if (!Number.isFinite(parsedNumber)) return 0;
  return value?.trim().endsWith('%') ? (parsedNumber / 100) * whole : parsedNumber;
}

/** Returns functions that take the points of an outline in their order (`add`) and give its extent (`extent`). */
function createPointMeasurer() {
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
    extent: (strokeMargin: number): SvgShapeMeasures =>
      vertices === 0
        ? NO_EXTENT
        : { area: (right - left + 2 * strokeMargin) * (bottom - top + 2 * strokeMargin), length, rise, vertices },
  };
}

/** Numbers of arguments of the commands of a path. The last two of an arc are its end. */
const ARGUMENT_COUNTS: Readonly<Record<string, number>> = { m: 2, l: 2, t: 2, h: 1, v: 1, q: 4, s: 4, c: 6, a: 7 };

/** The extent of path data (SVG 2, 9.3). @param strokeMargin units by which a stroke extends the path on each side */
function pathExtent(data: string, strokeMargin: number): SvgShapeMeasures {
  const pointMeasurer = createPointMeasurer();
  let [x, y, command, largestArcRadius] = [0, 0, '', 0];
  let numbers: number[] = [];
  for (const [token] of data.matchAll(TOKEN)) {
    if (/[a-z]/i.test(token)) {
      [command, numbers] = [token, []];
      continue;
    }
    numbers.push(Number(token));
    const lowerCaseCommand = command.toLowerCase();
    if (numbers.length < (ownPropertyValue(ARGUMENT_COUNTS, lowerCaseCommand) ?? Infinity)) continue;
    const [originX, originY] = command === lowerCaseCommand ? [x, y] : [0, 0];
    if (lowerCaseCommand === 'h') [x] = [(numbers[0] ?? 0) + originX];
    else if (lowerCaseCommand === 'v') [y] = [(numbers[0] ?? 0) + originY];
    else {
      if (lowerCaseCommand === 'a') largestArcRadius = Math.max(largestArcRadius, ...numbers.slice(0, 2).map(Math.abs));
      for (let index = lowerCaseCommand === 'a' ? 5 : 0; index < numbers.length; index += 2) {
        [x, y] = [(numbers[index] ?? 0) + originX, (numbers[index + 1] ?? 0) + originY];
        pointMeasurer.add(x, y, lowerCaseCommand === 'm');
      }
    }
    if (lowerCaseCommand === 'h' || lowerCaseCommand === 'v') pointMeasurer.add(x, y);
    if (lowerCaseCommand === 'm') command = command === 'm' ? 'l' : 'L';
    numbers = [];
  }
  return pointMeasurer.extent(strokeMargin + largestArcRadius);
}

/**
 * Measures a shape: its area, the length of its outline, and the number of points at which a marker can stand.
 * @param view sides of the drawing, to which percentages relate
 * @param strokeMargin units by which its stroke extends it on each side
 * @returns zeros for an element that is not a shape
 */
export function measureSvgShape(
  { name, attributes }: SvgElement,
  view: { width: number; height: number },
  strokeMargin: number,
): SvgShapeMeasures {
  const [toUnitsX, toUnitsY] = [
    (value?: string) => svgLengthInUnits(value, view.width),
    (value?: string) => svgLengthInUnits(value, view.height),
  ];
  const box = (width: number, height: number): SvgShapeMeasures => ({
    area: (Math.abs(width) + 2 * strokeMargin) * (Math.abs(height) + 2 * strokeMargin),
    length: 0,
    rise: 0,
    vertices: 1,
  });
  switch (name) {
    case 'path':
      return pathExtent(attributes.d ?? '', strokeMargin);
    case 'polyline':
    case 'polygon': {
      const pointMeasurer = createPointMeasurer();
      const numbers = (attributes.points?.match(NUMBER) ?? []).map(Number);
      for (let index = 0; index + 1 < numbers.length; index += 2)
        pointMeasurer.add(numbers[index] ?? 0, numbers[index + 1] ?? 0, index === 0);
      return pointMeasurer.extent(strokeMargin);
    }
    case 'line':
      return box(toUnitsX(attributes.x2) - toUnitsX(attributes.x1), toUnitsY(attributes.y2) - toUnitsY(attributes.y1));
    case 'rect':
    case 'image':
      return box(
        attributes.width === undefined ? view.width : toUnitsX(attributes.width),
        attributes.height === undefined ? view.height : toUnitsY(attributes.height),
      );
    case 'circle':
      return box(2 * toUnitsX(attributes.r), 2 * toUnitsX(attributes.r));
    case 'ellipse':
      return box(
        2 * (toUnitsX(attributes.rx) || toUnitsY(attributes.ry)),
        2 * (toUnitsY(attributes.ry) || toUnitsX(attributes.rx)),
      );
    default:
      return NO_EXTENT;
  }
}
