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

/** The form of a shape in the words of Office. */
export interface ShapeGeometry {
  xml: string;
  isFlipped: { across: boolean; down: boolean };
  /** It is not the form of the deck. */
  isNear: boolean;
}

/** Forms that both have, without anything that can be set. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['rectangle', 'rect'],
  ['mso-spt202', 'rect'],
  ['ellipse', 'ellipse'],
  ['isosceles-triangle', 'triangle'],
  ['diamond', 'diamond'],
]);
const preset = (name: string, guides = ''): string =>
  `<a:prstGeom prst="${name}"><a:avLst>${guides}</a:avLst></a:prstGeom>`;

/** The usual form. */
export const RECTANGLE = preset('rect');
export const ELLIPSE = preset('ellipse');
/** @param share of the shorter side that the radius of a corner is */
export const roundRectangle = (share: number): string =>
  preset('roundRect', `<a:gd name="adj" fmla="val ${Math.round(Math.max(0, Math.min(0.5, share)) * 100_000)}"/>`);

/** Formulas that are evaluated within one another, and the length of one. */
const [MAX_DEPTH, MAX_FORMULA] = [40, 1000];
const TOKENS = /[a-z][a-z0-9]*|\?[a-z0-9_.]+|\$\d+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[-+*/(),]/gi;
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
  equations: ReadonlyMap<string, string>;
  modifiers: readonly number[];
  names: ReadonlyMap<string, number>;
}

/** Evaluates formulas; each equation once, and none that needs itself. */
function evaluator({ equations, modifiers, names }: Values): (formula: string) => number {
  const known = new Map<string, number>();
  const open = new Set<string>();
  const numberOf = (token: string): number => {
    if (token.startsWith('$')) return modifiers[Number(token.slice(1))] ?? 0;
    if (!token.startsWith('?')) return names.get(token.toLowerCase()) ?? 0;
    const name = token.slice(1);
    const found = known.get(name);
    if (found !== undefined) return found;
    const formula = equations.get(name);
    if (formula === undefined || open.has(name) || open.size > MAX_DEPTH) return 0;
    open.add(name);
    const value = evaluate(formula);
    open.delete(name);
    known.set(name, value);
    return value;
  };
  function evaluate(formula: string): number {
    const tokens = formula.slice(0, MAX_FORMULA).match(TOKENS) ?? [];
    let [at, depth] = [0, 0];
    const sum = (): number => {
      let value = product();
      while (tokens[at] === '+' || tokens[at] === '-') value += tokens[at++] === '+' ? product() : -product();
      return value;
    };
    const product = (): number => {
      let value = factor();
      while (tokens[at] === '*' || tokens[at] === '/') {
        const isTimes = tokens[at++] === '*';
        const other = factor();
        value = isTimes ? value * other : other === 0 ? 0 : value / other;
      }
      return value;
    };
    const factor = (): number => {
      if (++depth > MAX_DEPTH) return 0;
      try {
        const token = tokens[at++] ?? '';
        if (token === '-') return -factor();
        if (token === '+') return factor();
        if (token === '(') {
          const value = sum();
          at += 1;
          return value;
        }
        const run = FUNCTIONS.get(token.toLowerCase());
        if (run && tokens[at] === '(') {
          const values: number[] = [];
          do {
            at += 1;
            values.push(sum());
          } while (tokens[at] === ',');
          at += 1;
          return run(...values);
        }
        return /^[\d.]/.test(token) ? Number(token) : numberOf(token);
      } finally {
        depth -= 1;
      }
    };
    const value = sum();
    return Number.isFinite(value) ? value : 0;
  }
  return evaluate;
}

