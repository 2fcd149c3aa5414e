import { expect, it } from 'vitest';
import { planBlows, USUAL_BLOWS } from '#test/support/chaos/blows.ts';
import { countBy } from '#test/support/chaos/checks.ts';
import { seededRandom } from '#test/support/chaos/seeded-random.ts';

it('the plan of blows is the same for a seed, has every kind, and as many as were asked for', () => {
  const plan = planBlows(300, USUAL_BLOWS, seededRandom(1));

  expect(plan).toEqual(planBlows(300, USUAL_BLOWS, seededRandom(1)));
  expect(plan).not.toEqual(planBlows(300, USUAL_BLOWS, seededRandom(2)));
  expect(plan).toHaveLength(300);
  expect(Object.keys(countBy(plan)).sort()).toEqual([...USUAL_BLOWS].sort());
  expect(countBy(plan).worker).toBeGreaterThan(countBy(plan).everything ?? 0);
});
