import { expect, test } from 'vitest';
import { COMBINATIONS, type Combination, combinationsNamed, SAMPLE_COMBINATIONS } from '#test/ci/proof/combinations.ts';

const namesOf = (combinations: readonly Combination[]): string[] => combinations.map(({ name }) => name);

test('there are 5 formats in 5 resolutions at 5 frame rates, those of one size behind one another', () => {
  expect(new Set(namesOf(COMBINATIONS)).size).toBe(125);
  const sizes = COMBINATIONS.map(({ size }) => JSON.stringify(size));
  expect(sizes.filter((size, i) => size !== sizes[i - 1])).toHaveLength(25);
});

test('the sample has every format, resolution and frame rate', () => {
  for (const part of ['format', 'resolution', 'fps'] as const) {
    expect(new Set(SAMPLE_COMBINATIONS.map((one) => one[part]))).toEqual(new Set(COMBINATIONS.map((one) => one[part])));
  }
  expect(namesOf(COMBINATIONS)).toEqual(expect.arrayContaining(namesOf(SAMPLE_COMBINATIONS)));
});

test('combinations are chosen by how their names start, in whole words', () => {
  expect(namesOf(combinationsNamed(COMBINATIONS, ['feed-480p-24', 'square-720p']))).toEqual([
    'feed-480p-24',
    ...[24, 25, 30, 50, 60].map((fps) => `square-720p-${fps}`),
  ]);
  expect(combinationsNamed(COMBINATIONS, ['land'])).toEqual([]);
  expect(combinationsNamed(SAMPLE_COMBINATIONS, [])).toEqual(SAMPLE_COMBINATIONS);
});
