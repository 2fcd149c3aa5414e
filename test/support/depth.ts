/**
 * How much of a large set of cases is tried: `npm test` tries a part of each that spans all its dimensions, and
 * `TEST_DEPTH=whole npm test` all of it, as the nightly run does. Which cases are the part never changes by itself.
 */
export const isWhole = process.env.TEST_DEPTH === 'whole';

/** Whether a case is tried: each `every`-th, and all where the whole is. @param at the index of the case in its set */
export const isTried = (at: number, every: number): boolean => isWhole || at % every === 0;
