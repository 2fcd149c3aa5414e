import { seededRandom } from '../chaos/seeded-random.ts';

/** Choices that are the same for the same seed. */
export interface RandomChoices {
  /** A whole number from 0 to below an end. */
  below(end: number): number;
  /** One of a list, which has at least one. */
  of<Item>(items: readonly Item[]): Item;
  /** Reports true once in `count` times. */
  oneIn(count: number): boolean;
}

/** @param seed any number */
export function randomChoices(seed: number): RandomChoices {
  const random = seededRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  return {
    below,
    oneIn: (count) => below(count) === 0,
    of(items) {
      const [first, ...rest] = items;
      if (first === undefined) throw new RangeError('nothing to choose from');
      const at = below(items.length);
      return at === 0 ? first : (rest[at - 1] ?? first);
    },
  };
}
