import { expect, test } from 'vitest';
import { JOIN_REACH_FRAMES, planParts } from '../../../lib/video/audio/plan-parts.ts';

const MINUTE = 60 * 48_000;

test('a short track is one part, whole', () => {
  const whole = (totalSamples: number) => [{ fromSample: 0, toSample: totalSamples, firstFrame: 0, keepFromFrame: 0 }];
  expect(planParts(1, 8)).toEqual(whole(1));
  expect(planParts(MINUTE / 2, 8)).toEqual(whole(MINUTE / 2));
  expect(planParts(10 * MINUTE, 1)).toEqual(whole(10 * MINUTE));
  expect(planParts(10 * MINUTE, 0)).toEqual(whole(10 * MINUTE));
});

test.each([2, 3, 4, 7])('%i parts cover the track, overlap, and begin on frames', (count) => {
  const total = 10 * MINUTE + 333;
  const parts = planParts(total, count);
  expect(parts.length).toBe(count);
  expect(parts[0]).toMatchObject({ fromSample: 0, firstFrame: 0, keepFromFrame: 0 });
  expect(parts.at(-1)?.toSample).toBe(total);
  for (const [i, part] of parts.entries()) {
    expect(part.fromSample).toBe(part.firstFrame * 1024);
    const next = parts[i + 1];
    if (!next) continue;
    expect(next.keepFromFrame - next.firstFrame).toBeGreaterThanOrEqual(40);
    expect(part.toSample).toBeGreaterThan((next.keepFromFrame + JOIN_REACH_FRAMES) * 1024);
  }
});
