const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);

/** 3t² − 2t³: from 0 to 1 with no speed at both ends. For what changes its look. */
export function smoothstep(t: number): number {
  const x = clamp(t);
  return x * x * (3 - 2 * x);
}

/** 6t⁵ − 15t⁴ + 10t³: neither speed nor acceleration at both ends. For what moves far in a short time. */
export function smootherstep(t: number): number {
  const x = clamp(t);
  return x * x * x * (x * (6 * x - 15) + 10);
}

/** Part of a slow movement in which it gets up to its speed, and as much in which it comes to rest. */
const RAMP = 0.2;

/** From 0 to 1 at an even speed, at rest at both ends. For what moves slowly: smoothstep would rush in the middle. */
export function glide(t: number): number {
  const x = clamp(t);
  if (x > 0.5) return 1 - glide(1 - x);
  const way = x < RAMP ? (x * x) / (2 * RAMP) : x - RAMP / 2;
  return way / (1 - RAMP);
}
