import {
  convertArcToCurves,
  convertQuadraticToCubicCurve,
  MAX_SHAPE_PATH_STEPS,
  type PathPoint,
  type ShapePath,
  type ShapePathStep,
} from './shape-path.ts';

// ODF 1.3 part 3, 19.145 (draw:enhanced-path).

const PATH_TOKENS = /[a-z]+|\?[a-z0-9_.]+|\$\d+|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** Splits a path or a list of coordinates into commands and numbers, which may be formulas. */
export const tokensOfEnhancedPath = (text: string): string[] => text.match(PATH_TOKENS) ?? [];

/** The value of a token that is a number or a formula. */
export const evaluatePathToken = (token: string, evaluate: (formula: string) => number): number =>
  /^[-+\d.]/.test(token) ? Number(token) : evaluate(token);

const createPath = (): ShapePath => ({ steps: [], isFilled: true, hasLine: true });

/** The paths of a shape while its commands are carried out. */
class Pen {
  readonly paths: ShapePath[] = [];
  path = createPath();
  current: PathPoint = [0, 0];
  stepCount = 0;
  /** True if the last quarter of an ellipse started vertically. */
  isVertical = false;
  #start: PathPoint = [0, 0];

  add(...steps: readonly ShapePathStep[]): void {
    this.stepCount += steps.length;
    for (const step of steps) this.path.steps.push(step);
    const lastStep = steps.at(-1);
    if (lastStep && lastStep.kind !== 'close') this.current = lastStep.to;
  }

  moveTo(to: PathPoint): void {
    this.add({ kind: 'move', to });
    this.#start = to;
  }

  lineTo(to: PathPoint): void {
    this.add({ kind: 'line', to });
  }

  close(): void {
    this.add({ kind: 'close' });
    this.current = this.#start;
  }

  endPath(): void {
    if (this.path.steps.length > 0) this.paths.push(this.path);
    this.path = createPath();
  }
}

/**
 * Carries out a command.
 * @param numbers one set of its arguments
 * @param isFirst true for the first set after the letter of the command, which may have several sets
 */
type Draw = (pen: Pen, numbers: readonly number[], isFirst: boolean) => void;

const pointAt = (numbers: readonly number[], index: number): PathPoint => [
  numbers[index] ?? 0,
  numbers[index + 1] ?? 0,
];

const radians = (degrees = 0): number => (degrees * Math.PI) / 180;

/** The point of an ellipse in a direction. @param angle radians */
const pointOnEllipse = ([x, y]: PathPoint, [width, height]: PathPoint, angle: number): PathPoint => [
  x + width * Math.cos(angle),
  y + height * Math.sin(angle),
];

/** Distance of the control points of a quarter of an ellipse from its ends, as a share of the radius. */
const QUARTER_CONTROL = 0.5523;

/** A quarter of an ellipse between two points. */
function quarterEllipse([x, y]: PathPoint, to: PathPoint, isVertical: boolean): ShapePathStep {
  const [controlX, controlY] = [(to[0] - x) * QUARTER_CONTROL, (to[1] - y) * QUARTER_CONTROL];
  const controls: [PathPoint, PathPoint] = isVertical
    ? [
        [x, y + controlY],
        [to[0] - controlX, to[1]],
      ]
    : [
        [x + controlX, y],
        [to[0], to[1] - controlY],
      ];
  return { kind: 'curve', controls, to };
}

/** Draws quarters of ellipses to points. The first starts vertically or horizontally; the directions alternate. */
const drawQuarters =
  (startsVertically: boolean): Draw =>
  (pen, numbers, isFirst) => {
    pen.isVertical = isFirst ? startsVertically : !pen.isVertical;
    pen.add(quarterEllipse(pen.current, pointAt(numbers, 0), pen.isVertical));
  };

/** Draws an arc by its centre, its radii and the angles of its ends in degrees. @param isJoined true: a line leads to its start */
const arcByAngles =
  (isJoined: boolean): Draw =>
  (pen, numbers) => {
    const [centre, radii] = [pointAt(numbers, 0), pointAt(numbers, 2)];
    const [startAngle, endAngle] = [radians(numbers[4]), radians(numbers[5])];
    const arcStart = pointOnEllipse(centre, radii, startAngle);
    if (isJoined) pen.lineTo(arcStart);
    else pen.moveTo(arcStart);
    pen.add(...convertArcToCurves(centre, radii, startAngle, endAngle - startAngle));
  };

/** Draws an arc from the current point, by its radii, the angle of its start and its sweep in degrees. */
const arcFromHere: Draw = (pen, numbers) => {
  const [width, height] = pointAt(numbers, 0);
  const startAngle = radians(numbers[2]);
  const centre = pointOnEllipse(pen.current, [-width, -height], startAngle);
  pen.add(...convertArcToCurves(centre, [width, height], startAngle, radians(numbers[3])));
};

