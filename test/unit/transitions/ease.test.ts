import { describe, expect, it } from 'vitest';
import { easeWithRampsAtEnds } from '#engine/video/motion/image-motion.ts';
import { smootherstep, smoothstep } from '#engine/video/transitions/easing.ts';

const steps = Array.from({ length: 101 }, (_, i) => i / 100);

describe.each([
  ['smoothstep', smoothstep],
  ['smootherstep', smootherstep],
  ['easeAtBothEnds', easeWithRampsAtEnds],
])('%s', (_name, ease) => {
  it('goes from 0 to 1 without ever turning back, and stays there', () => {
    const values = steps.map(ease);
    expect(values[0]).toBe(0);
    expect(values.at(-1)).toBe(1);
    for (const [i, value] of values.entries()) expect(value).toBeGreaterThanOrEqual(values[i - 1] ?? 0);
    expect([ease(-0.5), ease(1.5)]).toEqual([0, 1]);
  });

  it('comes to rest as it starts, and is half way in the middle', () => {
    for (const t of steps) expect(ease(t) + ease(1 - t)).toBeCloseTo(1, 12);
    expect(ease(0.01)).toBeLessThan(0.001);
  });
});

it('ease at both ends keeps an even speed between its ramps', () => {
  const speeds = steps.slice(20, 80).map((t) => (easeWithRampsAtEnds(t + 0.01) - easeWithRampsAtEnds(t)) / 0.01);
  for (const speed of speeds) expect(speed).toBeCloseTo(1.25, 9);
});
