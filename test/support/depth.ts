/**
 * Reports whether all is tried. `npm test` runs a fixed part of the sets of cases that take minutes, and leaves out the longest tests;
 * `TEST_DEPTH=whole npm test` runs all, as the nightly run does.
 */
export const isWhole = process.env.TEST_DEPTH === 'whole';

/**
 * Reports whether a case is tried: each `every`-th, and all where the whole is. The cases that are tried must span all dimensions of the set:
 * `every` shares no factor with the length of an inner list.
 * @param at the index of the case in its set
 */
export const isTried = (at: number, every: number): boolean => isWhole || at % every === 0;
