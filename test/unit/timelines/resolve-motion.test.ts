import { expect, it } from 'vitest';
import { resolveMotion } from '#features/timelines/resolve-motion.ts';

it.each([
  [{}, {}, 'none'],
  [{}, { motion: 'calm' }, 'calm'],
  [{ motion: 'none' }, { motion: 'lively' }, 'none'],
  [{ motion: 'lively' }, {}, 'lively'],
] as const)('a slide with %j in a timeline with %j has the motion %s', (slide, timeline, motion) => {
  expect(resolveMotion(slide, timeline)).toBe(motion);
});
