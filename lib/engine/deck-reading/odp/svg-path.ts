import { arcSteps, MAX_PATH_STEPS, type PathStep, type Point, quadraticStep, type ShapePath } from './shape-path.ts';

const TOKENS = /[a-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
/** Numbers that each command takes. */
const NEEDS: ReadonlyMap<string, number> = new Map(
  Object.entries({ m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }),
);

/** An arc by its ends, as SVG writes it. */
function arcBetween(from: Point, [rx, ry, turned, large, sweep, x, y]: readonly number[]): PathStep[] {
  const to: Point = [x ?? 0, y ?? 0];
  let [across, down] = [Math.abs(rx ?? 0), Math.abs(ry ?? 0)];
  if (across === 0 || down === 0) return [{ kind: 'line', to }];
  const angle = ((turned ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [hx, hy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [px, py] = [cos * hx + sin * hy, -sin * hx + cos * hy];
  const grown = Math.sqrt((px / across) ** 2 + (py / down) ** 2);
  if (grown > 1) [across, down] = [across * grown, down * grown];
  const square = (across * down) ** 2 - (across * py) ** 2 - (down * px) ** 2;
  const factor =
    (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, square / ((across * py) ** 2 + (down * px) ** 2 || 1)));
  const [cx, cy] = [(factor * across * py) / down, (-factor * down * px) / across];
  const start = Math.atan2((py - cy) / down, (px - cx) / across);
  let swept = Math.atan2((-py - cy) / down, (-px - cx) / across) - start;
  if (sweep === 0 && swept > 0) swept -= 2 * Math.PI;
  if (sweep !== 0 && swept < 0) swept += 2 * Math.PI;
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const placed = ([u, v]: Point): Point => [
    cos * (u + cx) - sin * (v + cy) + middle[0],
    sin * (u + cx) + cos * (v + cy) + middle[1],
  ];
  return arcSteps([0, 0], [across, down], start, swept).map((step) =>
    step.kind === 'curve'
      ? { kind: 'curve', handles: [placed(step.handles[0]), placed(step.handles[1])], to: placed(step.to) }
      : step,
  );
}

/** The path that `svg:d` writes. undefined: it is none, or has too many steps. */
export function svgPath(written: string | undefined): ShapePath | undefined {
  const tokens = (written ?? '').match(TOKENS) ?? [];
  const steps: PathStep[] = [];
  let [at, start, handle]: [Point, Point, Point | undefined] = [[0, 0], [0, 0], undefined];
  let index = 0;
  let command = '';
  while (index < tokens.length) {
    if (steps.length > MAX_PATH_STEPS) return undefined;
    const token = tokens[index] ?? '';
    if (/^[a-z]$/i.test(token)) {
      command = token;
      index += 1;
    } else if (command === 'm' || command === 'M') command = command === 'm' ? 'l' : 'L';
    const kind = command.toLowerCase();
    const needs = NEEDS.get(kind);
    if (needs === undefined) return undefined;
    const numbers = tokens.slice(index, index + needs).map(Number);
    if (numbers.length < needs || !numbers.every(Number.isFinite)) return undefined;
    index += needs;
    const isRelative = command === kind;
    const [ox, oy] = isRelative ? at : [0, 0];
    const pair = (from: number): Point => [(numbers[from] ?? 0) + ox, (numbers[from + 1] ?? 0) + oy];
    const mirrored = (): Point => (handle ? [2 * at[0] - handle[0], 2 * at[1] - handle[1]] : at);
    let next: Point | undefined;
    if (kind === 'z') {
      steps.push({ kind: 'close' });
      at = start;
      if (/^[^a-z]/i.test(tokens[index] ?? 'z')) return undefined;
    } else if (kind === 'm') {
      at = pair(0);
      start = at;
      steps.push({ kind: 'move', to: at });
    } else if (kind === 'l' || kind === 'h' || kind === 'v') {
      const [first = 0] = numbers;
      at = kind === 'l' ? pair(0) : kind === 'h' ? [first + ox, at[1]] : [at[0], first + oy];
      steps.push({ kind: 'line', to: at });
    } else if (kind === 'c' || kind === 's') {
      const first = kind === 'c' ? pair(0) : mirrored();
      next = pair(needs - 4);
      const to = pair(needs - 2);
      steps.push({ kind: 'curve', handles: [first, next], to });
      at = to;
    } else if (kind === 'q' || kind === 't') {
      next = kind === 'q' ? pair(0) : mirrored();
      const to = pair(needs - 2);
      steps.push(quadraticStep(at, next, to));
      at = to;
    } else {
      const to = pair(5);
      steps.push(...arcBetween(at, [...numbers.slice(0, 5), ...to]));
      at = to;
    }
    handle = next;
  }
  return steps.length > 0 ? { steps, isFilled: true, hasLine: true } : undefined;
}

/** The path of points such as `0,0 100,50`. */
export function pointsPath(written: string | undefined, isClosed: boolean): ShapePath | undefined {
  const numbers = (written ?? '').match(/[-+]?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? [];
  if (numbers.length < 4 || numbers.length > 2 * MAX_PATH_STEPS) return undefined;
  const steps = Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, at): PathStep => ({
      kind: at === 0 ? 'move' : 'line',
      to: [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0],
    }),
  );
  if (isClosed) steps.push({ kind: 'close' });
  return { steps, isFilled: isClosed, hasLine: true };
}
