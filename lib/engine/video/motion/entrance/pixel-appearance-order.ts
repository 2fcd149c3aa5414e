import type { EntranceShape, EntranceStep } from '../../drawing/entrance-step.ts';
import type { LayoutBox } from '../../drawing/layout/boxes.ts';

/** The moments at which the pixels of a part appear. */
export interface PixelAppearanceOrder {
  /** The share of the way (0–1) at which a sample appears; `x` and `y`: its left top corner, `every`: its width and height, in pixels. */
  at(x: number, y: number, every: number): number;
  /** The share of the way during which a sample goes from invisible to visible. */
  softness: number;
}

const TURN = 2 * Math.PI;
/** The width of the edge of a sweep and of a disc, in pixels. */
const EDGE = 1.5;

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** The way by which the round corners of a bar are behind the middle of its end. @param side pixels from the nearer side of the bar */
const behind = (side: number, radius: number): number => {
  if (side >= radius) return 0;
  const across = radius - Math.max(0, side);
  return radius - Math.sqrt(Math.max(0, radius * radius - across * across));
};

function growth(
  { towards, start, length, radius, edge }: Extract<EntranceShape, { kind: 'grow' }>,
  box: LayoutBox,
): PixelAppearanceOrder {
  const whole = Math.max(1, length);
  const isUpright = towards === 'top' || towards === 'bottom';
  const [first, size] = isUpright ? [box.x, box.width] : [box.y, box.height];
  const along = (x: number, y: number, every: number): number => {
    if (towards === 'top') return start - y - every;
    if (towards === 'bottom') return y - start;
    return towards === 'right' ? x - start : start - x - every;
  };
  return {
    softness: Math.max(1, edge) / whole,
    at: (x, y, every) => {
      const side = (isUpright ? x : y) + every / 2 - first;
      const corner = radius > 0 ? behind(Math.min(side, size - side), radius) : 0;
      return clamp((along(x, y, every) + corner) / whole);
    },
  };
}

function sweep({
  x: centerX,
  y: centerY,
  from,
  to,
  radius,
}: Extract<EntranceShape, { kind: 'sweep' }>): PixelAppearanceOrder {
  const whole = Math.max(1e-6, Math.abs(to - from));
  const sign = to < from ? -1 : 1;
  return {
    softness: EDGE / Math.max(1, radius * whole),
    at: (x, y, every) => {
      const angle = Math.atan2(x + every / 2 - centerX, centerY - y - every / 2);
      const turned = (((sign * (angle - from)) % TURN) + TURN) % TURN;
      // Between the end and the start: the edge of the end, or that of the start.
      if (turned > whole) return turned - whole < (TURN - whole) / 2 ? 1 : 0;
      return turned / whole;
    },
  };
}

function radiation({
  x: centerX,
  y: centerY,
  radius,
}: Extract<EntranceShape, { kind: 'radiate' }>): PixelAppearanceOrder {
  const whole = Math.max(1, radius);
  return {
    softness: EDGE / whole,
    at: (x, y, every) => clamp(Math.hypot(x + every / 2 - centerX, y + every / 2 - centerY) / whole),
  };
}

/** The order in which the pixels of a part appear; undefined: all at once. Pure. */
export function pixelAppearanceOrder({
  shape,
  box,
}: Pick<EntranceStep, 'shape' | 'box'>): PixelAppearanceOrder | undefined {
  switch (shape.kind) {
    case 'fade':
      return undefined;
    case 'grow':
      return growth(shape, box);
    case 'sweep':
      return sweep(shape);
    case 'radiate':
      return radiation(shape);
  }
}
