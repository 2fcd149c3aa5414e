import type { OfficeXmlElement } from '../pptx/xml.ts';
import { angleInDegrees, lengthInEmu } from './odf-units.ts';
import type { PathPoint, ShapeSizeInEmu } from './shape-path.ts';

/** A matrix as SVG writes it: x' = a·x + c·y + e, y' = b·x + d·y + f. Lengths are in EMU. */
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Position and size of a shape on its page, in EMU, before it is rotated and flipped about its centre. */
export interface ShapeTransform extends ShapeSizeInEmu {
  x: number;
  y: number;
  /** Degrees clockwise. */
  rotation: number;
  flips: { horizontally: boolean; vertically: boolean };
  /** True if the shape is also skewed, which Office does not support. */
  isSkewed: boolean;
}

/** The product of two matrices: it applies the second one first. */
const multiplyMatrices = (outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix => [
  outer[0] * a + outer[2] * b,
  outer[1] * a + outer[3] * b,
  outer[0] * c + outer[2] * d,
  outer[1] * c + outer[3] * d,
  outer[0] * e + outer[2] * f + outer[4],
  outer[1] * e + outer[3] * f + outer[5],
];

/** A function of `draw:transform` (ODF 1.3 part 3, 19.234). */
const TRANSFORM_FUNCTION = /(matrix|translate|rotate|scale|skewX|skewY)\s*\(([^)]*)\)/g;

/** The matrix of one function of `draw:transform`. */
function matrixOfFunction(name: string, parameters: readonly string[]): Matrix {
  const [firstParameter, secondParameter] = parameters;
  const parseNumber = (parameter: string | undefined, defaultValue: number): number => {
    const value = Number(parameter);
    return parameter === undefined || !Number.isFinite(value) ? defaultValue : value;
  };
  // LibreOffice writes angles in radians, anticlockwise.
  const angle = ((angleInDegrees(firstParameter, 180 / Math.PI) ?? 0) * Math.PI) / 180;
  if (name === 'translate') return [1, 0, 0, 1, lengthInEmu(firstParameter) ?? 0, lengthInEmu(secondParameter) ?? 0];
  if (name === 'rotate') return [Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle), 0, 0];
  if (name === 'scale')
    return [parseNumber(firstParameter, 1), 0, 0, parseNumber(secondParameter, parseNumber(firstParameter, 1)), 0, 0];
  if (name === 'skewX') return [1, 0, Math.tan(-angle), 1, 0, 0];
  if (name === 'skewY') return [1, Math.tan(-angle), 0, 1, 0, 0];
  const [a, b, c, d] = parameters.map((parameter) => parseNumber(parameter, 0));
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, lengthInEmu(parameters[4]) ?? 0, lengthInEmu(parameters[5]) ?? 0];
}

/** The highest number of functions in one transformation. */
const MAX_FUNCTIONS = 20;

/** The matrix of `draw:transform`, whose functions are applied from left to right. */
function matrixOf(transform: string | undefined): Matrix {
  return [...(transform ?? '').matchAll(TRANSFORM_FUNCTION)]
    .slice(0, MAX_FUNCTIONS)
    .reduce<Matrix>(
      (matrix, [, name = '', parameters = '']) =>
        multiplyMatrices(matrixOfFunction(name, parameters.trim().split(/[\s,]+/)), matrix),
      IDENTITY,
    );
}

const transformPoint = ([a, b, c, d, e, f]: Matrix, [x, y]: PathPoint): PathPoint => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/**
 * A point of a line after its transformation, in EMU.
 * @param xAttribute name of the attribute with the horizontal position, such as `svg:x1`
 * @param yAttribute name of the attribute with the vertical position
 */
export const transformedOdpPointOf = (
  { attributes }: OfficeXmlElement,
  xAttribute: string,
  yAttribute: string,
): PathPoint =>
  transformPoint(matrixOf(attributes['draw:transform']), [
    lengthInEmu(attributes[xAttribute]) ?? 0,
    lengthInEmu(attributes[yAttribute]) ?? 0,
  ]);

/** The smallest cosine of the angle between the axes for which a shape counts as skewed; smaller values come from rounded numbers. */
const MIN_SKEW = 0.02;

/** The place that the attributes of a shape name; undefined without a size. @param defaultSize the size of a shape that names none */
export function findOdpShapeTransform(
  { attributes }: OfficeXmlElement,
  defaultSize?: ShapeSizeInEmu,
): ShapeTransform | undefined {
  const { 'svg:x': x, 'svg:y': y, 'svg:width': width, 'svg:height': height, 'draw:transform': transform } = attributes;
  const namedWidth = lengthInEmu(width) ?? defaultSize?.width;
  const namedHeight = lengthInEmu(height) ?? defaultSize?.height;
  if (namedWidth === undefined || namedHeight === undefined) return undefined;
  const [shapeWidth, shapeHeight] = [Math.abs(namedWidth), Math.abs(namedHeight)];
  const corner: PathPoint = [lengthInEmu(x) ?? 0, lengthInEmu(y) ?? 0];
  if (transform === undefined)
    return {
      x: corner[0],
      y: corner[1],
      width: shapeWidth,
      height: shapeHeight,
      rotation: 0,
      flips: { horizontally: false, vertically: false },
      isSkewed: false,
    };
  const matrix = matrixOf(transform);
  const [a, b, c, d] = matrix;
  const [scaleX, scaleY] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
  // A transformation with a negative determinant mirrors.
  const isMirrored = a * d - b * c < 0;
  const [centreX, centreY] = transformPoint(matrix, [corner[0] + shapeWidth / 2, corner[1] + shapeHeight / 2]);
  const size = { width: Math.round(shapeWidth * scaleX), height: Math.round(shapeHeight * scaleY) };
  return {
    ...size,
    x: Math.round(centreX - size.width / 2),
    y: Math.round(centreY - size.height / 2),
    rotation: (Math.atan2(b, a) * 180) / Math.PI,
    flips: { horizontally: false, vertically: isMirrored },
    isSkewed: Math.abs((a * c + b * d) / (scaleX * scaleY)) > MIN_SKEW,
  };
}

/** Units of angles in Office (ST_Angle) in a degree. */
const ANGLE_UNITS_PER_DEGREE = 60_000;
const FULL_TURN = 360 * ANGLE_UNITS_PER_DEGREE;

/** A place as `a:xfrm`, or as another element of the same type. */
export function shapeTransformXml(
  { x, y, width, height, rotation, flips }: ShapeTransform,
  element = 'a:xfrm',
): string {
  const angle = Math.round((((rotation % 360) + 360) % 360) * ANGLE_UNITS_PER_DEGREE) % FULL_TURN;
  const attributes = [
    ...(angle === 0 ? [] : [` rot="${angle}"`]),
    ...(flips.horizontally ? [' flipH="1"'] : []),
    ...(flips.vertically ? [' flipV="1"'] : []),
  ];
  return `<${element}${attributes.join('')}><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></${element}>`;
}
