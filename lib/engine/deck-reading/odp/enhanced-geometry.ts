import { childElements, type PartElement } from '../pptx/xml.ts';
import { EMU_PER_HUNDREDTH } from './odf-units.ts';
import {
  arcSteps,
  customGeometry,
  type Extent,
  MAX_PATH_STEPS,
  type PathStep,
  type Point,
  quadraticStep,
  type ShapePath,
  type ViewBox,
  viewBoxOf,
} from './shape-path.ts';

// Custom shapes of OpenDocument: ODF 1.3 part 3, 10.6.2 and 19.145 (draw:enhanced-path). Geometries of Office: ECMA-376 part 1, 20.1.9.

/** The geometry of a shape as an element of DrawingML. */
export interface ShapeGeometry {
  /** `a:prstGeom` or `a:custGeom`. */
  xml: string;
  isFlipped: { horizontally: boolean; vertically: boolean };
  /** The geometry could not be translated: the shape is a rectangle. */
  isApproximate: boolean;
}

/** Preset geometries of Office (ST_ShapeType) that equal a type of OpenDocument without modifiers. */
const EQUAL_PRESETS: ReadonlyMap<string, string> = new Map([
  ['rectangle', 'rect'],
  ['mso-spt202', 'rect'],
  ['ellipse', 'ellipse'],
  ['isosceles-triangle', 'triangle'],
  ['diamond', 'diamond'],
]);
const preset = (name: string, guides = ''): string =>
  `<a:prstGeom prst="${name}"><a:avLst>${guides}</a:avLst></a:prstGeom>`;

/** The geometry of a rectangle. */
export const RECTANGLE = preset('rect');
/** The geometry of an ellipse. */
export const ELLIPSE = preset('ellipse');
/** The geometry of a rectangle with round corners. @param radius of the corners, as a share of the shorter side, up to 0.5 */
export const roundRectangle = (radius: number): string =>
  preset('roundRect', `<a:gd name="adj" fmla="val ${Math.round(Math.max(0, Math.min(0.5, radius)) * 100_000)}"/>`);

/** Depth to which formulas may be nested, and the length of one in characters. */
const [MAX_DEPTH, MAX_FORMULA] = [40, 1000];
const TOKENS = /[a-z][a-z0-9]*|\?[a-z0-9_.]+|\$\d+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[-+*/(),]/gi;
/** Functions of formulas (ODF 1.3 part 3, 19.171). */
const FUNCTIONS: ReadonlyMap<string, (...values: number[]) => number> = new Map<
  string,
  (...values: number[]) => number
>([
  ['abs', (a = 0) => Math.abs(a)],
  ['sqrt', (a = 0) => Math.sqrt(Math.max(0, a))],
  ['sin', (a = 0) => Math.sin(a)],
  ['cos', (a = 0) => Math.cos(a)],
  ['tan', (a = 0) => Math.tan(a)],
  ['atan', (a = 0) => Math.atan(a)],
  ['atan2', (a = 0, b = 0) => Math.atan2(a, b)],
  ['min', (a = 0, b = 0) => Math.min(a, b)],
  ['max', (a = 0, b = 0) => Math.max(a, b)],
  ['if', (a = 0, b = 0, c = 0) => (a > 0 ? b : c)],
]);

/** Values of the names in formulas. */
interface Values {
  /** Formulas of `?name`. */
  equations: ReadonlyMap<string, string>;
  /** Values of `$0`, `$1` and so on. */
  modifiers: readonly number[];
  /** Values of words such as `width`. */
  names: ReadonlyMap<string, number>;
}

