import {
  convertArcToCurves,
  convertQuadraticToCubicCurve,
  MAX_SHAPE_PATH_STEPS,
  type PathPoint,
  type ShapePath,
  type ShapePathStep,
} from './shape-path.ts';

// Path data of SVG: https://www.w3.org/TR/SVG2/paths.html. Its arcs: https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter.

const PATH_TOKENS = /[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
/** Number of arguments of each command. */
const ARGUMENT_COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }),
);

/**
 * An arc between two points as curves.
 * @param parameters the parameters of the command `A`: radii, rotation in degrees, large-arc flag, sweep flag, and the end
 */
function arcBetween(
  startPoint: PathPoint,
  [rx, ry, rotation, largeArc, sweepFlag, x, y]: readonly number[],
): ShapePathStep[] {
  const endPoint: PathPoint = [x ?? 0, y ?? 0];
  let [radiusX, radiusY] = [Math.abs(rx ?? 0), Math.abs(ry ?? 0)];
  if (radiusX === 0 || radiusY === 0) return [{ kind: 'line', to: endPoint }];
  const angle = ((rotation ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfX, halfY] = [(startPoint[0] - endPoint[0]) / 2, (startPoint[1] - endPoint[1]) / 2];
  // The start, with the middle between both points as the origin and the axes of the ellipse.
  const [px, py] = [cos * halfX + sin * halfY, -sin * halfX + cos * halfY];
  // Radii that are too small to reach both points are enlarged.
  const enlargement = Math.sqrt((px / radiusX) ** 2 + (py / radiusY) ** 2);
  if (enlargement > 1) [radiusX, radiusY] = [radiusX * enlargement, radiusY * enlargement];
  const square = (radiusX * radiusY) ** 2 - (radiusX * py) ** 2 - (radiusY * px) ** 2;
  const factor =
    (largeArc === sweepFlag ? -1 : 1) *
    Math.sqrt(Math.max(0, square / ((radiusX * py) ** 2 + (radiusY * px) ** 2 || 1)));
  const [cx, cy] = [(factor * radiusX * py) / radiusY, (-factor * radiusY * px) / radiusX];
  const startAngle = Math.atan2((py - cy) / radiusY, (px - cx) / radiusX);
  let sweep = Math.atan2((-py - cy) / radiusY, (-px - cx) / radiusX) - startAngle;
  if (sweepFlag === 0 && sweep > 0) sweep -= 2 * Math.PI;
  if (sweepFlag !== 0 && sweep < 0) sweep += 2 * Math.PI;
  const middle: PathPoint = [(startPoint[0] + endPoint[0]) / 2, (startPoint[1] + endPoint[1]) / 2];
  const toPage = ([u, v]: PathPoint): PathPoint => [
    cos * (u + cx) - sin * (v + cy) + middle[0],
    sin * (u + cx) + cos * (v + cy) + middle[1],
  ];
  return convertArcToCurves([0, 0], [radiusX, radiusY], startAngle, sweep).map((step) =>
    step.kind === 'curve'
      ? { kind: 'curve', controls: [toPage(step.controls[0]), toPage(step.controls[1])], to: toPage(step.to) }
      : step,
  );
}

/** Reads the path data of `svg:d`. @returns undefined for invalid data, and for more than `MAX_SHAPE_PATH_STEPS` steps */
export function parseSvgPath(data: string | undefined): ShapePath | undefined {
  const tokens = (data ?? '').match(PATH_TOKENS) ?? [];
  const steps: ShapePathStep[] = [];
  // `control` is the last control point of the previous step, which `S` and `T` mirror.
  let [current, start, control]: [PathPoint, PathPoint, PathPoint | undefined] = [[0, 0], [0, 0], undefined];
  let index = 0;
  let command = '';
  while (index < tokens.length) {
    if (steps.length > MAX_SHAPE_PATH_STEPS) return undefined;
    const token = tokens[index] ?? '';
    if (/^[a-z]$/i.test(token)) {
      command = token;
      index += 1;
    } else if (command === 'm' || command === 'M') command = command === 'm' ? 'l' : 'L';
    const lowerCaseCommand = command.toLowerCase();
    const count = ARGUMENT_COUNTS.get(lowerCaseCommand);
    if (count === undefined) return undefined;
    const numbers = tokens.slice(index, index + count).map(Number);
    if (numbers.length < count || !numbers.every(Number.isFinite)) return undefined;
    index += count;
    const isRelative = command === lowerCaseCommand;
    const [originX, originY] = isRelative ? current : [0, 0];
    const pointAt = (argument: number): PathPoint => [
      (numbers[argument] ?? 0) + originX,
      (numbers[argument + 1] ?? 0) + originY,
    ];
    const mirroredControl = (): PathPoint =>
      control ? [2 * current[0] - control[0], 2 * current[1] - control[1]] : current;
    let nextControl: PathPoint | undefined;
    if (lowerCaseCommand === 'z') {
      steps.push({ kind: 'close' });
      current = start;
      if (/^[^a-z]/i.test(tokens[index] ?? 'z')) return undefined;
    } else if (lowerCaseCommand === 'm') {
      current = pointAt(0);
      start = current;
      steps.push({ kind: 'move', to: current });
    } else if (lowerCaseCommand === 'l' || lowerCaseCommand === 'h' || lowerCaseCommand === 'v') {
      const [coordinate = 0] = numbers;
      current =
        lowerCaseCommand === 'l'
          ? pointAt(0)
          : lowerCaseCommand === 'h'
            ? [coordinate + originX, current[1]]
            : [current[0], coordinate + originY];
      steps.push({ kind: 'line', to: current });
    } else if (lowerCaseCommand === 'c' || lowerCaseCommand === 's') {
      const firstControl = lowerCaseCommand === 'c' ? pointAt(0) : mirroredControl();
      nextControl = pointAt(count - 4);
      const endPoint = pointAt(count - 2);
      steps.push({ kind: 'curve', controls: [firstControl, nextControl], to: endPoint });
      current = endPoint;
    } else if (lowerCaseCommand === 'q' || lowerCaseCommand === 't') {
      nextControl = lowerCaseCommand === 'q' ? pointAt(0) : mirroredControl();
      const endPoint = pointAt(count - 2);
      steps.push(convertQuadraticToCubicCurve(current, nextControl, endPoint));
      current = endPoint;
    } else {
      const endPoint = pointAt(5);
      for (const step of arcBetween(current, [...numbers.slice(0, 5), ...endPoint])) steps.push(step);
      current = endPoint;
    }
    control = nextControl;
  }
  return steps.length > 0 ? { steps, isFilled: true, hasLine: true } : undefined;
}

/** Reads points such as `0,0 100,50` as a path of lines. @returns undefined for fewer than 2 points, or too many */
export function parsePointsPath(text: string | undefined, isClosed: boolean): ShapePath | undefined {
  const numbers = (text ?? '').match(/[-+]?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? [];
  if (numbers.length < 4 || numbers.length > 2 * MAX_SHAPE_PATH_STEPS) return undefined;
  const steps = Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, index): ShapePathStep => ({
      kind: index === 0 ? 'move' : 'line',
      to: [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0],
    }),
  );
  if (isClosed) steps.push({ kind: 'close' });
  return { steps, isFilled: isClosed, hasLine: true };
}
