/**
 * Whether all is tried. `npm test` runs a fixed part of the sets of cases that take minutes, and leaves out the longest tests;
 * `TEST_DEPTH=whole npm test` runs all, as the nightly run does.
 */
export const isWhole = process.env.TEST_DEPTH === 'whole';

/** Whether a case is tried: each `every`-th, and all where the whole is. @param at the index of the case in its set */
export const isTried = (at: number, every: number): boolean => isWhole || at % every === 0;