/** A function that evaluates formulas. An equation is evaluated once; one that needs itself, or is too deep, is 0. */
function evaluator({ equations, modifiers, names }: Values): (formula: string) => number {
  const results = new Map<string, number>();
  // Equations that are being evaluated.
  const open = new Set<string>();
  const tokenValue = (token: string): number => {
    if (token.startsWith('$')) return modifiers[Number(token.slice(1))] ?? 0;
    if (!token.startsWith('?')) return names.get(token.toLowerCase()) ?? 0;
    const name = token.slice(1);
    const result = results.get(name);
    if (result !== undefined) return result;
    const formula = equations.get(name);
    if (formula === undefined || open.has(name) || open.size > MAX_DEPTH) return 0;
    open.add(name);
    const value = evaluate(formula);
    open.delete(name);
    results.set(name, value);
    return value;
  };
  function evaluate(formula: string): number {
    const tokens = formula.slice(0, MAX_FORMULA).match(TOKENS) ?? [];
    // Recursive descent: a sum of products of factors.
    let [index, depth] = [0, 0];
    const sum = (): number => {
      let value = product();
      while (tokens[index] === '+' || tokens[index] === '-') value += tokens[index++] === '+' ? product() : -product();
      return value;
    };
    const product = (): number => {
      let value = factor();
      while (tokens[index] === '*' || tokens[index] === '/') {
        const isProduct = tokens[index++] === '*';
        const other = factor();
        value = isProduct ? value * other : other === 0 ? 0 : value / other;
      }
      return value;
    };
    const factor = (): number => {
      if (++depth > MAX_DEPTH) return 0;
      try {
        const token = tokens[index++] ?? '';
        if (token === '-') return -factor();
        if (token === '+') return factor();
        if (token === '(') {
          const value = sum();
          index += 1;
          return value;
        }
        const call = FUNCTIONS.get(token.toLowerCase());
        if (call && tokens[index] === '(') {
          const values: number[] = [];
          do {
            index += 1;
            values.push(sum());
          } while (tokens[index] === ',');
          index += 1;
          return call(...values);
        }
        return /^[\d.]/.test(token) ? Number(token) : tokenValue(token);
      } finally {
        depth -= 1;
      }
    };
    const value = sum();
    return Number.isFinite(value) ? value : 0;
  }
  return evaluate;
}