/** Numbers that each command takes. */
const NEEDS: ReadonlyMap<string, number> = new Map(
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

/** The paths that `draw:enhanced-path` writes. undefined: it is none, or has too many steps. */
function enhancedPaths(written: string, evaluate: (formula: string) => number): ShapePath[] | undefined {
  const tokens = written.match(PATH_TOKENS) ?? [];
  const paths: ShapePath[] = [];
  let path: ShapePath = { steps: [], isFilled: true, hasLine: true };
  let [at, start]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  let [index, count, command, isFirst, isDown] = [0, 0, '', true, false];
  const put = (...steps: readonly PathStep[]): void => {
    count += steps.length;
    path.steps.push(...steps);
    const last = steps.at(-1);
    if (last && last.kind !== 'close') at = last.to;
  };
  const moveTo = (to: Point): void => {
    put({ kind: 'move', to });
    start = to;
  };
  const end = (): void => {
    if (path.steps.length > 0) paths.push(path);
    path = { steps: [], isFilled: true, hasLine: true };
  };
  while (index < tokens.length) {
    if (count > MAX_PATH_STEPS) return undefined;
    const token = tokens[index] ?? '';
    if (NEEDS.has(token)) {
      command = token;
      isFirst = true;
      index += 1;
    } else if (NEEDS.get(command) === 0 || /^[A-Z]$/.test(token)) return undefined;
    const needs = NEEDS.get(command);
    if (needs === undefined) return undefined;
    const words = tokens.slice(index, index + needs);
    if (words.length < needs) return undefined;
    index += needs;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = words.map((word) =>
      /^[-+\d.]/.test(word) ? Number(word) : evaluate(word),
    );
    if (command === 'M') {
      if (isFirst) moveTo([a, b]);
      else put({ kind: 'line', to: [a, b] });
    } else if (command === 'L') put({ kind: 'line', to: [a, b] });
    else if (command === 'C')
      put({
        kind: 'curve',
        handles: [
          [a, b],
          [c, d],
        ],
        to: [e, f],
      });
    else if (command === 'Q') put(quadraticStep(at, [a, b], [c, d]));
    else if (command === 'Z') {
      put({ kind: 'close' });
      at = start;
    } else if (command === 'N') end();
    else if (command === 'F') path.isFilled = false;
    else if (command === 'S') path.hasLine = false;
    else if (command === 'X' || command === 'Y') {
      // Quarters of ellipses, which start along one axis and along the other by turns.
      isDown = isFirst ? command === 'Y' : !isDown;
      const [from, to]: [Point, Point] = [at, [a, b]];
      const k = 0.5523;
      const [first, second]: [Point, Point] = isDown
        ? [
            [from[0], from[1] + (to[1] - from[1]) * k],
            [to[0] - (to[0] - from[0]) * k, to[1]],
          ]
        : [
            [from[0] + (to[0] - from[0]) * k, from[1]],
            [to[0], to[1] - (to[1] - from[1]) * k],
          ];
      put({ kind: 'curve', handles: [first, second], to });
    } else if (command === 'T' || command === 'U') {
      const from = (e * Math.PI) / 180;
      const sweep = ((f - e) * Math.PI) / 180;
      const edge: Point = [a + c * Math.cos(from), b + d * Math.sin(from)];
      if (command === 'U') moveTo(edge);
      else put({ kind: 'line', to: edge });
      put(...arcSteps([a, b], [c, d], from, sweep));
    } else if (command === 'G') {
      const from = (c * Math.PI) / 180;
      const centre: Point = [at[0] - a * Math.cos(from), at[1] - b * Math.sin(from)];
      put(...arcSteps(centre, [a, b], from, (d * Math.PI) / 180));
    } else {
      const centre: Point = [(a + c) / 2, (b + d) / 2];
      const radius: Point = [Math.abs(c - a) / 2 || 1, Math.abs(d - b) / 2 || 1];
      const angle = (x: number, y: number): number =>
        Math.atan2((y - centre[1]) / radius[1], (x - centre[0]) / radius[0]);
      const [from, to] = [angle(e, f), angle(g, h)];
      const isWithClock = command === 'W' || command === 'V';
      let sweep = to - from;
      if (isWithClock && sweep <= 0) sweep += 2 * Math.PI;
      if (!isWithClock && sweep >= 0) sweep -= 2 * Math.PI;
      const edge: Point = [centre[0] + radius[0] * Math.cos(from), centre[1] + radius[1] * Math.sin(from)];
      if (command === 'B' || command === 'V' || path.steps.length === 0) moveTo(edge);
      else put({ kind: 'line', to: edge });
      put(...arcSteps(centre, radius, from, sweep));
    }
    isFirst = false;
  }
  end();
  return paths.length > 0 ? paths : undefined;
}

/** The numbers of `draw:modifiers`. */
const modifiersOf = (written: string | undefined): number[] =>
  (written ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, 100)
    .map(Number)
    .map((value) => (Number.isFinite(value) ? value : 0));

/** A form of Office by its name, with what is set of it. */
function officePreset(name: string, modifiers: readonly number[], hasAny: boolean): string {
  const names = modifiers.map((_, at) => (modifiers.length === 1 ? 'adj' : `adj${at + 1}`));
  const guides = hasAny
    ? names.map((of, at) => `<a:gd name="${of}" fmla="val ${Math.round(modifiers[at] ?? 0)}"/>`).join('')
    : '';
  return preset(name, guides);
}

const USUAL_VIEW: ViewBox = { x: 0, y: 0, width: 21_600, height: 21_600 };

/** The sizes that the paths of a form from Office have each. */
function pathViews(written: string | undefined): (ViewBox | undefined)[] {
  const sides = modifiersOf(written);
  return Array.from({ length: Math.floor(sides.length / 2) }, (_, at) => {
    const [width = 0, height = 0] = sides.slice(2 * at, 2 * at + 2);
    return width > 0 && height > 0 ? { x: 0, y: 0, width, height } : undefined;
  });
}

/** The form of a custom shape: that of Office where it is known by name, else its path. */
export function enhancedGeometry(geometry: PartElement | undefined, size: Extent): ShapeGeometry {
  const { attributes } = geometry ?? { attributes: {} as Readonly<Record<string, string>> };
  const isTrue = (name: string): boolean => attributes[name] === 'true';
  const isFlipped = { across: isTrue('draw:mirror-horizontal'), down: isTrue('draw:mirror-vertical') };
  const type = attributes['draw:type'] ?? '';
  const modifiers = modifiersOf(attributes['draw:modifiers']);
  const same = SAME.get(type);
  const made = (xml: string, isNear = false): ShapeGeometry => ({ xml, isFlipped, isNear });
  const hasModifiers = (attributes['draw:modifiers'] ?? '').trim() !== '';
  if (same !== undefined && !(type === 'isosceles-triangle' && hasModifiers)) return made(preset(same));
  const [, office] = /^ooxml-([a-z][a-zA-Z0-9]*)$/.exec(type) ?? [];
  if (office !== undefined) return made(officePreset(office, modifiers, hasModifiers));
  if (type === 'round-rectangle') return made(roundRectangle((hasModifiers ? (modifiers[0] ?? 0) : 3600) / 21_600));
  const view = viewBoxOf(attributes['svg:viewBox']);
  const logical = { x: 0, y: 0, width: size.width / EMU_PER_HUNDREDTH, height: size.height / EMU_PER_HUNDREDTH };
  const box: ViewBox = view && view.width > 0 && view.height > 0 ? view : view ? logical : USUAL_VIEW;
  const evaluate = evaluator({
    modifiers,
    equations: new Map(
      childElements(geometry, 'draw:equation').map(({ attributes: of }) => [
        of['draw:name'] ?? '',
        of['draw:formula'] ?? '',
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
  if (!paths) return made(RECTANGLE, true);
  const [left, top, right, bottom] = (attributes['draw:text-areas']?.match(PATH_TOKENS) ?? [])
    .slice(0, 4)
    .map((word) => (/^[-+\d.]/.test(word) ? Number(word) : evaluate(word)));
  const area =
    left !== undefined &&
    top !== undefined &&
    right !== undefined &&
    bottom !== undefined &&
    right > left &&
    bottom > top
      ? { left, top, right, bottom }
      : undefined;
  const views = pathViews(attributes['drawooo:sub-view-size']);
  const viewed = paths.map((path, at) => (views[at] ? { ...path, view: views[at] } : path));
  return made(customGeometry(viewed, box, size, area));
}