/**
 * Draws an arc of the ellipse in a rectangle, given by two opposite corners, between the directions of two points.
 * @param isJoined true: a line leads to its start
 */
const arcInBox =
  ({ isClockwise, isJoined }: { isClockwise: boolean; isJoined: boolean }): Draw =>
  (pen, numbers) => {
    const [corner, opposite] = [pointAt(numbers, 0), pointAt(numbers, 2)];
    const centre: PathPoint = [(corner[0] + opposite[0]) / 2, (corner[1] + opposite[1]) / 2];
    const radii: PathPoint = [Math.abs(opposite[0] - corner[0]) / 2 || 1, Math.abs(opposite[1] - corner[1]) / 2 || 1];
    const angleTo = ([x, y]: PathPoint): number => Math.atan2((y - centre[1]) / radii[1], (x - centre[0]) / radii[0]);
    const [startAngle, endAngle] = [angleTo(pointAt(numbers, 4)), angleTo(pointAt(numbers, 6))];
    let sweep = endAngle - startAngle;
    if (isClockwise && sweep <= 0) sweep += 2 * Math.PI;
    if (!isClockwise && sweep >= 0) sweep -= 2 * Math.PI;
    const arcStart = pointOnEllipse(centre, radii, startAngle);
    if (isJoined && pen.path.steps.length > 0) pen.lineTo(arcStart);
    else pen.moveTo(arcStart);
    pen.add(...convertArcToCurves(centre, radii, startAngle, sweep));
  };

/** The commands by their letters, each with the number of its arguments. */
const COMMANDS: ReadonlyMap<string, readonly [count: number, draw: Draw]> = new Map<string, [number, Draw]>([
  ['M', [2, (pen, numbers, isFirst) => (isFirst ? pen.moveTo(pointAt(numbers, 0)) : pen.lineTo(pointAt(numbers, 0)))]],
  ['L', [2, (pen, numbers) => pen.lineTo(pointAt(numbers, 0))]],
  [
    'C',
    [
      6,
      (pen, numbers) =>
        pen.add({ kind: 'curve', controls: [pointAt(numbers, 0), pointAt(numbers, 2)], to: pointAt(numbers, 4) }),
    ],
  ],
  [
    'Q',
    [4, (pen, numbers) => pen.add(convertQuadraticToCubicCurve(pen.current, pointAt(numbers, 0), pointAt(numbers, 2)))],
  ],
  ['X', [2, drawQuarters(false)]],
  ['Y', [2, drawQuarters(true)]],
  ['T', [6, arcByAngles(true)]],
  ['U', [6, arcByAngles(false)]],
  ['A', [8, arcInBox({ isClockwise: false, isJoined: true })]],
  ['B', [8, arcInBox({ isClockwise: false, isJoined: false })]],
  ['W', [8, arcInBox({ isClockwise: true, isJoined: true })]],
  ['V', [8, arcInBox({ isClockwise: true, isJoined: false })]],
  ['G', [4, arcFromHere]],
  ['Z', [0, (pen) => pen.close()]],
  ['N', [0, (pen) => pen.endPath()]],
  [
    'F',
    [
      0,
      (pen) => {
        pen.path.isFilled = false;
      },
    ],
  ],
  [
    'S',
    [
      0,
      (pen) => {
        pen.path.hasLine = false;
      },
    ],
  ],
]);

/**
 * Reads `draw:enhanced-path`.
 * @param evaluate returns the value of a formula
 * @returns undefined for invalid data, and for more than `MAX_SHAPE_PATH_STEPS` steps
 */
export function parseOdfEnhancedPaths(data: string, evaluate: (formula: string) => number): ShapePath[] | undefined {
  const tokens = tokensOfEnhancedPath(data);
  const pen = new Pen();
  let command: readonly [count: number, draw: Draw] | undefined;
  let isFirst = true;
  for (let index = 0; index < tokens.length; ) {
    if (pen.stepCount > MAX_SHAPE_PATH_STEPS) return undefined;
    const token = tokens[index] ?? '';
    const startedCommand = COMMANDS.get(token);
    if (startedCommand) {
      command = startedCommand;
      isFirst = true;
      index += 1;
    } else if (command?.[0] === 0 || /^[A-Z]$/.test(token)) return undefined;
    if (!command) return undefined;
    const [count, draw] = command;
    const argumentTokens = tokens.slice(index, index + count);
    if (argumentTokens.length < count) return undefined;
    index += count;
    draw(
      pen,
      argumentTokens.map((token) => evaluatePathToken(token, evaluate)),
      isFirst,
    );
    isFirst = false;
  }
  pen.endPath();
  return pen.paths.length > 0 ? pen.paths : undefined;
}