/** Number of arguments of each command of `draw:enhanced-path`. */
const ARGUMENTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    M: 2,
    L: 2,
    C: 6,
    Q: 4,
    X: 2,
    Y: 2,
    T: 6,
    U: 6,
    A: 8,
    B: 8,
    W: 8,
    V: 8,
    G: 4,
    Z: 0,
    N: 0,
    F: 0,
    S: 0,
  }),
);
const PATH_TOKENS = /[a-z]+|\?[a-z0-9_.]+|\$\d+|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** Distance of the control points of a quarter of an ellipse from its ends, as a share of the radius. */
const QUARTER_CONTROL = 0.5523;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Reads `draw:enhanced-path`. @returns undefined for invalid data, and for more than `MAX_PATH_STEPS` steps */
function enhancedPaths(data: string, evaluate: (formula: string) => number): ShapePath[] | undefined {
  const tokens = data.match(PATH_TOKENS) ?? [];
  const paths: ShapePath[] = [];
  let path: ShapePath = { steps: [], isFilled: true, hasLine: true };
  let [current, start]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  // `isFirst`: the arguments are the first ones of their command. `isVertical`: the quarter ellipse starts vertically.
  let [index, stepCount, command, isFirst, isVertical] = [0, 0, '', true, false];
  const add = (...steps: readonly PathStep[]): void => {
    stepCount += steps.length;
    for (const step of steps) path.steps.push(step);
    const last = steps.at(-1);
    if (last && last.kind !== 'close') current = last.to;
  };
  const moveTo = (to: Point): void => {
    add({ kind: 'move', to });
    start = to;
  };
  const endPath = (): void => {
    if (path.steps.length > 0) paths.push(path);
    path = { steps: [], isFilled: true, hasLine: true };
  };
  while (index < tokens.length) {
    if (stepCount > MAX_PATH_STEPS) return undefined;
    const token = tokens[index] ?? '';
    if (ARGUMENTS.has(token)) {
      command = token;
      isFirst = true;
      index += 1;
    } else if (ARGUMENTS.get(command) === 0 || /^[A-Z]$/.test(token)) return undefined;
    const argumentCount = ARGUMENTS.get(command);
    if (argumentCount === undefined) return undefined;
    const words = tokens.slice(index, index + argumentCount);
    if (words.length < argumentCount) return undefined;
    index += argumentCount;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = words.map((word) =>
      /^[-+\d.]/.test(word) ? Number(word) : evaluate(word),
    );
    if (command === 'M') {
      if (isFirst) moveTo([a, b]);
      else add({ kind: 'line', to: [a, b] });
    } else if (command === 'L') add({ kind: 'line', to: [a, b] });
    else if (command === 'C')
      add({
        kind: 'curve',
        controls: [
          [a, b],
          [c, d],
        ],
        to: [e, f],
      });
    else if (command === 'Q') add(quadraticStep(current, [a, b], [c, d]));
    else if (command === 'Z') {
      add({ kind: 'close' });
      current = start;
    } else if (command === 'N') endPath();
    else if (command === 'F') path.isFilled = false;
    else if (command === 'S') path.hasLine = false;
    else if (command === 'X' || command === 'Y') {
      // Quarters of ellipses, which start horizontally (X) or vertically (Y), and alternate.
      isVertical = isFirst ? command === 'Y' : !isVertical;
      const [from, to]: [Point, Point] = [current, [a, b]];
      const k = QUARTER_CONTROL;
      const [first, second]: [Point, Point] = isVertical
        ? [
            [from[0], from[1] + (to[1] - from[1]) * k],
            [to[0] - (to[0] - from[0]) * k, to[1]],
          ]
        : [
            [from[0] + (to[0] - from[0]) * k, from[1]],
            [to[0], to[1] - (to[1] - from[1]) * k],
          ];
      add({ kind: 'curve', controls: [first, second], to });
    } else if (command === 'T' || command === 'U') {
      // An arc by its centre, its radii and the angles of its ends.
      const startAngle = radians(e);
      const edge: Point = [a + c * Math.cos(startAngle), b + d * Math.sin(startAngle)];
      if (command === 'U') moveTo(edge);
      else add({ kind: 'line', to: edge });
      add(...arcSteps([a, b], [c, d], startAngle, radians(f - e)));
    } else if (command === 'G') {
      // An arc from the current point, by its radii, the angle of its start and its sweep.
      const startAngle = radians(c);
      const centre: Point = [current[0] - a * Math.cos(startAngle), current[1] - b * Math.sin(startAngle)];
      add(...arcSteps(centre, [a, b], startAngle, radians(d)));
    } else {
      // A, B, W, V: an arc in a rectangle, between the directions of two points.
      const centre: Point = [(a + c) / 2, (b + d) / 2];
      const radius: Point = [Math.abs(c - a) / 2 || 1, Math.abs(d - b) / 2 || 1];
      const angle = (x: number, y: number): number =>
        Math.atan2((y - centre[1]) / radius[1], (x - centre[0]) / radius[0]);
      const [startAngle, endAngle] = [angle(e, f), angle(g, h)];
      const isClockwise = command === 'W' || command === 'V';
      let sweep = endAngle - startAngle;
      if (isClockwise && sweep <= 0) sweep += 2 * Math.PI;
      if (!isClockwise && sweep >= 0) sweep -= 2 * Math.PI;
      const edge: Point = [centre[0] + radius[0] * Math.cos(startAngle), centre[1] + radius[1] * Math.sin(startAngle)];
      if (command === 'B' || command === 'V' || path.steps.length === 0) moveTo(edge);
      else add({ kind: 'line', to: edge });
      add(...arcSteps(centre, radius, startAngle, sweep));
    }
    isFirst = false;
  }
  endPath();
  return paths.length > 0 ? paths : undefined;
}

/** Modifiers of a shape, at most. */
const MAX_MODIFIERS = 100;

/** The numbers of `draw:modifiers`; 0 for invalid ones. */
const modifiersOf = (text: string | undefined): number[] =>
  (text ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, MAX_MODIFIERS)
    .map(Number)
    .map((value) => (Number.isFinite(value) ? value : 0));

/** A preset geometry of Office. @param hasModifiers the modifiers are those of the file, and become its adjust values */
function officePreset(name: string, modifiers: readonly number[], hasModifiers: boolean): string {
  const guides = modifiers.map((modifier, index) => {
    const guide = modifiers.length === 1 ? 'adj' : `adj${index + 1}`;
    return `<a:gd name="${guide}" fmla="val ${Math.round(modifier)}"/>`;
  });
  return preset(name, hasModifiers ? guides.join('') : '');
}

