import { expect, it } from 'vitest';
import { motionSecondsOfShots } from '#features/renders/plan/motion-seconds.ts';

it('a video moves in all shots that are not stills', () => {
  const shots = [
    { kind: 'still', frames: 100 },
    { kind: 'transition', frames: 15 },
    { kind: 'drawn', frames: 20 },
    { kind: 'image_motion', frames: 90 },
  ] as const;
  expect(motionSecondsOfShots(shots, 30)).toBe(4.167);
  expect(motionSecondsOfShots(shots.slice(0, 1), 30)).toBe(0);
});
