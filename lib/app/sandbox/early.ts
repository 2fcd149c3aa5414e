/** The argument of a process that reads a deck and is started before its deck is there. */
export const EARLY = 'early';