/** The view box of a shape that names none, as in LibreOffice. */
const DEFAULT_VIEW: ViewBox = { x: 0, y: 0, width: 21_600, height: 21_600 };
/** The radius of round corners without modifiers, in units of `DEFAULT_VIEW`. */
const DEFAULT_CORNER = 3600;

/** The view boxes of the paths of a shape from Office, which LibreOffice writes as pairs of width and height. */
function pathViews(text: string | undefined): (ViewBox | undefined)[] {
  const sides = modifiersOf(text);
  return Array.from({ length: Math.floor(sides.length / 2) }, (_, index) => {
    const [width = 0, height = 0] = sides.slice(2 * index, 2 * index + 2);
    return width > 0 && height > 0 ? { x: 0, y: 0, width, height } : undefined;
  });
}

/** The geometry of a custom shape: a preset of Office if its type has one, else its path. @param size of the shape */
export function enhancedGeometry(geometry: PartElement | undefined, size: Extent): ShapeGeometry {
  const { attributes } = geometry ?? { attributes: {} as Readonly<Record<string, string>> };
  const isTrue = (name: string): boolean => attributes[name] === 'true';
  const isFlipped = { horizontally: isTrue('draw:mirror-horizontal'), vertically: isTrue('draw:mirror-vertical') };
  const type = attributes['draw:type'] ?? '';
  const modifiers = modifiersOf(attributes['draw:modifiers']);
  const equalPreset = EQUAL_PRESETS.get(type);
  const geometryOf = (xml: string, isApproximate = false): ShapeGeometry => ({ xml, isFlipped, isApproximate });
  const hasModifiers = (attributes['draw:modifiers'] ?? '').trim() !== '';
  if (equalPreset !== undefined && !(type === 'isosceles-triangle' && hasModifiers))
    return geometryOf(preset(equalPreset));
  const [, officeName] = /^ooxml-([a-z][a-zA-Z0-9]*)$/.exec(type) ?? [];
  if (officeName !== undefined) return geometryOf(officePreset(officeName, modifiers, hasModifiers));
  if (type === 'round-rectangle') {
    const radius = hasModifiers ? (modifiers[0] ?? 0) : DEFAULT_CORNER;
    return geometryOf(roundRectangle(radius / DEFAULT_VIEW.width));
  }
  const view = viewBoxOf(attributes['svg:viewBox']);
  const logical = { x: 0, y: 0, width: size.width / EMU_PER_HUNDREDTH, height: size.height / EMU_PER_HUNDREDTH };
  const box: ViewBox = view && view.width > 0 && view.height > 0 ? view : view ? logical : DEFAULT_VIEW;
  const evaluate = evaluator({
    modifiers,
    equations: new Map(
      childElements(geometry, 'draw:equation').map(({ attributes: equation }) => [
        equation['draw:name'] ?? '',
        equation['draw:formula'] ?? '',
      ]),
    ),
    names: new Map([
      ['left', box.x],
      ['top', box.y],
      ['right', box.x + box.width],
      ['bottom', box.y + box.height],
      ['width', box.width],
      ['height', box.height],
      ['xstretch', 0],
      ['ystretch', 0],
      ['logwidth', logical.width],
      ['logheight', logical.height],
      ['hasstroke', 1],
      ['hasfill', 1],
      ['pi', Math.PI],
    ]),
  });
  const paths = enhancedPaths(attributes['draw:enhanced-path'] ?? '', evaluate);
  if (!paths) return geometryOf(RECTANGLE, true);
  const [left, top, right, bottom] = (attributes['draw:text-areas']?.match(PATH_TOKENS) ?? [])
    .slice(0, 4)
    .map((word) => (/^[-+\d.]/.test(word) ? Number(word) : evaluate(word)));
  const textArea =
    left !== undefined &&
    top !== undefined &&
    right !== undefined &&
    bottom !== undefined &&
    right > left &&
    bottom > top
      ? { left, top, right, bottom }
      : undefined;
  const views = pathViews(attributes['drawooo:sub-view-size']);
  const viewedPaths = paths.map((path, index) => (views[index] ? { ...path, view: views[index] } : path));
  return geometryOf(customGeometry(viewedPaths, box, size, textArea));
}
