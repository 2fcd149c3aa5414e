import type { PartElement } from '../pptx/xml.ts';
import { degreesOf, emuOf } from './odf-units.ts';
import type { Extent, Point } from './shape-path.ts';

/** A matrix as SVG writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const SAME: Matrix = [1, 0, 0, 1, 0, 0];

/** The place of a shape on its page, in EMU. */
export interface ShapePlace extends Extent {
  x: number;
  y: number;
  /** Degrees with the clock, about its middle. */
  turned: number;
  isFlipped: { across: boolean; down: boolean };
  /** It is also slanted, which Office does not have. */
  isSlanted: boolean;
}

const times = (outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  outer[0] * a + outer[2] * b,
  outer[1] * a + outer[3] * b,
  outer[0] * c + outer[2] * d,
  outer[1] * c + outer[3] * d,
  outer[0] * e + outer[2] * f + outer[4],
  outer[1] * e + outer[3] * f + outer[5],
];

const STEP = /(matrix|translate|rotate|scale|skewX|skewY)\s*\(([^)]*)\)/g;

function stepMatrix(name: string, words: readonly string[]): Matrix {
  const [first, second] = words;
  const number = (word: string | undefined, usual: number): number => {
    const value = Number(word);
    return word === undefined || !Number.isFinite(value) ? usual : value;
  };
  // Angles are in radians and against the clock.
  const angle = ((degreesOf(first, 180 / Math.PI) ?? 0) * Math.PI) / 180;
  if (name === 'translate') return [1, 0, 0, 1, emuOf(first) ?? 0, emuOf(second) ?? 0];
  if (name === 'rotate') return [Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle), 0, 0];
  if (name === 'scale') return [number(first, 1), 0, 0, number(second, number(first, 1)), 0, 0];
  if (name === 'skewX') return [1, 0, Math.tan(-angle), 1, 0, 0];
  if (name === 'skewY') return [1, Math.tan(-angle), 0, 1, 0, 0];
  const [a, b, c, d] = words.map((word) => number(word, 0));
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, emuOf(words[4]) ?? 0, emuOf(words[5]) ?? 0];
}

/** Steps that a transformation has. */
const MAX_STEPS = 20;

/** The matrix of `draw:transform`, whose steps are made from left to right. */
function matrixOf(written: string | undefined): Matrix {
  return [...(written ?? '').matchAll(STEP)]
    .slice(0, MAX_STEPS)
    .reduce<Matrix>(
      (made, [, name = '', words = '']) => times(stepMatrix(name, words.trim().split(/[\s,]+/)), made),
      SAME,
    );
}

const moved = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

/** A point of a line, where its transformation brings it. */
export const pointOf = ({ attributes }: PartElement, x: string, y: string): Point =>
  moved(matrixOf(attributes['draw:transform']), [emuOf(attributes[x]) ?? 0, emuOf(attributes[y]) ?? 0]);

/** Slants below this are those of rounded numbers. */
const MIN_SLANT = 0.02;

/** The place that a shape's attributes say. undefined: it has no size. */
export function placeOf({ attributes }: PartElement, ownSize?: Extent): ShapePlace | undefined {
  const { 'svg:x': x, 'svg:y': y, 'svg:width': width, 'svg:height': height, 'draw:transform': transform } = attributes;
  const across = emuOf(width) ?? ownSize?.width;
  const down = emuOf(height) ?? ownSize?.height;
  if (across === undefined || down === undefined) return undefined;
  const [w, h] = [Math.abs(across), Math.abs(down)];
  const at: Point = [emuOf(x) ?? 0, emuOf(y) ?? 0];
  if (transform === undefined)
    return {
      x: at[0],
      y: at[1],
      width: w,
      height: h,
      turned: 0,
      isFlipped: { across: false, down: false },
      isSlanted: false,
    };
  const matrix = matrixOf(transform);
  const [a, b, c, d] = matrix;
  const [lengthX, lengthY] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
  const isMirrored = a * d - b * c < 0;
  const [middleX, middleY] = moved(matrix, [at[0] + w / 2, at[1] + h / 2]);
  const size = { width: Math.round(w * lengthX), height: Math.round(h * lengthY) };
  return {
    ...size,
    x: Math.round(middleX - size.width / 2),
    y: Math.round(middleY - size.height / 2),
    turned: (Math.atan2(b, a) * 180) / Math.PI,
    isFlipped: { across: false, down: isMirrored },
    isSlanted: Math.abs((a * c + b * d) / (lengthX * lengthY)) > MIN_SLANT,
  };
}

/** A place as `a:xfrm`. @param element another name of it */
export function placeXml({ x, y, width, height, turned, isFlipped }: ShapePlace, element = 'a:xfrm'): string {
  const angle = Math.round((((turned % 360) + 360) % 360) * 60_000) % 21_600_000;
  const attributes = [
    ...(angle === 0 ? [] : [` rot="${angle}"`]),
    ...(isFlipped.across ? [' flipH="1"'] : []),
    ...(isFlipped.down ? [' flipV="1"'] : []),
  ];
  return `<${element}${attributes.join('')}><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></${element}>`;
}
