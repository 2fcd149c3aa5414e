/** A point of a path, in the units of its view box. */
export type PathPoint = readonly [x: number, y: number];

/** A step of a path. `curve`: a cubic Bézier curve with its two control points. */
export type ShapePathStep =
  | { kind: 'move' | 'line'; to: PathPoint }
  | { kind: 'curve'; controls: readonly [PathPoint, PathPoint]; to: PathPoint }
  | { kind: 'close' };

/** A path of a shape, which is filled and outlined as a whole. */
export interface ShapePath {
  steps: ShapePathStep[];
  isFilled: boolean;
  /** True if its outline is drawn. */
  hasLine: boolean;
  /** View box of its points; absent: that of the shape. */
  view?: ShapeViewBox | undefined;
}

/** The highest number of steps in all paths of a shape. */
export const MAX_SHAPE_PATH_STEPS = 8_000;

const QUARTER_TURN = Math.PI / 2;

/**
 * An arc of an ellipse as cubic Bézier curves, each of at most a quarter of the ellipse.
 * @param centre of the ellipse
 * @param radii horizontal and vertical
 * @param startAngle radians, clockwise from the right
 * @param sweep radians, clockwise; negative: anticlockwise
 */
export function convertArcToCurves(
  [x, y]: PathPoint,
  [radiusX, radiusY]: PathPoint,
  startAngle: number,
  sweep: number,
): ShapePathStep[] {
  const boundedSweep = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, Number.isFinite(sweep) ? sweep : 0));
  const count = Math.max(1, Math.ceil(Math.abs(boundedSweep) / QUARTER_TURN - 1e-9));
  const curveSweep = boundedSweep / count;
  // Distance of a control point from its end, as a share of the radius, with which the curve is closest to the arc.
  const distance = (4 / 3) * Math.tan(curveSweep / 4);
  const pointAt = (angle: number): PathPoint => [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)];
  const controlAt = (angle: number, length: number): PathPoint => {
    const [px, py] = pointAt(angle);
    return [px - radiusX * Math.sin(angle) * length, py + radiusY * Math.cos(angle) * length];
  };
  return Array.from({ length: count }, (_, index): ShapePathStep => {
    const [start, end] = [startAngle + curveSweep * index, startAngle + curveSweep * (index + 1)];
    return { kind: 'curve', controls: [controlAt(start, distance), controlAt(end, -distance)], to: pointAt(end) };
  });
}

/** A quadratic Bézier curve as a cubic one, by its start, its control point and its end. */
export const convertQuadraticToCubicCurve = (
  [x, y]: PathPoint,
  [controlX, controlY]: PathPoint,
  to: PathPoint,
): ShapePathStep => ({
  kind: 'curve',
  controls: [
    [x + (2 / 3) * (controlX - x), y + (2 / 3) * (controlY - y)],
    [to[0] + (2 / 3) * (controlX - to[0]), to[1] + (2 / 3) * (controlY - to[1])],
  ],
  to,
});

/** All points of paths, control points included. */
export const pointsOfPaths = (paths: readonly ShapePath[]): PathPoint[] =>
  paths.flatMap(({ steps }) =>
    steps.flatMap((step): PathPoint[] =>
      step.kind === 'close' ? [] : step.kind === 'curve' ? [...step.controls, step.to] : [step.to],
    ),
  );

/** The rectangle, in the units of a path, that covers the whole shape. */
export interface ShapeViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads a view box such as `0 0 21600 21600`; undefined for any other text. */
export function parseShapeViewBox(text: string | undefined): ShapeViewBox | undefined {
  const [x, y, width, height] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return x !== undefined &&
    y !== undefined &&
    width !== undefined &&
    height !== undefined &&
    [x, y, width, height].every(Number.isFinite)
    ? { x, y, width, height }
    : undefined;
}

/** Width and height in EMU. */
export interface ShapeSizeInEmu {
  width: number;
  height: number;
}

/** The largest coordinate of a path, in EMU: coordinates of Office have 32 bits. */
const MAX_COORDINATE = 1e9;

/**
 * Paths as `a:custGeom` (ECMA-376 part 1, 20.1.9.8).
 * @param viewBox the view box of the shape
 * @param size the size of the shape
 * @param textArea the area of the text, in the units of the view box; absent: the whole shape
 */
export function customGeometryXml(
  paths: readonly ShapePath[],
  viewBox: ShapeViewBox,
  size: ShapeSizeInEmu,
  textArea?: { left: number; top: number; right: number; bottom: number },
): string {
  const toShapeUnits = (value: number, start: number, length: number, side: number): number => {
    const shapeCoordinate = length === 0 ? 0 : ((value - start) / length) * side;
    return Math.round(Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, shapeCoordinate)));
  };
  const toX = (value: number, box = viewBox): number => toShapeUnits(value, box.x, box.width, size.width);
  const toY = (value: number, box = viewBox): number => toShapeUnits(value, box.y, box.height, size.height);
  const stepXml = (step: ShapePathStep, box: ShapeViewBox | undefined): string => {
    const pointXml = ([px, py]: PathPoint): string => `<a:pt x="${toX(px, box)}" y="${toY(py, box)}"/>`;
    if (step.kind === 'close') return '<a:close/>';
    if (step.kind === 'curve')
      return `<a:cubicBezTo>${[...step.controls, step.to].map(pointXml).join('')}</a:cubicBezTo>`;
    return step.kind === 'move' ? `<a:moveTo>${pointXml(step.to)}</a:moveTo>` : `<a:lnTo>${pointXml(step.to)}</a:lnTo>`;
  };
  const textRectangleXml = textArea
    ? `<a:rect l="${toX(textArea.left)}" t="${toY(textArea.top)}" r="${toX(textArea.right)}" b="${toY(textArea.bottom)}"/>`
    : '<a:rect l="l" t="t" r="r" b="b"/>';
  const pathsXml = paths
    .filter(({ steps }) => steps.length > 0)
    .map(
      ({ steps, isFilled, hasLine, view: box }) =>
        `<a:path w="${Math.max(1, size.width)}" h="${Math.max(1, size.height)}"${isFilled ? '' : ' fill="none"'}${hasLine ? '' : ' stroke="0"'}>${steps.map((step) => stepXml(step, box)).join('')}</a:path>`,
    );
  return `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/>${textRectangleXml}<a:pathLst>${pathsXml.join('')}</a:pathLst></a:custGeom>`;
}
