/** A point of a path, in the units of its view box. */
export type Point = readonly [x: number, y: number];

/** A step of a path; curves have their two handles first. */
export type PathStep =
  | { kind: 'move' | 'line'; to: Point }
  | { kind: 'curve'; handles: readonly [Point, Point]; to: Point }
  | { kind: 'close' };

/** Steps that are filled and drawn in one way. */
export interface ShapePath {
  steps: PathStep[];
  isFilled: boolean;
  hasLine: boolean;
  /** The units of its points, where they are others than those of the shape. */
  view?: ViewBox | undefined;
}

/** Steps of all paths of a shape. */
export const MAX_PATH_STEPS = 8_000;

const QUARTER = Math.PI / 2;

/**
 * An arc of an ellipse as curves, each of at most a quarter.
 * @param from angle of its start, in radians with the clock @param sweep how far it goes; negative: against the clock
 */
export function arcSteps([x, y]: Point, [across, down]: Point, from: number, sweep: number): PathStep[] {
  const bounded = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, Number.isFinite(sweep) ? sweep : 0));
  const count = Math.max(1, Math.ceil(Math.abs(bounded) / QUARTER - 1e-9));
  const part = bounded / count;
  const handle = (4 / 3) * Math.tan(part / 4);
  const at = (angle: number): Point => [x + across * Math.cos(angle), y + down * Math.sin(angle)];
  const away = (angle: number, length: number): Point => {
    const [px, py] = at(angle);
    return [px - across * Math.sin(angle) * length, py + down * Math.cos(angle) * length];
  };
  return Array.from({ length: count }, (_, index): PathStep => {
    const [start, end] = [from + part * index, from + part * (index + 1)];
    return { kind: 'curve', handles: [away(start, handle), away(end, -handle)], to: at(end) };
  });
}

/** A curve with one handle, as one with two. */
export const quadraticStep = ([x, y]: Point, [hx, hy]: Point, to: Point): PathStep => ({
  kind: 'curve',
  handles: [
    [x + (2 / 3) * (hx - x), y + (2 / 3) * (hy - y)],
    [to[0] + (2 / 3) * (hx - to[0]), to[1] + (2 / 3) * (hy - to[1])],
  ],
  to,
});

/** All points of a path, its handles included. */
export const pointsIn = (paths: readonly ShapePath[]): Point[] =>
  paths.flatMap(({ steps }) =>
    steps.flatMap((step): Point[] =>
      step.kind === 'close' ? [] : step.kind === 'curve' ? [...step.handles, step.to] : [step.to],
    ),
  );

/** A rectangle in the units of a path. */
export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A view box such as `0 0 21600 21600`. undefined: it is none. */
export function viewBoxOf(written: string | undefined): ViewBox | undefined {
  const [x, y, width, height] = (written ?? '')
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

/** The sides of something, in EMU. */
export interface Extent {
  width: number;
  height: number;
}

/** A path as the geometry of a shape of Office. @param area of its text, in the units of the path; undefined: all of it */
export function customGeometry(
  paths: readonly ShapePath[],
  view: ViewBox,
  size: Extent,
  area?: { left: number; top: number; right: number; bottom: number },
): string {
  const scale = (value: number, from: number, length: number, whole: number): number =>
    Math.round(length === 0 ? 0 : Math.max(-1e9, Math.min(1e9, ((value - from) / length) * whole)));
  const x = (value: number, of = view): number => scale(value, of.x, of.width, size.width);
  const y = (value: number, of = view): number => scale(value, of.y, of.height, size.height);
  const stepXml = (step: PathStep, of: ViewBox | undefined): string => {
    const point = ([across, down]: Point): string => `<a:pt x="${x(across, of)}" y="${y(down, of)}"/>`;
    if (step.kind === 'close') return '<a:close/>';
    if (step.kind === 'curve') return `<a:cubicBezTo>${[...step.handles, step.to].map(point).join('')}</a:cubicBezTo>`;
    return step.kind === 'move' ? `<a:moveTo>${point(step.to)}</a:moveTo>` : `<a:lnTo>${point(step.to)}</a:lnTo>`;
  };
  const text = area
    ? `<a:rect l="${x(area.left)}" t="${y(area.top)}" r="${x(area.right)}" b="${y(area.bottom)}"/>`
    : '<a:rect l="l" t="t" r="r" b="b"/>';
  const list = paths
    .filter(({ steps }) => steps.length > 0)
    .map(
      ({ steps, isFilled, hasLine, view: of }) =>
        `<a:path w="${Math.max(1, size.width)}" h="${Math.max(1, size.height)}"${isFilled ? '' : ' fill="none"'}${hasLine ? '' : ' stroke="0"'}>${steps.map((step) => stepXml(step, of)).join('')}</a:path>`,
    );
  return `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/>${text}<a:pathLst>${list.join('')}</a:pathLst></a:custGeom>`;
}
