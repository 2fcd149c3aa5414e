import type { LayoutBox } from '../../drawing/layout/boxes.ts';
import type { EntranceRevealShape, PartEntrance } from '../../drawing/part-entrance.ts';

/** The moments at which the pixels of a part appear. */
export interface PixelAppearanceOrder {
  /** The share of the way (0–1) at which a sample appears; `x` and `y`: its left top corner, `every`: its width and height, in pixels. */
  at(x: number, y: number, every: number): number;
  /** The share of the way during which a sample goes from invisible to visible. */
  softness: number;
}

const TURN = 2 * Math.PI;
/** The width of the edge of a sweep and of a disc, in pixels. */
const EDGE_WIDTH = 1.5;

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** The pixels by which the round corners of a bar are behind the middle of its end. @param side pixels from the nearer side of the bar */
const cornerDelay = (side: number, radius: number): number => {
  if (side >= radius) return 0;
  const distanceToCentre = radius - Math.max(0, side);
  return radius - Math.sqrt(Math.max(0, radius * radius - distanceToCentre * distanceToCentre));
};

function growOrder(
  { towards, start, length, radius, edge }: Extract<EntranceRevealShape, { kind: 'grow' }>,
  box: LayoutBox,
): PixelAppearanceOrder {
  const wayLength = Math.max(1, length);
  const isUpright = towards === 'top' || towards === 'bottom';
  const [sideStart, sideLength] = isUpright ? [box.x, box.width] : [box.y, box.height];
  const distanceAlong = (x: number, y: number, every: number): number => {
    if (towards === 'top') return start - y - every;
    if (towards === 'bottom') return y - start;
    return towards === 'right' ? x - start : start - x - every;
  };
  return {
    softness: Math.max(1, edge) / wayLength,
    at: (x, y, every) => {
      const side = (isUpright ? x : y) + every / 2 - sideStart;
      const corner = radius > 0 ? cornerDelay(Math.min(side, sideLength - side), radius) : 0;
      return clamp((distanceAlong(x, y, every) + corner) / wayLength);
    },
  };
}

function sweepOrder({
  x: centerX,
  y: centerY,
  from,
  to,
  radius,
}: Extract<EntranceRevealShape, { kind: 'sweep' }>): PixelAppearanceOrder {
  const sweptAngle = Math.max(1e-6, Math.abs(to - from));
  const sign = to < from ? -1 : 1;
  return {
    softness: EDGE_WIDTH / Math.max(1, radius * sweptAngle),
    at: (x, y, every) => {
      const angle = Math.atan2(x + every / 2 - centerX, centerY - y - every / 2);
      const turned = (((sign * (angle - from)) % TURN) + TURN) % TURN;
      // Between the end and the start: the edge of the end, or that of the start.
      if (turned > sweptAngle) return turned - sweptAngle < (TURN - sweptAngle) / 2 ? 1 : 0;
      return turned / sweptAngle;
    },
  };
}

function radiateOrder({
  x: centerX,
  y: centerY,
  radius,
}: Extract<EntranceRevealShape, { kind: 'radiate' }>): PixelAppearanceOrder {
  const wayLength = Math.max(1, radius);
  return {
    softness: EDGE_WIDTH / wayLength,
    at: (x, y, every) => clamp(Math.hypot(x + every / 2 - centerX, y + every / 2 - centerY) / wayLength),
  };
}

/** The order in which the pixels of a part appear; undefined: all at once. Pure. */
export function pixelAppearanceOrder({
  shape,
  box,
}: Pick<PartEntrance, 'shape' | 'box'>): PixelAppearanceOrder | undefined {
  switch (shape.kind) {
    case 'fade':
      return undefined;
    case 'grow':
      return growOrder(shape, box);
    case 'sweep':
      return sweepOrder(shape);
    case 'radiate':
      return radiateOrder(shape);
  }
}
