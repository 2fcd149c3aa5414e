const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** 3t² − 2t³ for t from 0 to 1 (clamped): the speed is 0 at both ends. For changes of brightness. */
export function smoothstep(t: number): number {
  const x = clamp(t);
  return x * x * (3 - 2 * x);
}

/** 6t⁵ − 15t⁴ + 10t³ for t from 0 to 1 (clamped): speed and acceleration are 0 at both ends. For fast motion. */
export function smootherstep(t: number): number {
  const x = clamp(t);
  return x * x * x * (x * (6 * x - 15) + 10);
}

/** 1 + 2.3(t − 1)³ + 1.3(t − 1)² for t from 0 to 1 (clamped): up to 1.06, then at rest at 1. For parts that swing a little when they come to their place. */
export function easeWithOvershoot(t: number): number {
  const offset = clamp(t) - 1;
  return 1 + 2.3 * offset ** 3 + 1.3 * offset ** 2;
}

/** 1 − (1 − t)³ for t from 0 to 1 (clamped): fast at the start, at rest at the end. For parts that come to their place. */
export const easeOutCubic = (t: number): number => 1 - (1 - clamp(t)) ** 3;
